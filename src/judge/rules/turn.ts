/** One turn by rules: correctness decided or undecided, the other dimensions by defaults that rules lower. */
import { ceilingsFor } from '../../rubric/ceilings.ts';
import { evaluateChecks } from '../../rubric/checks.ts';
import { readTruth, type TruthReading } from '../../rubric/ground-truth.ts';
import { dishonesty } from '../../rubric/honesty.ts';
import { invalidResponse } from '../../rubric/invalid-response.ts';
import type { FailureCategory, TurnJudgement } from '../../rubric/judgement.ts';
import { hasLooked, refusesUnseen } from '../../rubric/refusal.ts';
import type { Ceiling } from '../../rubric/verdict-types.ts';
import { refuses } from '../../text/admission.ts';
import type { TurnInput } from '../judge.ts';
import { onlyAnnounces } from '../../text/pending.ts';
import { readable } from '../../text/normalise.ts';
import { behaviourFigures, deniedMention } from './behaviour.ts';

/**
 * What a dimension gets when no rule speaks against it. Completeness follows the share of the expected parts;
 * the rest can not be measured by rules and stands at a plain "good".
 */
export const DEFAULT_SCORES = {
  tool_selection: 8,
  context_retention: 8,
  completeness: 8,
  efficiency: 8,
  personality: 8,
  error_recovery: 8,
} as const;

interface Correctness {
  readonly score: number | null;
  readonly reasoning: string;
  readonly category: FailureCategory | null;
  readonly hallucination: boolean;
  readonly completeness: number;
}

const right = (reasoning: string, score = 10, completeness = 1): Correctness => ({
  score,
  reasoning,
  category: null,
  hallucination: false,
  completeness,
});
const wrong = (reasoning: string, category: FailureCategory, completeness = 0): Correctness => ({
  score: 0,
  reasoning,
  category,
  hallucination: category === 'hallucination',
  completeness,
});
const undecided = (reasoning: string): Correctness => ({
  score: null,
  reasoning,
  category: null,
  hallucination: false,
  completeness: 1,
});

function missingCategory(input: TurnInput, reasoning: string): FailureCategory {
  if (refusesUnseen(input.exchange)) return 'lazy_refusal';
  if (refuses(input.exchange.agent_response)) return 'gave_up';
  return /names?|file|document/i.test(reasoning) && !hasLooked(input.exchange)
    ? 'context_blindness'
    : 'wrong_answer';
}

function byTruth(input: TurnInput, reading: TruthReading): Correctness | null {
  if (reading.kind === 'none') return null;
  if (reading.kind === 'unknown') {
    const { verdict, evidence } = reading.reading;
    switch (verdict) {
      case 'admitted':
        return right(evidence);
      case 'invented':
        return wrong(evidence, 'hallucination');
      case 'silent':
        return wrong(evidence, 'hallucination');
      case 'undecided':
        return undecided(evidence);
      default:
        return verdict satisfies never;
    }
  }
  const { outcome, evidence, completeness } = reading.comparison;
  switch (outcome) {
    case 'right':
      return right(evidence, 10, completeness);
    case 'wrong':
      return wrong(evidence, 'wrong_answer', completeness);
    case 'missing':
      return wrong(evidence, missingCategory(input, evidence), completeness);
    case 'undecided':
      return undecided(evidence);
    default:
      return outcome satisfies never;
  }
}

function decide(input: TurnInput, reading: TruthReading): Correctness {
  const expected = typeof input.truth.expected_answer === 'string' ? [input.truth.expected_answer] : [];
  const broken = invalidResponse(input.exchange.agent_response, [
    ...expected,
    ...input.truth.expected_phrases,
  ]);
  if (broken !== null) return wrong(broken.evidence, 'garbled_output');
  const claim =
    reading.kind === 'none'
      ? (dishonesty(input.exchange, null) ?? behaviourFigures(input) ?? deniedMention(input))
      : null;
  const checks = evaluateChecks({
    checks: input.turn.checks ?? {},
    exchange: input.exchange,
    before: input.before,
  });
  const failed = checks.find((check) => !check.passed);
  const truth = byTruth(input, reading);
  if (failed !== undefined) {
    const category: FailureCategory =
      failed.name === 'calls_tool' || failed.name === 'calls_no_tool'
        ? 'wrong_tool'
        : failed.name === 'max_sentences'
          ? 'personality_violation'
          : failed.name === 'asks_back' || failed.name === 'asks_nothing_back'
            ? 'context_blindness'
            : failed.name === 'admits_unknown'
              ? 'hallucination'
              : (truth?.category ?? 'wrong_answer');
    return wrong(`check ${failed.name}: ${failed.evidence}`, category);
  }
  if (truth !== null) return truth;
  if (claim !== null) return wrong(claim, 'hallucination');
  if (onlyAnnounces(readable(input.exchange.agent_response)))
    return wrong('announces what it is doing, and gives no result', 'gave_up');
  if (checks.length === 0)
    return undecided(
      'no answer is fixed and the turn has no checks: rules cannot tell whether the behaviour is met',
    );
  return right(checks.map((check) => check.evidence).join('; '));
}

/** Judges one turn. Pure: the same input gives the same judgement. */
export function judgeTurnByRules(input: TurnInput): TurnJudgement {
  const reading = readTruth(input);
  const decision = decide(input, reading);
  const ceilings: readonly Ceiling[] = ceilingsFor({
    ...input,
    category: input.scenario.category,
    turns: Math.max(input.turn.turn, input.before.length + 1),
  });
  const lazy = ceilings.some((ceiling) => ceiling.rule === 'lazy_refusal');
  const loop = ceilings.some((ceiling) => ceiling.rule === 'tool_loop');
  const failed = decision.score !== null && decision.score < 4;
  const category = failed ? (lazy ? 'lazy_refusal' : loop ? 'tool_loop' : decision.category) : null;
  return {
    scores: {
      ...DEFAULT_SCORES,
      ...(decision.score === null ? {} : { correctness: decision.score }),
      completeness: failed
        ? Math.min(3, DEFAULT_SCORES.completeness)
        : Math.round(DEFAULT_SCORES.completeness * Math.max(0.5, decision.completeness)),
    },
    reasoning: decision.reasoning,
    failure_category: category,
    hallucination: decision.hallucination,
    undecided: decision.score === null ? decision.reasoning : null,
    claimed_overall: null,
    claimed_pass: null,
    claims: [],
    unsupported: [],
    warnings: [],
  };
}
