/** Does the MCP server drive the backend that the settings name? A run of one agent must not be stored as another's. */
import { codeOf } from '../../error-code.ts';
import { isLoopbackHost } from '../../loopback.ts';
import { publicAddress } from '../../redact.ts';
import { AgentUiError, type AgentSession } from '../contract.ts';

/**
 * `same`: the session is there. `other`: the backend is an Agent UI that does not know it. `nobody`: the address is this
 * machine's, and nothing listens there. `unknown`: neither can be told, for instance behind a sign-in.
 */
export type Driven = 'same' | 'other' | 'nobody' | 'unknown';

const LOOK_MS = 5_000;
const SESSIONS = '/api/sessions';

/** Looks for a session that the MCP server has just created. Never throws. */
export async function findDrivenBackend(backend: string, sessionId: string): Promise<Driven> {
  const found = await look(backend, `${SESSIONS}/${encodeURIComponent(sessionId)}`);
  if (found.kind === 'none') {
    return found.refused && isLoopbackHost(new URL(backend).hostname) ? 'nobody' : 'unknown';
  }
  if (found.status === 200 && hasKey(found.json, 'id')) return 'same';
  if (found.status !== 404) return 'unknown';
  // Any other server says 404 too.
  const all = await look(backend, SESSIONS);
  return all.kind === 'answer' && all.status === 200 && hasKey(all.json, 'sessions') ? 'other' : 'unknown';
}

export interface NamedBackend {
  readonly address: string;
  /** Somebody named it: it is not the default, which an MCP server may do without. */
  readonly isNamed: boolean;
}

/**
 * `create`, whose sessions are looked for at the backend until one was found, or nothing could be told. Throws AgentUiError
 * `refused` for one that is not there.
 */
export function onlyOnBackend<T extends unknown[]>(
  { address, isNamed }: NamedBackend,
  create: (...input: T) => Promise<AgentSession>,
  remove: (id: string) => Promise<void>,
): (...input: T) => Promise<AgentSession> {
  let looked: Promise<string | null> | null = null;
  return async (...input) => {
    const session = await create(...input);
    looked ??= findDrivenBackend(address, session.id).then((driven) => problemOf(driven, address, isNamed));
    const problem = await looked;
    if (problem === null) return session;
    looked = null;
    await remove(session.id).catch(() => undefined); // nobody else knows of it
    throw new AgentUiError('refused', 'create_session', problem);
  };
}

function problemOf(driven: Driven, address: string, isNamed: boolean): string | null {
  const what =
    driven === 'other'
      ? `the Agent UI at ${publicAddress(address)} does not know the session that the MCP server has just created`
      : `nothing listens at ${publicAddress(address)}, and the MCP server has just created a session`;
  if (driven === 'same' || driven === 'unknown' || (driven === 'nobody' && !isNamed)) return null;
  return (
    `${what}: it works on another backend. Name the one it drives (AGENT_EVAL_TARGET), or the MCP server that ` +
    'drives this one (AGENT_EVAL_MCP).'
  );
}

type Look =
  | { readonly kind: 'answer'; readonly status: number; readonly json: unknown }
  | { readonly kind: 'none'; readonly refused: boolean };

async function look(backend: string, path: string): Promise<Look> {
  const url = new URL(backend);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(LOOK_MS), redirect: 'manual' });
    return { kind: 'answer', status: response.status, json: readJson(await response.text()) };
  } catch (error) {
    return { kind: 'none', refused: isRefused(error) };
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const all = cause instanceof AggregateError ? cause.errors : [cause];
  return all.every((each: unknown) => codeOf(each) === 'ECONNREFUSED');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hasKey(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && key in value;
}
