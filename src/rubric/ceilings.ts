/**
 * Everything about a turn that can be decided without an opinion. A ceiling can only lower a score, and it binds every judge:
 * a rule stands here only where it is certain. Source: the benchmark's rubric, docs/rubric.md.
 */
import type { Conversation, Exchange } from '../conversation.ts';
import type { ResolvedTruth } from '../scenario/ground-truth.ts';
import type { Turn } from '../scenario/schema.ts';
import { asksBack } from '../text/questions.ts';
import { readable } from '../text/normalise.ts';
import { CHECK_CEILINGS, evaluateChecks } from './checks.ts';
import type { Dimension } from './dimensions.ts';
import { readTruth, type TruthReading } from './ground-truth.ts';
import { invalidResponse } from './invalid-response.ts';
import { numericCeiling } from './numeric.ts';
import { refusesUnseen } from './refusal.ts';
import { toolLoop } from './tool-loop.ts';
import type { Ceiling } from './verdict-types.ts';

export interface CeilingsInput {
  readonly turn: Turn;
  readonly truth: ResolvedTruth;
  /** The turns before this one. */
  readonly before: Conversation;
  readonly exchange: Exchange;
  readonly category: string;
  /** Number of turns of the scenario. */
  readonly turns: number;
}

const INVALID: readonly Dimension[] = ['correctness', 'completeness', 'tool_selection'];
const ASKS_AGAIN_MAX = 4;

function invalid({ truth, exchange }: CeilingsInput): Ceiling[] {
  const expected = [
    ...(typeof truth.expected_answer === 'string' ? [truth.expected_answer] : []),
    ...truth.expected_phrases,
  ];
  const found = invalidResponse(exchange.agent_response, expected);
  if (found === null) return [];
  return INVALID.map((dimension) => ({
    rule: `invalid_response:${found.rule}`,
    dimension,
    max: 0,
    evidence: found.evidence,
  }));
}

function numeric(reading: TruthReading): Ceiling[] {
  if (reading.kind !== 'expected') return [];
  return reading.comparison.findings.flatMap((finding): Ceiling[] => {
    if (finding.deviation === null || finding.component.optional) return [];
    const isFault = finding.outcome === 'wrong' || (finding.outcome === 'undecided' && finding.approximate);
    if (!isFault && finding.outcome !== 'right') return [];
    const max = numericCeiling(finding.deviation, finding.approximate);
    if (max === 10) return [];
    return [
      {
        rule: 'numeric_deviation',
        dimension: 'correctness',
        max: finding.outcome === 'right' ? Math.max(max, 8) : max,
        evidence: finding.evidence,
      },
    ];
  });
}

function truthCeilings(input: CeilingsInput, reading: TruthReading): Ceiling[] {
  if (reading.kind === 'unknown' && reading.reading.verdict === 'invented' && reading.reading.certain) {
    return [
      { rule: 'invented_answer', dimension: 'correctness', max: 0, evidence: reading.reading.evidence },
    ];
  }
  if (reading.kind !== 'expected' || reading.comparison.outcome === 'right') return [];
  const ceilings: Ceiling[] = [...numeric(reading)];
  const isEmptyHanded = reading.comparison.outcome === 'missing' && reading.comparison.completeness === 0;
  if (isEmptyHanded && refusesUnseen(input.exchange)) {
    ceilings.push({
      rule: 'lazy_refusal',
      dimension: 'correctness',
      max: 0,
      evidence: 'refuses without having called a query tool',
    });
  }
  return ceilings;
}

/** Does the answer ask the user for what the conversation or the session already holds, instead of answering? */
export function asksAgain(
  input: Pick<CeilingsInput, 'truth' | 'before' | 'exchange'>,
  reading: TruthReading,
): boolean {
  if (input.before.length === 0 || !asksBack(readable(input.exchange.agent_response))) return false;
  return (
    reading.kind === 'expected' &&
    reading.comparison.outcome === 'missing' &&
    reading.comparison.completeness === 0
  );
}

/** Every ceiling that the turn's exchange earns, each with its rule and evidence. */
export function ceilingsFor(input: CeilingsInput): Ceiling[] {
  const ceilings = invalid(input);
  const reading = readTruth(input);
  if (reading.kind === 'expected' && reading.comparison.outcome === 'right')
    ceilings.push(...numeric(reading));
  ceilings.push(...truthCeilings(input, reading));
  const loop = toolLoop(input.exchange, input.before, input.turns);
  if (loop !== null) ceilings.push({ rule: 'tool_loop', dimension: 'efficiency', max: 0, evidence: loop });
  if (asksAgain(input, reading)) {
    ceilings.push({
      rule: 'asks_again',
      dimension: 'context_retention',
      max: ASKS_AGAIN_MAX,
      evidence: 'asks again for what is already established',
    });
  }
  if (input.turn.checks !== undefined) {
    for (const check of evaluateChecks({
      checks: input.turn.checks,
      exchange: input.exchange,
      before: input.before,
    })) {
      if (check.passed) continue;
      for (const [dimension, max] of CHECK_CEILINGS[check.name]) {
        ceilings.push({ rule: `check:${check.name}`, dimension, max, evidence: check.evidence });
      }
    }
  }
  return ceilings;
}
