/**
 * What a tool's result means: the JSON object it holds, or one of the failures the server reports.
 * Shapes seen: docs/agent-ui.md.
 */
import { z } from 'zod';
import { AgentUiError, type AgentUiErrorKind } from '../contract.ts';

/** A result as it travels. Blocks other than text do not occur and are tolerated. */
const callToolResultSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).default([]),
  structuredContent: z.looseObject({ result: z.unknown().optional() }).optional().catch(undefined),
  isError: z.boolean().default(false),
});

const failureSchema = z.union([
  z.looseObject({ status: z.literal('error'), detail: z.unknown().optional() }),
  // Alone: a finished turn has a field of that name beside many others.
  z.strictObject({ error: z.string().min(1) }),
]);

const QUOTED_AT_MOST = 500;

/** The MCP server is up but its backend is not: said in the words of the server or of its HTTP library. */
const BACKEND_GONE =
  /Cannot connect to GAIA backend|Connection refused|NewConnectionError|Max retries exceeded|RemoteDisconnected|Connection reset|Connection aborted/i;
/** Its backend was not even reached: nothing was sent. */
const NEVER_SENT = /Cannot connect to GAIA backend|Connection refused|NewConnectionError/i;
const BACKEND_SILENT = /Read timed out|ReadTimeout/i;

/** Returns the object the tool answered with; throws AgentUiError `crashed`, `refused`, `unreachable`, `timeout` or `malformed`. */
export function readToolResult(tool: string, answer: unknown): unknown {
  const parsed = callToolResultSchema.safeParse(answer);
  if (!parsed.success) {
    throw new AgentUiError('malformed', tool, `${tool} answered with no tool result.`, {
      cause: parsed.error,
    });
  }
  const result = parsed.data;
  const texts = result.content.flatMap((block) => (block.text === undefined ? [] : [block.text]));
  if (result.isError) {
    throw new AgentUiError(
      'crashed',
      tool,
      `${tool} crashed: ${quote(texts.join('\n')) || '(no reason given)'}`,
    );
  }
  const value = payload(tool, texts, result.structuredContent?.result);
  const failure = failureSchema.safeParse(value);
  if (failure.success) {
    const reason = reasonOf(failure.data);
    const kind = kindOf(reason);
    const step = kind === 'unreachable' && NEVER_SENT.test(reason) ? 'connect' : tool;
    throw new AgentUiError(kind, step, `${tool} failed: ${reason}`);
  }
  return value;
}

function payload(tool: string, texts: readonly string[], structured: unknown): unknown {
  if (isObject(structured)) return structured;
  const [text, ...more] = texts;
  if (text === undefined || more.length > 0) {
    throw new AgentUiError(
      'malformed',
      tool,
      `${tool} answered with ${texts.length} texts instead of one JSON object.`,
    );
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // said below
  }
  throw new AgentUiError('malformed', tool, `${tool} did not answer with a JSON object: ${quote(text)}`);
}

function reasonOf(failure: z.infer<typeof failureSchema>): string {
  const reason =
    'detail' in failure && failure['detail'] !== undefined ? failure['detail'] : failure['error'];
  return quote(typeof reason === 'string' ? reason : (JSON.stringify(reason) ?? '(no reason given)'));
}

function kindOf(reason: string): AgentUiErrorKind {
  if (BACKEND_SILENT.test(reason)) return 'timeout';
  return BACKEND_GONE.test(reason) ? 'unreachable' : 'refused';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function quote(text: string): string {
  return text.length > QUOTED_AT_MOST ? `${text.slice(0, QUOTED_AT_MOST)}…` : text;
}
