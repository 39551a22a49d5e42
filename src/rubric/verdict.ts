/** The status of a scenario, derived from its turns: never taken from a judge. Rules: docs/rubric.md. */
import type { Scenario } from '../scenario/schema.ts';
import type { OutcomeJudgement, ScenarioJudgement } from './judgement.ts';
import { judgedShare } from './judged-dimensions.ts';
import { meanScore, weightedScore } from './score.ts';
import {
  ARITHMETIC_TOLERANCE,
  bestScores,
  bitingCeilings,
  MIN_CORRECTNESS,
  MIN_OVERALL,
} from './turn-verdict.ts';
import type { Reason, TurnVerdict, Verdict } from './verdict-types.ts';

export { turnVerdict } from './turn-verdict.ts';

export interface ScenarioVerdictInput {
  readonly severity: Scenario['severity'];
  readonly turns: readonly TurnVerdict[];
  /** How many turns the scenario has. */
  readonly expectedTurns: number;
  /** null: not asked for, or not there yet; then the turns alone decide. */
  readonly judgement: ScenarioJudgement | null;
  /** The outcome as the scenario's own checks tell it; null: they cannot, or there are none. */
  readonly ruledOutcome?: OutcomeJudgement | null;
}

/**
 * In this order:
 * 1. No turns, or not as many as the scenario has: ERRORED. Whose fault it is cannot be told from here.
 * 2. The judge cites an architectural limit: BLOCKED_BY_ARCHITECTURE, never overridden.
 * 3. A rule is broken: FAIL. For a critical scenario a missed outcome is one. A rule counts as broken only if it is broken even with every missing score filled
 *    in the agent's favour, so an incomplete judgement fails nobody by itself.
 * 4. A turn was undecided or not judged completely: ERRORED.
 * 5. PASS.
 */
export function scenarioVerdict(input: ScenarioVerdictInput): Verdict {
  const { turns, expectedTurns, judgement } = input;
  const overall_score = meanScore(turns.map((turn) => turn.overall_score));
  const share = judgedShare(turns);
  const outcome = outcomeOf(input);
  const warnings = [
    ...turns.flatMap((turn) => turn.warnings),
    ...inventionWarnings(input),
    ...outcomeWarnings(input, outcome),
  ];
  const verdict = (status: Verdict['status'], reasons: readonly Reason[], more: readonly string[] = []) => ({
    status,
    overall_score,
    ...share,
    turns,
    outcome,
    reasons,
    warnings: [...warnings, ...more, ...claims(judgement, status, overall_score)],
  });

  const absent = absentTurns(turns, expectedTurns);
  if (absent !== null) return verdict('ERRORED', [{ turn: null, rule: 'turns', text: absent }]);

  const broken = [...brokenTurns(turns), ...brokenMean(turns), ...brokenCritical(input, outcome)];
  const open = openTurns(turns);
  const blocked = said(judgement?.blocked_by_architecture);
  if (blocked !== null) {
    const passing = broken.length === 0 && open.length === 0;
    return verdict(
      'BLOCKED_BY_ARCHITECTURE',
      [{ turn: null, rule: 'blocked', text: blocked }, ...broken],
      passing ? ['Every rule for a pass holds, yet the judge says blocked by architecture: look at it.'] : [],
    );
  }
  if (broken.length > 0) return verdict('FAIL', broken);
  if (open.length > 0) return verdict('ERRORED', open);
  return verdict('PASS', [], [...weakTurns(turns), ...ignoredViolation(input)]);
}

const INVENTED = 'the agent invented a fact, which fails a critical scenario at any score.';

function absentTurns(turns: readonly TurnVerdict[], expected: number): string | null {
  if (turns.length === 0) return 'No turn was judged, so there is nothing a verdict could rest on.';
  const judged = new Set(turns.map((turn) => turn.turn)).size;
  if (judged === expected && turns.length === expected) return null;
  return `The scenario has ${expected} turn(s), ${judged} of them judged (${turns.length} judgement(s)).`;
}

function brokenTurns(turns: readonly TurnVerdict[]): Reason[] {
  return byNumber(turns).flatMap((turn): Reason[] => {
    const known = turn.scores.correctness;
    const best = known ?? bestScores(turn).correctness;
    if (best === null || best >= MIN_CORRECTNESS) return [];
    const is = known === null ? `is at most ${best}` : `is ${best}`;
    const text = `correctness ${is}, below ${MIN_CORRECTNESS}${because(turn)}.`;
    return [{ turn: turn.turn, rule: 'correctness', text }];
  });
}

/** What lowered correctness, else the judge's category. */
function because(turn: TurnVerdict): string {
  const biting = bitingCeilings(turn).filter((ceiling) => ceiling.dimension === 'correctness');
  if (biting.length > 0) {
    return `: ${biting.map(({ rule, evidence }) => `${rule} (${unstopped(evidence)})`).join('; ')}`;
  }
  return turn.failure_category === null ? '' : ` (${turn.failure_category})`;
}

