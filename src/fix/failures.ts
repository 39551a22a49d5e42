/** What a scorecard says of the scenarios that failed, for a repairer. Pure; ours and AMD GAIA's rows alike. */
import { z } from 'zod';
import { entriesOf, isJudged } from '../results/compare/rows.ts';
import { reasonSchema } from '../results/store/schema.ts';
import type { Scorecard } from '../results/store/scorecard.ts';
import { FAILURE_CATEGORIES, ROOT_CAUSE_TARGETS } from '../rubric/judgement.ts';

const prose = z
  .union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))])
  .nullable()
  .catch(null)
  .default(null);
const turnSchema = z.object({
  turn: z.number().catch(0),
  user_message: z.string().catch(''),
  agent_response: z.string().catch(''),
  agent_tools: z.array(z.string()).catch([]),
  pass: z.boolean().catch(false),
  failure_category: z.enum(FAILURE_CATEGORIES).nullable().catch(null).default(null),
  reasoning: z.string().catch(''),
  ceilings: z.array(z.object({ rule: z.string(), evidence: z.string() })).catch([]),
});
export type FailedTurn = z.output<typeof turnSchema>;

const failureSchema = z.object({
  scenario_id: z.string(),
  category: z.string(),
  severity: z.enum(['critical', 'standard']).catch('standard'),
  status: z.string(),
  overall_score: z.number().nullable(),
  root_cause: prose,
  root_cause_target: z.enum(ROOT_CAUSE_TARGETS).nullable().catch(null).default(null),
  recommended_fix: prose,
  reasons: z.array(reasonSchema).catch([]),
  turns: z.array(turnSchema).catch([]),
});
export type Failure = z.output<typeof failureSchema>;

/** FAIL and BLOCKED_BY_ARCHITECTURE alone: what has no verdict is not the agent's fault, so nothing to repair. */
export function failuresOf(scorecard: Scorecard): Failure[] {
  const failed = new Set(
    entriesOf(scorecard)
      .filter(({ facts }) => facts.state === 'fail')
      .map(({ id }) => id),
  );
  return scorecard.scenarios
    .filter(({ scenario_id }) => failed.has(scenario_id))
    .map((row) => failureSchema.parse(row));
}

export interface Standing {
  readonly scenarios: number;
  readonly judged: number;
  readonly passed: number;
  /** 0–1; null when nothing was judged. */
  readonly judged_pass_rate: number | null;
}

export function standingOf(scorecard: Scorecard): Standing {
  const entries = entriesOf(scorecard);
  const judged = entries.filter(({ facts }) => isJudged(facts)).length;
  const passed = entries.filter(({ facts }) => facts.state === 'pass').length;
  return {
    scenarios: entries.length,
    judged,
    passed,
    judged_pass_rate: judged === 0 ? null : passed / judged,
  };
}
