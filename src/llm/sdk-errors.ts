/** From what the SDK threw to an {@link LlmError}. */
import { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk';
import { LlmError, type LlmErrorKind } from './errors.ts';
import { onOneLine } from './untrusted.ts';

/** What is known of a failed call beside its error. */
export interface FailureFacts {
  readonly model: string;
  /** For messages: where the call went, without path and credentials. */
  readonly host: string;
  readonly timeoutMs: number;
  readonly ended: 'caller' | 'time' | 'stopped' | null;
  /** Of the last attempt that was answered. */
  readonly lastStatus: number | null;
  readonly attempts: number;
  readonly redact: (text: string) => string;
}

/** Maps whatever the SDK threw. The cause is not attached: it may hold request headers. */
export function toLlmError(error: unknown, facts: FailureFacts): LlmError {
  const { host, model, lastStatus } = facts;
  const tries = facts.attempts === 1 ? '1 attempt' : `${facts.attempts} attempts`;
  if (facts.ended === 'caller') {
    return new LlmError('aborted', `The call of ${model} was cancelled.`, lastStatus);
  }
  if (facts.ended === 'time') {
    const limit = `within ${facts.timeoutMs / 1000} s (${tries})`;
    if (lastStatus === null || lastStatus < 400) {
      return new LlmError('timeout', `${model} at ${host} did not answer ${limit}.`, lastStatus);
    }
    const kind = kindOfStatus(lastStatus, '');
    return new LlmError(
      kind,
      `${model} at ${host} gave no reply ${limit}; its last answer was HTTP ${lastStatus}. ${adviceFor(kind)}`,
      lastStatus,
    );
  }
  if (error instanceof APIConnectionTimeoutError) {
    return new LlmError('timeout', `${model} at ${host} did not answer in time (${tries}).`, lastStatus);
  }
  const detail = facts.redact(detailOf(error));
  if (facts.attempts === 0) {
    return new LlmError(
      'http',
      `The request to ${model} could not be made: ${detail}. Check ANTHROPIC_API_KEY and the base URL.`,
    );
  }
  if (error instanceof APIError && !(error instanceof APIConnectionError) && error.status !== undefined) {
    const status = Number(error.status);
    const kind = kindOfStatus(status, detail);
    return new LlmError(
      kind,
      `${model} at ${host} answered HTTP ${status} (${tries}): ${detail}. ${adviceFor(kind)}`,
      status,
    );
  }
  return new LlmError(
    'network',
    `${model} at ${host} could not be reached, or the connection broke (${tries}): ${detail}. ` +
      'Check the network and the base URL (ANTHROPIC_BASE_URL).',
    lastStatus,
  );
}

function kindOfStatus(status: number, detail: string): LlmErrorKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limited';
  if (status === 529 || (status >= 500 && /overloaded/i.test(detail))) return 'overloaded';
  return 'http';
}

const ADVICE: Partial<Readonly<Record<LlmErrorKind, string>>> = {
  auth: 'Check ANTHROPIC_API_KEY, and that it may use this model.',
  rate_limited: 'Wait, or run fewer scenarios at once.',
  overloaded: 'The model is overloaded: try again later.',
};

function adviceFor(kind: LlmErrorKind): string {
  return ADVICE[kind] ?? 'Check the model name and the base URL (ANTHROPIC_BASE_URL), or try again.';
}

const DETAIL_CHARACTERS = 200;

/** The server's own words, or the innermost cause of a broken connection, on one line and cut. */
function detailOf(error: unknown): string {
  // Typed as text, but it comes unchecked from the server.
  const said: unknown = error instanceof APIError ? error.apiMessage : null;
  if (typeof said === 'string') return shortLine(said);
  let inner: unknown = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  return shortLine(inner instanceof Error ? inner.message : String(inner));
}

function shortLine(text: string): string {
  const line = onOneLine(text).replace(/\.$/, '');
  return line.length > DETAIL_CHARACTERS ? `${line.slice(0, DETAIL_CHARACTERS)}…` : line || 'no details';
}
