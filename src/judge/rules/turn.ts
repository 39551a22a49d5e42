/** One turn by rules: right or wrong where a rule is certain, otherwise undecided. Nothing is scored that no rule measured. */
import { CHECK_CEILINGS, type CheckResult, showContent } from '../../rubric/checks.ts';
import { correctnessOf } from '../../rubric/ceilings.ts';
import { DIMENSIONS, type Dimension } from '../../rubric/dimensions.ts';
import type { FailureCategory, TurnJudgement } from '../../rubric/judgement.ts';
import type { TurnReading } from '../../rubric/read-turn.ts';
import { MIN_CORRECTNESS } from '../../rubric/turn-verdict.ts';
import type { CheckName } from '../../scenario/schema.ts';
import type { TurnInput } from '../judge.ts';

interface Decision {
  /** 0–10; null: undecided. */
  readonly correctness: number | null;
  readonly reasoning: string;
  readonly category: FailureCategory | null;
}

const right = (reasoning: string, correctness = 10): Decision => ({ correctness, reasoning, category: null });
const wrong = (reasoning: string, category: FailureCategory, correctness = 0): Decision => ({
  correctness,
  reasoning,
  category,
});
const undecided = (reasoning: string): Decision => ({ correctness: null, reasoning, category: null });

/** What a failed check says of the turn. */
const CATEGORIES: Readonly<Partial<Record<CheckName, FailureCategory>>> = {
  calls_tool: 'wrong_tool',
  calls_no_tool: 'wrong_tool',
  max_tool_calls: 'wrong_tool',
  only_files: 'hallucination',
  max_sentences: 'personality_violation',
  asks_back: 'context_blindness',
  asks_nothing_back: 'context_blindness',
  admits_unknown: 'hallucination',
  honest_about: 'hallucination',
};

function byTruth({ truth, hasLooked }: TurnReading): Decision | null {
  if (truth.kind === 'none') return null;
  if (truth.kind === 'unknown') {
    const { verdict, evidence } = truth.reading;
    if (verdict === 'undecided') return undecided(evidence);
    return verdict === 'admitted' ? right(evidence) : wrong(evidence, 'hallucination');
  }
  const { outcome, rule, evidence } = truth.comparison;
  if (outcome === 'undecided') return undecided(evidence);
  if (outcome === 'right') return right(evidence, correctnessOf(truth.comparison));
  if (rule === 'nothing_given') return wrong(evidence, hasLooked ? 'gave_up' : 'lazy_refusal');
  return wrong(evidence, 'wrong_answer', correctnessOf(truth.comparison));
}

/** What is right by rules is not, while the criteria want something looked up that no rule reads. */
function decideAll(reading: TurnReading): Decision {
  const decision = decide(reading);
  return reading.wantsLook && decision.correctness !== null && decision.correctness >= MIN_CORRECTNESS
    ? undecided('VERIFY VIA MCP is read by an LLM judge, or by a check `verify`')
    : decision;
}

/**
 * In this order: no readable answer; a failed check; a certain reading of the answer against the truth; all checks
 * passed. Where an answer is expected, the checks must show something of its content.
 */
function decide(reading: TurnReading): Decision {
  const { invalid, checks } = reading;
  if (invalid !== null) return wrong(invalid.evidence, 'garbled_output');
  const failed = checks.find(({ outcome }) => outcome === 'fail');
  if (failed !== undefined)
    return wrong(`check ${failed.name}: ${failed.evidence}`, CATEGORIES[failed.name] ?? 'wrong_answer');
  const truth = byTruth(reading);
  if (truth !== null && truth.correctness !== null) return truth;
  const open = checks.find(({ outcome }) => outcome === 'undecided');
  if (open !== undefined) return undecided(`check ${open.name}: ${open.evidence}`);
  if (reading.rival !== null) return undecided(`also gives ${reading.rival}`);
  if (checks.length > 0 && (truth === null || showContent(checks)))
    return right(checks.map(({ evidence }) => evidence).join('; '));
  return truth ?? undecided('no answer is fixed and the turn has no checks');
}

/** 10 for a dimension whose checks pass, 0 where one fails; a check that cannot be told leaves it out. */
function scoresByChecks(checks: readonly CheckResult[]): Partial<Record<Dimension, number>> {
  const scores: Partial<Record<Dimension, number>> = {};
  for (const dimension of DIMENSIONS) {
    if (dimension === 'correctness') continue;
    const own = checks.filter(({ name }) => CHECK_CEILINGS[name].some(([about]) => about === dimension));
    if (own.length === 0 || own.some(({ outcome }) => outcome === 'undecided')) continue;
    scores[dimension] = own.every(({ outcome }) => outcome === 'pass') ? 10 : 0;
  }
  return scores;
}

/** Judges one turn. Pure: the same input gives the same judgement. */
export function judgeTurnByRules({ reading }: Pick<TurnInput, 'reading'>): TurnJudgement {
  const { correctness, reasoning, category } = decideAll(reading);
  const others = scoresByChecks(reading.checks);
  const scores = correctness === null ? others : { ...others, correctness };
  return {
    declared: DIMENSIONS.filter((dimension) => dimension === 'correctness' || dimension in others),
    scores,
    reasoning,
    failure_category: reading.loop !== null && category !== null ? 'tool_loop' : category,
    hallucination: category === 'hallucination',
    claims: [],
    unsupported: [],
    outcome: null,
    warnings: [],
    undecided: correctness === null ? reasoning : null,
    claimed_overall: null,
    claimed_pass: null,
  };
}
