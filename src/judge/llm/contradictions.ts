/** Replies that say one thing and its opposite. Which half was meant nobody knows, so such a reply is no judgement. */
import type { FailureCategory } from '../../rubric/judgement.ts';
import type { Scenario } from '../../scenario/schema.ts';
import { readScore } from '../../rubric/score.ts';
import { MIN_CORRECTNESS } from '../../rubric/turn-verdict.ts';

export interface Opinion {
  /** How many statements the reply lists as unsupported, standing in the answer or not. */
  readonly listed: number;
  /** Those of them that stand in the answer. */
  readonly quotes: readonly string[];
  readonly category: FailureCategory | null;
  readonly correctness: unknown;
  /** A flag that is not asked for; undefined where the reply has none. */
  readonly flag: unknown;
  readonly severity: Scenario['severity'];
}

/** Categories that the prompt allows only beside a correctness of 0, and one that no right answer can have. */
const HIGHEST: Readonly<Partial<Record<FailureCategory, number>>> = {
  garbled_output: MIN_CORRECTNESS,
  lazy_refusal: MIN_CORRECTNESS,
  wrong_answer: 8,
};

/** What contradicts what, each without a full stop; none for a reply that is of one mind. */
export function findContradictions({
  listed,
  quotes,
  category,
  correctness,
  flag,
  severity,
}: Opinion): string[] {
  const found: string[] = [];
  if (quotes.length === 0) {
    // A critical scenario would pass or fail by it; elsewhere it is a fault that is told.
    if (listed > 0 && severity === 'critical')
      found.push('none of the quotes in unsupported stands in the answer');
    if (category === 'hallucination')
      found.push('the failure category is hallucination, and unsupported quotes nothing of the answer');
    if (flag !== undefined && flag !== null && flag !== false)
      found.push(`hallucination is ${JSON.stringify(flag)}, and unsupported quotes nothing of the answer`);
  }
  const score = readScore(correctness);
  const limit = category === null ? undefined : HIGHEST[category];
  if (score !== null && limit !== undefined && score >= limit)
    found.push(`the failure category is ${category ?? ''}, and correctness is ${score}`);
  return found;
}
