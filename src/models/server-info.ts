/** What a server of models says of itself, without a token being spent (I/O). */
import { z } from 'zod';
import { messageOf } from '../message-of.ts';
import type { Endpoint } from './endpoints.ts';

export interface ServerInfo {
  /** What it lists; null when it does not say. */
  readonly models: readonly string[] | null;
  /** Tokens that the asked model reads at most; null when it does not say. */
  readonly context: number | null;
  /** Its own release; null when it does not say. */
  readonly version: string | null;
  /** File or repository of the model that is loaded; null when it does not say. */
  readonly checkpoint: string | null;
}

/** `refused`: the key is not taken. `down`: nothing answers there. */
export type ServerAnswer =
  | { readonly kind: 'info'; readonly info: ServerInfo }
  | { readonly kind: 'refused' | 'down' | 'odd'; readonly why: string };

const LOOK_MS = 5_000;
const count = z.number().int().min(1);

/** llama.cpp tells the context in `meta.n_ctx`, vLLM in `max_model_len`, LM Studio and Lemonade in fields of their own. */
const modelsSchema = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      meta: z
        .looseObject({ n_ctx: count.optional().catch(undefined) })
        .nullish()
        .catch(undefined),
      max_model_len: count.optional().catch(undefined),
      max_context_length: count.optional().catch(undefined),
      ctx_size: count.optional().catch(undefined),
      checkpoint: z.string().optional().catch(undefined),
    }),
  ),
});

/** Of Lemonade. */
const healthSchema = z.looseObject({
  version: z.string().optional().catch(undefined),
  ctx_size: count.optional().catch(undefined),
  checkpoint_loaded: z.string().optional().catch(undefined),
});

/** `model`: as the server knows it. Never throws. */
export async function readServerInfo(
  { url, name }: Pick<Endpoint, 'url' | 'name'>,
  model: string,
  apiKey: string | null,
): Promise<ServerAnswer> {
  const headers = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  const listed = await look(`${url}/models`, headers);
  if (listed.kind !== 'json') return listed;
  const models = modelsSchema.safeParse(listed.value);
  if (!models.success) return { kind: 'odd', why: 'it lists no models' };
  const entries = models.data.data;
  const entry = entries.find(({ id }) => id === model) ?? (entries.length === 1 ? entries[0] : undefined);
  const health = name === 'lemonade' ? await look(`${url}/health`, headers) : null;
  const told = health?.kind === 'json' ? healthSchema.safeParse(health.value).data : undefined;
  const context = entry?.meta?.n_ctx ?? entry?.max_model_len ?? entry?.max_context_length ?? entry?.ctx_size;
  return {
    kind: 'info',
    info: {
      models: entries.map(({ id }) => id),
      context: context ?? told?.ctx_size ?? null,
      version: told?.version ?? null,
      checkpoint: entry?.checkpoint ?? told?.checkpoint_loaded ?? null,
    },
  };
}

/** Does Anthropic, or a server that speaks its API, take the key? Never throws. */
export async function readAnthropicModels(baseUrl: string, apiKey: string): Promise<ServerAnswer> {
  const headers = { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
  const listed = await look(`${baseUrl.replace(/\/+$/, '')}/v1/models?limit=1000`, headers);
  if (listed.kind !== 'json') return listed;
  const models = modelsSchema.safeParse(listed.value).data?.data.map(({ id }) => id) ?? null;
  return { kind: 'info', info: { models, context: null, version: null, checkpoint: null } };
}

type Look = { readonly kind: 'json'; readonly value: unknown } | Exclude<ServerAnswer, { kind: 'info' }>;

async function look(url: string, headers: Readonly<Record<string, string>>): Promise<Look> {
  let response: Response;
  try {
    response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(LOOK_MS) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { kind: 'down', why: messageOf(cause) };
  }
  if (response.status === 401 || response.status === 403) {
    return { kind: 'refused', why: `it answers HTTP ${response.status}` };
  }
  if (!response.ok) return { kind: 'odd', why: `it answers HTTP ${response.status}` };
  try {
    return { kind: 'json', value: await response.json() };
  } catch {
    return { kind: 'odd', why: 'it does not answer with JSON' };
  }
}
