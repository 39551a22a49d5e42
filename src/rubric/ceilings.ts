/**
 * The highest scores that a turn's certain findings allow. A ceiling can only lower a score, and it binds every judge:
 * what is undecided binds nobody. Source: the benchmark's rubric, docs/rubric.md.
 */
import { CHECK_CEILINGS } from './checks.ts';
import type { Dimension } from './dimensions.ts';
import { numericCeiling } from './numeric.ts';
import type { TurnReading } from './read-turn.ts';
import type { Comparison } from './truth/comparison.ts';
import type { Ceiling } from './verdict-types.ts';

const INVALID: readonly Dimension[] = ['correctness', 'completeness', 'tool_selection'];
const ASKS_AGAIN_MAX = 4;
/** Says that it found nothing, where the documents hold it: short of the pass mark, and more than an invention. */
const NOTHING_FOUND_MAX = 2;

/** Every ceiling that the turn earns, each with its rule and evidence. */
export function ceilingsOf(reading: TurnReading): Ceiling[] {
  const { invalid, loop } = reading;
  const ceilings: Ceiling[] = [];
  if (invalid !== null) {
    const rule = `invalid_response:${invalid.rule}`;
    ceilings.push(...INVALID.map((dimension) => ({ rule, dimension, max: 0, evidence: invalid.evidence })));
  }
  ceilings.push(...truthCeilings(reading));
  if (loop !== null) ceilings.push({ rule: 'tool_loop', dimension: 'efficiency', max: 0, evidence: loop });
  if (reading.asksAgain) {
    const evidence = 'asks again for what is already established';
    ceilings.push({ rule: 'asks_again', dimension: 'context_retention', max: ASKS_AGAIN_MAX, evidence });
  }
  for (const { name, outcome, evidence } of reading.checks) {
    if (outcome !== 'fail') continue;
    for (const [dimension, max] of CHECK_CEILINGS[name]) {
      ceilings.push({ rule: `check:${name}`, dimension, max, evidence });
    }
  }
  return ceilings;
}

function truthCeilings({ truth, hasLooked }: TurnReading): Ceiling[] {
  const onCorrectness = (rule: string, max: number, evidence: string): Ceiling[] => [
    { rule, dimension: 'correctness', max, evidence },
  ];
  if (truth.kind === 'unknown') {
    const { verdict, evidence } = truth.reading;
    return verdict === 'invented' ? onCorrectness('invented_answer', 0, evidence) : [];
  }
  if (truth.kind === 'none') return [];
  const { outcome, rule, evidence, approximately } = truth.comparison;
  if (outcome === 'undecided' && approximately === null) return [];
  if (rule === 'nothing_given')
    return hasLooked
      ? onCorrectness('nothing_given', NOTHING_FOUND_MAX, evidence)
      : onCorrectness('lazy_refusal', 0, 'refuses without having called a query tool');
  const max = correctnessOf(truth.comparison);
  if (max === 10) return [];
  return onCorrectness(outcome === 'wrong' ? `wrong_${rule}` : 'approximate_value', max, evidence);
}

/** What a decided comparison is worth: a value called approximate is measured by the rubric's table. */
export function correctnessOf({ outcome, approximately }: Comparison): number {
  if (approximately !== null) return numericCeiling(approximately, true);
  return outcome === 'right' ? 10 : 0;
}