function brokenMean(turns: readonly TurnVerdict[]): Reason[] {
  const best = meanScore(
    turns.map((turn) => turn.overall_score ?? weightedScore(bestScores(turn), turn.declared)),
  );
  if (best === null || best >= MIN_OVERALL) return [];
  const complete = turns.every((turn) => turn.overall_score !== null);
  const parts = byNumber(turns).map(
    (turn) => `turn ${turn.turn}: ${turn.overall_score?.toFixed(2) ?? 'none'}`,
  );
  const text =
    `The scenario's score is ${complete ? '' : 'at most '}${best.toFixed(2)}, below ${MIN_OVERALL.toFixed(1)} ` +
    `(${parts.join(', ')}).`;
  return [{ turn: null, rule: 'score', text }];
}

/** A failed check binds every judge; a passed one shows only what it looks for, so a judge's word comes before it. */
function outcomeOf({ turns, judgement, ruledOutcome = null }: ScenarioVerdictInput): OutcomeJudgement | null {
  if (ruledOutcome?.met === false) return ruledOutcome;
  return judgement?.outcome ?? turns.findLast(({ outcome }) => outcome !== null)?.outcome ?? ruledOutcome;
}

const missedText = (outcome: OutcomeJudgement): string =>
  said(outcome.why) ?? 'the conversation does not come to it, and the judge gives no reason.';

function outcomeWarnings(
  { severity }: ScenarioVerdictInput,
  outcome: OutcomeJudgement | null,
): readonly string[] {
  if (severity === 'critical' || outcome === null || outcome.met) return [];
  return [
    `The expected outcome is missed, which a standard scenario does not fail on: ${missedText(outcome)}`,
  ];
}

/** In a critical scenario they are reasons. */
function inventionWarnings({ severity, turns }: ScenarioVerdictInput): readonly string[] {
  if (severity === 'critical') return [];
  return byNumber(turns)
    .filter(({ hallucination }) => hallucination)
    .map(({ turn, unsupported }) => {
      const quotes = unsupported.map((quote) => ` "${quote}"`).join(',');
      return `Turn ${turn} holds an invented fact, which only a critical scenario fails on${quotes === '' ? '' : `:${quotes}`}.`;
    });
}

/** A critical scenario fails on any invented fact, whatever the score, on a violation and on a missed outcome. */
function brokenCritical(
  { severity, turns, judgement }: ScenarioVerdictInput,
  outcome: OutcomeJudgement | null,
): Reason[] {
  if (severity !== 'critical') return [];
  const invented = byNumber(turns)
    .filter((turn) => turn.hallucination)
    .map(({ turn }): Reason => ({ turn, rule: 'invented_fact', text: INVENTED }));
  const violation = said(judgement?.critical_violation);
  return [
    ...invented,
    ...(violation === null ? [] : [{ turn: null, rule: 'critical_violation', text: violation }]),
    ...(outcome?.met === false ? [{ turn: null, rule: 'outcome_missed', text: missedText(outcome) }] : []),
  ];
}

function openTurns(turns: readonly TurnVerdict[]): Reason[] {
  return byNumber(turns).flatMap((each): Reason[] => {
    const { turn, undecided, overall_score, declared, scores } = each;
    if (undecided !== null) return [{ turn, rule: 'undecided', text: undecided }];
    if (overall_score !== null) return [];
    const missing = declared.filter((dimension) => scores[dimension] === null);
    const text = `not judged completely: no score for ${missing.join(', ')}.`;
    return [{ turn, rule: 'incomplete', text }];
  });
}

function weakTurns(turns: readonly TurnVerdict[]): string[] {
  return byNumber(turns)
    .filter((turn) => !turn.pass)
    .map(
      (turn) =>
        `Turn ${turn.turn} scores ${turn.overall_score?.toFixed(2) ?? 'none'}, below ${MIN_OVERALL.toFixed(1)}; ` +
        'the mean of the scenario carries it.',
    );
}

function ignoredViolation({ severity, judgement }: ScenarioVerdictInput): string[] {
  const violation = said(judgement?.critical_violation);
  if (severity === 'critical' || violation === null) return [];
  return [`The judge saw a critical violation, which a standard scenario does not fail on: ${violation}`];
}

/** Where the judge's own conclusion differs from the derived one. */
function claims(judgement: ScenarioJudgement | null, status: string, overall: number | null): string[] {
  const found: string[] = [];
  const claimed = judgement?.claimed_status ?? null;
  if (claimed !== null && claimed !== status)
    found.push(`The judge said ${claimed}; the rules say ${status}.`);
  const score = judgement?.claimed_overall ?? null;
  if (score !== null && overall !== null && !(Math.abs(score - overall) <= ARITHMETIC_TOLERANCE)) {
    found.push(`The judge gave ${score} overall; the mean of the turns is ${overall.toFixed(2)}.`);
  }
  return found;
}

/** A blank text cites nothing. */
function said(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

function unstopped(sentence: string): string {
  return sentence.trim().replace(/\.$/, '');
}

function byNumber(turns: readonly TurnVerdict[]): readonly TurnVerdict[] {
  return turns.toSorted((a, b) => a.turn - b.turn);
}
