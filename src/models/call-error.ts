/** From what an SDK threw to an {@link LlmError}. */
import type { Failure } from './attempt.ts';
import { LlmError, type LlmErrorKind } from './errors.ts';
import type { VendorWords } from './exchange.ts';
import { onOneLine } from './untrusted.ts';

/** What is known of a failed call beside its last attempt. */
export interface FailureFacts {
  readonly model: string;
  readonly words: VendorWords;
  readonly timeoutMs: number;
  /** 'time' also while the next attempt was waited for. */
  readonly ended: 'caller' | 'time' | null;
  readonly attempts: number;
  readonly redact: (text: string) => string;
}

/** Maps the last attempt's failure. The cause is not attached: it may hold request headers. */
export function toLlmError(failure: Failure, facts: FailureFacts): LlmError {
  const { words, model } = facts;
  const { host } = words;
  const tries = facts.attempts === 1 ? '1 attempt' : `${facts.attempts} attempts`;
  const status = failure.said?.status ?? failure.status;
  if (facts.ended === 'caller') return new LlmError('aborted', `The call of ${model} was cancelled.`, status);
  const detail = facts.redact(
    failure.said === null ? detailOf(failure.error, words) : shortLine(failure.said.message),
  );
  if (facts.ended === 'time') return timeUp(status, detail, facts, tries);
  if (words.isTimeout(failure.error)) {
    return new LlmError('timeout', `${model} at ${host} did not answer in time (${tries}).`, status);
  }
  if (!failure.sent) {
    const message = `The request to ${model} could not be made: ${detail}. Check ${words.key} and ${words.address}.`;
    return new LlmError('http', message);
  }
  if (status === null) {
    return new LlmError(
      'network',
      `${model} at ${host} could not be reached, or the connection broke (${tries}): ${detail}. ` +
        `Check the network and ${words.address}.`,
    );
  }
  if (status >= 200 && status < 300) return noMessage(failure, status, detail, facts, tries);
  const kind = kindOfStatus(status, detail);
  const advice = adviceFor(kind, status, words);
  return new LlmError(
    kind,
    `${model} at ${host} answered HTTP ${status} (${tries}): ${detail}. ${advice}`,
    status,
  );
}

function timeUp(
  status: number | null,
  detail: string,
  { model, words, timeoutMs }: FailureFacts,
  tries: string,
): LlmError {
  const { host } = words;
  const limit = `within ${timeoutMs / 1000} s (${tries})`;
  if (status === null || status < 400) {
    return new LlmError('timeout', `${model} at ${host} did not answer ${limit}.`, status);
  }
  const kind = kindOfStatus(status, detail);
  return new LlmError(
    kind,
    `${model} at ${host} gave no reply ${limit}; its last answer was HTTP ${status}. ${adviceFor(kind, status, words)}`,
    status,
  );
}

/** A good status, and no message. */
function noMessage(
  { error }: Failure,
  status: number,
  detail: string,
  { model, words }: FailureFacts,
  tries: string,
): LlmError {
  const { host } = words;
  const message =
    error === null
      ? `${host} answered with something that is not ${words.reply}. Check ${words.address}.`
      : `${model} at ${host} answered HTTP ${status}, and the reply was cut off before its end (${tries}): ${detail}. ` +
        'Something between here and the model ends long replies: try again, or look at the proxy.';
  return new LlmError('http', message, status);
}

/** In the words of Anthropic and of servers that speak its API for others. */
const NO_CREDIT = /credit balance is too low|insufficient[_ ]quota|billing/i;

/** In the words of Anthropic, OpenAI, llama.cpp, vLLM and LM Studio. */
const TOO_LONG =
  /prompt is too long|exceeds? the available context size|maximum context length|context (?:length|window|size)|too many tokens/i;

function kindOfStatus(status: number, detail: string): LlmErrorKind {
  if (status === 402 || ((status === 400 || status === 403 || status === 429) && NO_CREDIT.test(detail))) {
    return 'no_credit';
  }
  if ((status === 400 || status === 413) && TOO_LONG.test(detail)) return 'too_long';
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status === 529 || (status >= 500 && /overloaded/i.test(detail))) return 'overloaded';
  return 'http';
}

function adviceFor(kind: LlmErrorKind, status: number, { key, address }: VendorWords): string {
  const advice: Partial<Readonly<Record<LlmErrorKind, string>>> = {
    auth: `Check ${key}, and that it may use this model.`,
    not_found: `Check the model name and ${address}.`,
    no_credit: 'Add credit to the account, or use another key.',
    rate_limited: 'Wait, or run fewer scenarios at once.',
    overloaded: 'The model is overloaded: try again later.',
    too_long:
      "The prompt is longer than the model's context: use a model that has a larger one, or start the server with it.",
  };
  if (advice[kind] !== undefined) return advice[kind];
  if (status >= 500) return 'The server failed: try again later.';
  return status >= 400 ? 'The request itself was refused.' : `Check ${address}.`;
}

const DETAIL_CHARACTERS = 200;

/** The server's own words, or the innermost cause of a broken connection, on one line and cut. */
function detailOf(error: unknown, words: VendorWords): string {
  const said = words.saidIn(error);
  if (said !== null) return shortLine(said);
  let inner: unknown = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  return shortLine(inner instanceof Error ? inner.message : String(inner));
}

function shortLine(text: string): string {
  const line = onOneLine(text).replace(/\.$/, '');
  return line.length > DETAIL_CHARACTERS ? `${line.slice(0, DETAIL_CHARACTERS)}…` : line || 'no details';
}
