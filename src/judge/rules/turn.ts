/** One turn by rules: correctness decided or undecided. The other dimensions are not judged. */
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

interface Correctness {
  readonly score: number | null;
  readonly reasoning: string;
  readonly category: FailureCategory | null;
  readonly hallucination: boolean;
}

const right = (reasoning: string): Correctness => ({
  score: 10,
  reasoning,
  category: null,
  hallucination: false,
});
const wrong = (reasoning: string, category: FailureCategory): Correctness => ({
  score: 0,
  reasoning,
  category,
  hallucination: category === 'hallucination',
});
const undecided = (reasoning: string): Correctness => ({
  score: null,
  reasoning,
  category: null,
  hallucination: false,
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
  const { outcome, evidence } = reading.comparison;
  switch (outcome) {
    case 'right':
      return right(evidence);
    case 'wrong':
      return wrong(evidence, 'wrong_answer');
    case 'missing':
      return wrong(evidence, missingCategory(input, evidence));
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
    scores: decision.score === null ? {} : { correctness: decision.score },
    declared: ['correctness'],
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
