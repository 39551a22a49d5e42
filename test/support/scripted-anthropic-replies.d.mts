import type { Dimension } from '../../src/rubric/dimensions.ts';

export const GOOD_SCORES: Readonly<Record<Dimension, number>>;
export function withReasons(
  scores: Readonly<Record<string, unknown>>,
): Record<string, { readonly why: string; readonly score: unknown }>;
export function defaultReply(request: {
  readonly kind: string;
  readonly prompt: string;
  readonly system?: string;
}): object;
