/** The one place where reasons become text. */
import type { Reason } from './verdict-types.ts';

/** What stands before the words of a judge, by the rule. */
const HEADS: ReadonlyMap<string, string> = new Map([
  ['critical_violation', 'Critical violation: '],
  ['outcome_missed', 'The expected outcome is missed: '],
  ['blocked', "The judge cites a limit of the agent's architecture: "],
  ['undecided', 'could not be decided: '],
]);

/** `Turn 2: correctness is 3, below 4.` */
export function reasonText({ turn, rule, text }: Reason): string {
  return `${turn === null ? '' : `Turn ${turn}: `}${HEADS.get(rule) ?? ''}${text}`;
}
