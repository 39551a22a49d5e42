/** What a check finds in a turn. */

export type CheckOutcome = 'pass' | 'fail' | 'undecided';

export interface Finding {
  readonly outcome: CheckOutcome;
  /** In words: what in the answer or the tool calls shows it. */
  readonly evidence: string;
}

export const finding = (outcome: CheckOutcome, evidence: string): Finding => ({ outcome, evidence });
