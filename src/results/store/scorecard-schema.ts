/**
 * scorecard.json: a superset of AMD GAIA's. Its fields keep name, type and meaning; ours are optional here, so
 * that a scorecard of GAIA's own is read by the same schema (docs/results.md).
 */
import { z } from 'zod';
import { DIMENSIONS } from '../../rubric/dimensions.ts';
import { performanceSummarySchema, reasonSchema } from './schema.ts';

const count = z.number().int().min(0);
const rate = z.number().min(0).max(1);
const mean = z.number().min(0).max(10);
/** Over nothing they are 0; some tools write NaN for that, which reads as null. */
const zeroWithout = (of: z.ZodNumber) => of.nullable().transform((value) => value ?? 0);
const prose = z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullable();

/**
 * A row: any trace, ours or GAIA's, whatever a faulty run left in it. What is not what it should be reads as
 * missing; one bad row must not cost the scorecard.
 */
export const scorecardRowSchema = z.looseObject({
  scenario_id: z.string().catch('unknown'),
  category: z.string().catch('unknown'),
  status: z.string().catch('unknown'),
  overall_score: z.number().min(0).max(10).nullable().catch(null),
  elapsed_s: z.number().min(0).nullish().catch(null),
  performance_summary: performanceSummarySchema.nullish().catch(null),
  root_cause: prose.optional().catch(null),
  recommended_fix: prose.optional().catch(null),
  /** null: not known, which is not the same as nothing spent. */
  cost_estimate: z
    .looseObject({ estimated_usd: z.number().min(0).nullable().catch(null) })
    .optional()
    .catch({ estimated_usd: null }),
  error: z.string().optional().catch(undefined),
  // Ours.
  declared: z.array(z.enum(DIMENSIONS)).optional().catch(undefined),
  judged_weight: rate.nullable().optional().catch(undefined),
  outcome_met: z.boolean().nullable().optional().catch(undefined),
  /** With SKIPPED_NO_DOCUMENT, may the missing documents be missing? */
  skipped_optional: z.boolean().optional().catch(undefined),
  reasons: z.array(reasonSchema).optional().catch(undefined),
  file: z.string().optional().catch(undefined),
});
export type ScorecardRow = z.infer<typeof scorecardRowSchema>;

const outcomes = {
  passed: count,
  failed: count,
  blocked: count,
  timeout: count,
  budget_exceeded: count,
  infra_error: count,
  skipped: count,
  errored: count,
};

export const categorySchema = z.object({ ...outcomes, avg_score: zeroWithout(mean) });
export type CategorySummary = z.infer<typeof categorySchema>;

export const scorecardConfigSchema = z.looseObject({
  backend_url: z.string().nullish(),
  /** The judge's model; for a judge without one, its name. */
  model: z.string().nullish(),
  /** GAIA hands its command line's text through. */
  budget_per_scenario_usd: z.union([z.number(), z.string()]).nullish(),
  agent_type: z.string().nullish(),
  // Ours.
  judge: z.string().optional(),
  judge_fingerprint: z.string().optional(),
  simulator: z.string().optional(),
  simulator_fingerprint: z.string().optional(),
  /** Of the rules by which code decides, and of this package. */
  rules_version: z.number().optional(),
  package_version: z.string().optional(),
  isolation: z.string().optional(),
  target: z.string().optional(),
  /** Was the agent's shared memory on? null when it does not say. */
  memory: z.boolean().nullish(),
});
export type ScorecardConfig = z.infer<typeof scorecardConfigSchema>;

export const scorecardSchema = z.looseObject({
  run_id: z.string(),
  timestamp: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'expected a date and time'),
  config: scorecardConfigSchema,
  summary: z.object({
    total_scenarios: count,
    ...outcomes,
    pass_rate: zeroWithout(rate),
    judged_pass_rate: zeroWithout(rate),
    avg_score: zeroWithout(mean),
    by_category: z.record(z.string(), categorySchema),
    // Ours.
    /** Mean share of the weights that the scores of `avg_score` speak of; null without a score. */
    judged_weight: rate.nullable().optional(),
    /** Mean over the judged scenarios' turns; null for a dimension that nobody judged. */
    /** Of the judged scenarios: whose expected outcome was met, missed, or judged by nobody. */
    outcomes: z.object({ met: count, missed: count, not_judged: count }).optional().catch(undefined),
    by_dimension: z.record(z.enum(DIMENSIONS), mean.nullable()).optional(),
  }),
  scenarios: z.array(scorecardRowSchema),
  cost: z.object({ estimated_total_usd: z.number().min(0) }),
  performance: performanceSummarySchema.extend({ scenarios_with_data: count }).nullish().catch(null),
  warnings: z.array(z.string()).optional(),
  /** Ours: the run whose stored conversations this one judged again. */
  judged_from: z.string().optional(),
  /** Ours: only a part of the scenarios was run, so this is neither a baseline nor the newest run. */
  partial: z.boolean().optional(),
  /** Ours: of a partial run, ids of the scenarios that there were and that it left out. What is in neither is gone. */
  left_out: z.array(z.string()).optional().catch(undefined),
  /** Ours: what the run was held to at its end. */
  gates: z
    .array(
      z.object({
        gate: z.string(),
        outcome: z.string(),
        message: z.string(),
        allowed: z.boolean(),
        figures: z.record(z.string(), z.number()),
        scenarios: z.array(z.string()),
      }),
    )
    .optional()
    .catch(undefined),
});
export type Scorecard = z.infer<typeof scorecardSchema>;
