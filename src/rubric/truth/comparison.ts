/** What comparing an answer with the expected one comes to. */

export interface Comparison {
  readonly outcome: 'right' | 'wrong' | 'undecided';
  /** Which rule decided; for `undecided`, which one could not. */
  readonly rule: 'value' | 'wording' | 'name' | 'polarity' | 'nothing_given' | 'not_plain' | 'not_read';
  /** In words, for a person. */
  readonly evidence: string;
  /** Relative deviation of the value given for the thing asked, when the answer calls it approximate; else null. */
  readonly approximately: number | null;
}

export interface CompareInput {
  readonly answer: string;
  readonly expected: string;
  readonly question: string;
  /** Relative deviation that counts as right. */
  readonly tolerance?: number;
}

export const decide = (
  outcome: Comparison['outcome'],
  rule: Comparison['rule'],
  evidence: string,
  approximately: number | null = null,
): Comparison => ({ outcome, rule, evidence, approximately });
