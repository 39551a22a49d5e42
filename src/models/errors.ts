/**
 * Why an LLM call gave nothing usable, in words for a person and never with a secret in them.
 * Free of the SDK, which takes a third of a second to load: judge and simulator know these errors, only the client the SDK.
 */
export type LlmErrorKind =
  | 'unparseable'
  | 'refusal'
  | 'max_tokens'
  /** The prompt does not fit the model's context, as the server says. */
  | 'too_long'
  /** The server answered a part of the prompt, without a word. */
  | 'cut_prompt'
  | 'auth'
  | 'no_credit'
  | 'not_found'
  | 'rate_limited'
  | 'overloaded'
  | 'timeout'
  | 'network'
  | 'http'
  | 'aborted';

export class LlmError extends Error {
  override readonly name = 'LlmError';
  readonly kind: LlmErrorKind;
  /** The HTTP status of the last answer, when there was one. */
  readonly status: number | null;

  constructor(kind: LlmErrorKind, message: string, status: number | null = null) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

/**
 * What no question can get past, or none within the time that was waited. A request that is refused (too long, say), that
 * takes too long or that breaks the server may be the fault of its own question.
 */
const OUTAGES: ReadonlySet<LlmErrorKind> = new Set([
  'auth',
  'no_credit',
  'not_found',
  'rate_limited',
  'overloaded',
  'network',
]);

/** Does the error tell of the endpoint, and not of this one question? */
export function isOutage(error: LlmError): boolean {
  return OUTAGES.has(error.kind);
}
