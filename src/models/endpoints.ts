/** Servers of models by name, and a model's name taken apart: `ollama/qwen3:8b` is the model `qwen3:8b` of Ollama. Pure. */
import { z } from 'zod';
import { isLoopbackHost } from '../loopback.ts';
import { nearestKey } from '../nearest-key.ts';
import { httpUrl, namesNoUser, NO_USER } from '../setting-kinds.ts';

/** Default addresses, of each server's own documentation, November 2026. */
const KNOWN: Readonly<Record<string, string>> = {
  lemonade: 'http://localhost:13305/api/v1',
  ollama: 'http://localhost:11434/v1',
  llamacpp: 'http://localhost:8080/v1',
  vllm: 'http://localhost:8000/v1',
  lmstudio: 'http://localhost:1234/v1',
  openai: 'https://api.openai.com/v1',
};
/** Of those that want one. */
const KNOWN_KEYS: Readonly<Record<string, string>> = { openai: 'OPENAI_API_KEY' };

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What `agentEval({ endpoints: { box: … } })` takes; a known name overrides its address. */
export const endpointSchema = z.strictObject({
  url: httpUrl.refine(namesNoUser, NO_USER),
  /** The environment variable that holds the key: the key itself never stands in a file. */
  keyFrom: z
    .string()
    .regex(VARIABLE, 'must be the name of an environment variable; the key itself stands in no file')
    .optional(),
  /** USD per million tokens: `input,output`. */
  price: z.string().trim().min(1).optional(),
  /** Calls it answers at once. */
  slots: z.number().int().min(1).max(1024).optional(),
});
export const endpointsSchema = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9_-]*$/i, 'must be a word'),
  endpointSchema,
);
export type EndpointOptions = z.infer<typeof endpointsSchema>;

export interface Endpoint {
  readonly name: string;
  readonly url: string;
  /** The variable its key is in; null when it wants none. */
  readonly keyFrom: string | null;
  /** As in the settings; null when none is given there. */
  readonly price: string | null;
  readonly slots: number | null;
  /** It is on this machine: its answers cost nothing. */
  readonly isLocal: boolean;
}

export type ModelName =
  | { readonly vendor: 'anthropic'; readonly model: string }
  | { readonly vendor: 'openai'; readonly model: string; readonly endpoint: Endpoint };

/** A name whose first part is no endpoint is Anthropic's, or that of a server that speaks its API. */
export function parseModelName(name: string, own: EndpointOptions = {}): ModelName {
  const slash = name.indexOf('/');
  const endpoint = slash < 0 ? null : findEndpoint(name.slice(0, slash), own);
  if (endpoint === null) return { vendor: 'anthropic', model: name };
  return { vendor: 'openai', model: name.slice(slash + 1), endpoint };
}

/** null when neither we nor the settings know such an endpoint. */
export function findEndpoint(name: string, own: EndpointOptions = {}): Endpoint | null {
  const given = Object.hasOwn(own, name) ? own[name] : undefined;
  const url = given?.url ?? (Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined);
  if (url === undefined) return null;
  const isOwnAddress = given !== undefined;
  return {
    name,
    url,
    keyFrom: given?.keyFrom ?? (isOwnAddress ? null : (KNOWN_KEYS[name] ?? null)),
    price: given?.price ?? null,
    slots: given?.slots ?? null,
    isLocal: isLoopbackHost(new URL(url).hostname),
  };
}

/** The endpoint that a word may have been meant for; null when none is near. */
export function nearestEndpoint(word: string, own: EndpointOptions = {}): string | null {
  return nearestKey(word, endpointNames(own));
}

export function endpointNames(own: EndpointOptions = {}): readonly string[] {
  return [...new Set([...Object.keys(KNOWN), ...Object.keys(own)])];
}
