/** Today's rubric on stored raw scores: no agent, no judge. Pure. */
import { z } from 'zod';
import { DIMENSIONS } from '../../rubric/dimensions.ts';
import { FAILURE_CATEGORIES, type TurnJudgement } from '../../rubric/judgement.ts';
import type { Ceiling, Reason, Verdict } from '../../rubric/verdict-types.ts';
import { scenarioVerdict, turnVerdict } from '../../rubric/verdict.ts';
import { ceilingSchema, claimSchema, reasonSchema } from './schema.ts';

/** What a rescore needs of a trace. In one of AMD GAIA's, `scores` are what the judge gave. */
const storedSchema = z.looseObject({
  scenario_id: z.string(),
  status: z.string(),
  overall_score: z.number().nullable().catch(null),
  severity: z.enum(['critical', 'standard']).nullable().catch(null),
  outcome_met: z.boolean().nullable().catch(null),
  outcome_reason: z.string().nullable().catch(null),
  reasons: z.array(reasonSchema).catch([]),
  turns: z.array(
    z.looseObject({
      turn: z.number().int().min(1),
      scores: z.record(z.string(), z.unknown()).nullable().catch(null),
      // Before a judge declared them, every judge spoke of all seven; so does AMD GAIA's.
      declared: z.array(z.enum(DIMENSIONS)).catch([...DIMENSIONS]),
      raw_scores: z.record(z.string(), z.unknown()).nullish().catch(null),
      ceilings: z.array(ceilingSchema).catch([]),
      reasoning: z.string().catch(''),
      failure_category: z.enum(FAILURE_CATEGORIES).nullable().catch(null),
      hallucination: z.boolean().catch(false),
      undecided: z.string().nullable().catch(null),
      claims: z.array(claimSchema).catch([]),
      unsupported: z.array(z.string()).catch([]),
    }),
  ),
});
type Stored = z.infer<typeof storedSchema>;

export interface RescoreOptions {
  /** Where the trace does not say. */
  readonly severity?: 'critical' | 'standard';
  /** Today's ceilings of a turn; left out, or null: the stored ones count. */
  readonly ceilings?: ((turn: number) => readonly Ceiling[]) | null;
}

export interface Rescored {
  readonly scenario_id: string;
  readonly before: { readonly status: string; readonly score: number | null };
  readonly after: { readonly status: string; readonly score: number | null };
  /** Why the status is what it is now. */
  readonly reasons: readonly Reason[];
  /** Why nothing was computed; null when it was. */
  readonly kept: string | null;
  readonly verdict: Verdict | null;
}

/**
 * Only verdicts are derived again. What was not judged stays as it is, a fault of the judge included: raw scores
 * that arrived before it are half a judgement. BLOCKED_BY_ARCHITECTURE is never overridden. Nor does a critical
 * scenario pass whose reasons are of an older format: they do not say whether the judge named a violation.
 */
export function rescore(trace: unknown, { severity, ceilings = null }: RescoreOptions = {}): Rescored {
  const parsed = storedSchema.safeParse(trace);
  if (!parsed.success) return kept('unknown', 'unknown', null, 'its turns cannot be read');
  const stored = parsed.data;
  const { scenario_id: id, status, overall_score: score } = stored;
  if (status === 'BLOCKED_BY_ARCHITECTURE') return kept(id, status, score, 'blocked is never overridden');
  if (status !== 'PASS' && status !== 'FAIL') return kept(id, status, score, 'it was not judged');
  const turns = stored.turns.map((turn) =>
    turnVerdict({
      turn: turn.turn,
      judgement: judgementOf(turn),
      ceilings: ceilings === null ? turn.ceilings : ceilings(turn.turn),
    }),
  );
  const how = stored.severity ?? severity ?? 'standard';
  const verdict = scenarioVerdict({
    severity: how,
    turns,
    expectedTurns: turns.length,
    judgement: {
      root_cause: null,
      root_cause_target: null,
      recommended_fix: null,
      critical_violation: violationOf(stored),
      outcome:
        stored.outcome_met === null ? null : { met: stored.outcome_met, why: stored.outcome_reason ?? '' },
      blocked_by_architecture: null,
      claimed_status: null,
      claimed_overall: null,
    },
  });
  const isUnclear = how === 'critical' && stored.reasons.some(({ rule }) => rule === 'stored');
  if (isUnclear && status === 'FAIL' && verdict.status === 'PASS') return kept(id, status, score, UNCLEAR);
  return {
    scenario_id: id,
    before: { status, score },
    after: { status: verdict.status, score: verdict.overall_score },
    reasons: verdict.reasons,
    kept: null,
    verdict,
  };
}

const UNCLEAR =
  'its reasons are of an older format, which does not tell a critical violation from other rules';

export function isChanged({ before, after }: Rescored): boolean {
  return before.status !== after.status || before.score !== after.score;
}

function kept(id: string, status: string, score: number | null, why: string): Rescored {
  const same = { status, score };
  return { scenario_id: id, before: same, after: same, reasons: [], kept: why, verdict: null };
}

function judgementOf(turn: Stored['turns'][number]): TurnJudgement {
  const raw = turn.raw_scores ?? turn.scores ?? {};
  const known = DIMENSIONS.filter((dimension) => dimension in raw);
  // The flag of a stored turn also says what a ceiling found; that is found again today, or not.
  const found = turn.ceilings.some(({ rule }) => rule === 'invented_answer');
  return {
    scores: Object.fromEntries(known.map((dimension) => [dimension, raw[dimension]])),
    declared: turn.declared,
    reasoning: turn.reasoning,
    failure_category: turn.failure_category,
    hallucination: turn.hallucination && !found,
    undecided: turn.undecided,
    claimed_overall: null,
    claimed_pass: null,
    claims: turn.claims,
    unsupported: turn.unsupported,
    outcome: null,
    warnings: [],
  };
}

function violationOf({ reasons }: Stored): string | null {
  return reasons.find(({ rule }) => rule === 'critical_violation')?.text ?? null;
}
