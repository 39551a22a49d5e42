/**
 * One scenario's result: the trace on disk, the row of the scorecard, the value in `task.meta`.
 * A superset of AMD GAIA's trace: its fields keep name, type and meaning; ours are added (docs/results.md).
 */
import { z } from 'zod';
import { DIMENSIONS, type Dimension, type Scores } from '../../rubric/dimensions.ts';
import { judgedBy, judgedShare, judgedWeight } from '../../rubric/judged-dimensions.ts';
import { FAILURE_CATEGORIES, ROOT_CAUSE_TARGETS } from '../../rubric/judgement.ts';
import { STATUSES } from '../../rubric/verdict-types.ts';
import { identitySchema } from './identity.ts';

const score = z.number().min(0).max(10).nullable();
const count = z.number().int().min(0);
const seconds = z.number().min(0);

const scoresSchema = z.record(z.enum(DIMENSIONS), score);
const declaredSchema = z.array(z.enum(DIMENSIONS));
const shareSchema = z.number().min(0).max(1);

/** What a file is written in. Older ones are read as if they had been written so. */
export const FORMAT = 'vitest-agent-eval/2';
const FORMATS = ['vitest-agent-eval/1', FORMAT] as const;

export const performanceSchema = z.object({
  tokens_per_second: z.number().nullable(),
  time_to_first_token: z.number().nullable(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  flags: z.array(z.string()),
});
export type TurnPerformance = z.infer<typeof performanceSchema>;

export const toolCallSchema = z.object({
  tool: z.string(),
  arguments: z.string().nullable(),
  success: z.boolean(),
  summary: z.string(),
});

export const ownFindingSchema = z.object({
  call: z.string(),
  outcome: z.enum(['pass', 'fail', 'undecided']),
  reason: z.string(),
});

export const ceilingSchema = z.object({
  rule: z.string(),
  dimension: z.enum(DIMENSIONS),
  max: z.number(),
  evidence: z.string(),
});

export const claimSchema = z.object({
  fact: z.string(),
  expected: z.string(),
  quote: z.string().nullable(),
  value: z.string().nullable(),
  unit: z.string().nullable(),
  approximate: z.boolean(),
});

const reasonData = z.object({ turn: z.number().int().min(1).nullable(), rule: z.string(), text: z.string() });

/** Format 1 has sentences. */
export const reasonSchema = z.union([
  reasonData,
  z.string().transform((text): z.infer<typeof reasonData> => ({ turn: null, rule: 'stored', text })),
]);

const promptSchema = z.object({
  kind: z.enum(['permission', 'question']),
  text: z.string(),
  decision: z.enum(['allowed', 'denied', 'answered', 'declined', 'expired']),
  answer: z.string().nullable(),
});

export const turnStartSchema = z.object({
  new_session: z.literal(true).optional(),
  replaced_document: z.string().optional(),
  failing_tools: z.array(z.string()).optional(),
});

const turnSchema = z.object({
  turn: z.number().int().min(1),
  user_message: z.string(),
  agent_response: z.string(),
  agent_tools: z.array(z.string()),
  /** null: the turn was held but not judged. A dimension that nobody judged is null. */
  scores: scoresSchema.nullable(),
  overall_score: score,
  pass: z.boolean(),
  failure_category: z.enum(FAILURE_CATEGORIES).nullable(),
  reasoning: z.string(),
  performance: performanceSchema.nullable(),
  // Ours.
  /** The dimensions that the turn is judged by; none when it was not judged. Format 1 does not say. */
  declared: declaredSchema.optional(),
  /** The share of the weights that they have; 0 when the turn was not judged. */
  judged_weight: shareSchema.nullish(),
  raw_scores: z.record(z.string(), z.unknown()).nullable(),
  ceilings: z.array(ceilingSchema),
  tool_calls: z.array(toolCallSchema),
  /** What the agent asked in the middle of the turn, and what was answered; absent for nothing. */
  prompts: z.array(promptSchema).optional(),
  hallucination: z.boolean(),
  undecided: z.string().nullable(),
  /** What the judge read in the answer; absent where it read none. */
  claims: z.array(claimSchema).optional(),
  /** What the user's own checks said; absent for none. */
  own_checks: z.array(ownFindingSchema).optional(),
  /** What was looked up at the agent after the turn; absent for nothing. */
  verified: z.array(toolCallSchema).optional(),
  /** What the evaluation did before the turn; absent for nothing. */
  before: turnStartSchema.optional(),
  /** Words of the answer that the evidence does not hold; absent for none. */
  unsupported: z.array(z.string()).optional(),
  elapsed_s: seconds,
});

export const turnResultSchema = turnSchema.transform((turn) => {
  const declared = turn.declared ?? scoredDimensions(turn.scores);
  return { ...turn, declared, judged_weight: turn.judged_weight ?? judgedWeight(declared) };
});
export type TurnResult = z.infer<typeof turnResultSchema>;

export const performanceSummarySchema = z.object({
  avg_tokens_per_second: z.number().nullable(),
  avg_time_to_first_token: z.number().nullable(),
  total_input_tokens: z.number(),
  total_output_tokens: z.number(),
  flags: z.array(z.string()),
});
export type PerformanceSummary = z.infer<typeof performanceSummarySchema>;

export const spendSchema = z.object({
  calls: count,
  usd: z.number().min(0),
  input_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  output_tokens: count,
});

const resultSchema = z.object({
  scenario_id: z.string(),
  category: z.string(),
  status: z.enum(STATUSES),
  overall_score: score,
  elapsed_s: seconds,
  turns: z.array(turnResultSchema),
  performance_summary: performanceSummarySchema.nullable(),
  root_cause: z.string().nullable(),
  recommended_fix: z.string().nullable(),
  cost_estimate: z.object({ turns: count, estimated_usd: z.number().min(0) }),
  error: z.string().optional(),
  /** Only with SKIPPED_NO_DOCUMENT: may the missing documents be missing? If not, the run is red. */
  skipped_optional: z.boolean().optional(),
  score_warnings: z.array(z.string()).optional(),
  // Ours.
  format: z.enum(FORMATS).transform(() => FORMAT),
  run_id: z.string(),
  name: z.string(),
  severity: z.enum(['critical', 'standard']),
  /** Of the scenario's parsed text: results of two runs compare only when it is the same. */
  scenario_fingerprint: z.string(),
  /** The dimensions that the score speaks of, and the mean share of the weights; null without a score. */
  declared: declaredSchema.optional(),
  judged_weight: shareSchema.nullable().optional(),
  /** Did the conversation come to the expected outcome? null: nobody judged it. Older traces do not say. */
  outcome_met: z.boolean().nullable().optional(),
  /** What shows it; null where nobody said. */
  outcome_reason: z.string().nullable().optional(),
  /** Every broken rule; empty for a PASS. */
  reasons: z.array(reasonSchema),
  /** All warnings of the verdict; `score_warnings` holds only those about missing scores. */
  warnings: z.array(z.string()),
  root_cause_target: z.enum(ROOT_CAUSE_TARGETS).nullable(),
  started_at: z.iso.datetime(),
  /** Path of the YAML relative to the project's root, forward slashes. */
  file: z.string(),
  session: z
    .object({
      id: z.string(),
      agent_type_asked: z.string().nullable(),
      agent_type: z.string().nullable(),
      model: z.string().nullable(),
      /** Absent in traces of runs that did not read it. */
      effective_model: z.string().nullable().optional(),
      device: z.string().nullable(),
      deleted: z.boolean(),
    })
    .nullable(),
  documents: z.array(
    z.object({
      corpus_doc: z.string().nullable(),
      path: z.string(),
      /** null: the agent does not say. */
      chunk_count: count.nullable(),
      indexing_status: z.string(),
    }),
  ),
  judge: z.object({ name: z.string(), fingerprint: z.string(), model: z.string().nullable() }),
  simulator: z.object({ name: z.string(), fingerprint: z.string() }),
  spend: spendSchema,
  /** How often the conversation began again because the agent had lost it; absent for never. */
  begun_again: z.number().int().min(1).optional(),
  /** Who was down, where that ended the scenario. */
  outage: z.enum(['agent', 'judge']).optional(),
  /** From 1; more than one when Vitest retried the test. */
  attempt: z.number().int().min(1),
  /** The run that held the conversation, when it was judged again in this one. */
  judged_from: z.string().optional(),
  /** What the result depends on; missing on a result without a run, and on one that was judged again. */
  identity: identitySchema.optional(),
});

export const scenarioResultSchema = resultSchema.transform((result) => ({
  ...result,
  ...shareOf(result),
}));
export type ScenarioResult = z.infer<typeof scenarioResultSchema>;

/** In format 1 a turn was judged by what has a number. */
function scoredDimensions(scores: Scores | null): Dimension[] {
  return scores === null ? [] : judgedBy(DIMENSIONS.filter((dimension) => scores[dimension] !== null));
}

type StoredShare = Pick<
  z.infer<typeof resultSchema>,
  'declared' | 'judged_weight' | 'overall_score' | 'turns'
>;

function shareOf({ declared, judged_weight, overall_score, turns }: StoredShare): {
  declared: Dimension[];
  judged_weight: number | null;
} {
  const derived = overall_score === null ? judgedShare([]) : judgedShare(turns);
  return {
    declared: declared ?? [...derived.declared],
    judged_weight: judged_weight === undefined ? derived.judged_weight : judged_weight,
  };
}
