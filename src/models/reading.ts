/** Reads the structured output in a reply. A reply that cannot be read has a problem that can be told the model. */
import type { ZodType } from 'zod';
import { jsonObjectIn } from './json-text.ts';

export interface Reply {
  /** All text; thinking is left out. */
  readonly text: string;
  /** In the Messages API's words, whoever the vendor is: `end_turn`, `max_tokens`, `refusal`, …; null without one. */
  readonly stopReason: string | null;
}

export interface Unusable {
  readonly ok: false;
  readonly kind: 'unparseable' | 'refusal' | 'max_tokens';
  /** Without a full stop. */
  readonly problem: string;
  /** Another try could end better. */
  readonly worthRepeating: boolean;
}

export type Reading<T> = { readonly ok: true; readonly value: T } | Unusable;

const CUT_SHORT: ReadonlyMap<string, Unusable> = new Map([
  ['refusal', unusable('refusal', 'the model refused to answer', false)],
  ['max_tokens', unusable('max_tokens', 'the reply was cut off before its end', true)],
  ['model_context_window_exceeded', unusable('max_tokens', 'the request is too long for the model', false)],
]);

/** The only sign that a reply is whole: of any other one nobody knows what is missing. */
const END = 'end_turn';

export function readReply<T>(reply: Reply, schema: ZodType<T>): Reading<T> {
  const cutShort = CUT_SHORT.get(reply.stopReason ?? '');
  if (cutShort !== undefined) return cutShort;
  if (reply.stopReason !== END) {
    const reason = reply.stopReason === null ? 'no stop_reason' : `stop_reason ${reply.stopReason}`;
    return unusable('unparseable', `the reply did not come to its end (${reason})`, true);
  }
  const object = jsonObjectIn(reply.text);
  if (object === undefined) {
    const empty = reply.text.trim() === '';
    return unusable(
      'unparseable',
      empty ? 'the reply was empty' : 'the reply held no single JSON object',
      true,
    );
  }
  const parsed = schema.safeParse(object);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'the object'}: ${message}`);
  return unusable('unparseable', problems.join('; '), true);
}

export function reminder(problem: string): string {
  return (
    `Your previous reply to exactly this request could not be used: ${problem}. ` +
    'Reply again, with one JSON object of the requested form and nothing before or after it.'
  );
}

function unusable(kind: Unusable['kind'], problem: string, worthRepeating: boolean): Unusable {
  return { ok: false, kind, problem, worthRepeating };
}
