/** experiment.json: what a run of an experiment says of its variants, computed from its cells. */
import { z } from 'zod';
import { LEVEL_NAMES } from '../../grade/level.ts';
import { MODES, TASKS } from '../../grade/task.ts';

export const EXPERIMENT_FORMAT = 'vitest-agent-eval/experiment/1';

const count = z.number().int().min(0);
const usd = z.number().min(0).nullable();

/** A figure with its 95 % interval, or why there is none. */
const estimateSchema = z.union([
  z.object({
    value: z.number(),
    low: z.number().nullable(),
    high: z.number().nullable(),
    why: z.string().nullable(),
  }),
  z.object({ value: z.null(), low: z.null(), high: z.null(), why: z.string() }),
]);
export type Estimate = Readonly<z.output<typeof estimateSchema>>;

/** null without a value. */
const spreadSchema = z.object({ p50: z.number(), p95: z.number() }).nullable();

export const variantCardSchema = z.object({
  variant: z.string(),
  model: z.string(),
  endpoint: z.string(),
  /** On this machine: its answers are free. */
  local: z.boolean(),
  /** Cells, and those of them without a verdict. */
  n: count,
  unjudged: count,
  /** Reasons of those, most frequent first. */
  errors: z.array(z.object({ reason: z.string(), count })),
  /** 0 to 100, over the cases that have one. */
  grade: estimateSchema,
  band: z.enum(LEVEL_NAMES).nullable(),
  /** Of questions, 0 to 1. */
  pass_rate: estimateSchema.nullable(),
  /** All of k samples pass, with k the repeats; null for summaries, or when it cannot be told. */
  pass_all: z.number().min(0).max(1).nullable(),
  /** Per criterion how often each level was given; `open`: no level. */
  levels: z.record(
    z.string(),
    z.object({ excellent: count, good: count, fair: count, poor: count, open: count }),
  ),
  /** Per criterion the mean share of the reference that was found, where it was counted. */
  coverage: z.record(z.string(), z.number()),
  /** null: a part is not known. `at_least`: of both, what is. */
  usd: z.object({ answers: usd, judge: usd, at_least: z.number().min(0) }),
  tokens: z.object({ input: count, output: count, cached: count }).nullable(),
  /** Milliseconds, over samples. */
  latency_ms: spreadSchema,
  first_token_ms: spreadSchema,
  tokens_per_second: spreadSchema,
});
export type VariantCard = Readonly<z.output<typeof variantCardSchema>>;

const decisionSchema = z.object({
  answer: z.enum(['better', 'worse', 'yes', 'no', 'cannot tell']),
  reason: z.string().nullable(),
  more_cases: count.nullable(),
});

const contrastSchema = z.object({
  variant: z.string(),
  baseline: z.string(),
  /** Cases that both have. */
  n: count,
  /** Variant minus baseline: points of grade, or of pass rate in percent. */
  difference: estimateSchema,
  p: z.number().nullable(),
  /** By Holm over all comparisons of the run. */
  adjusted_p: z.number().nullable(),
  decision: decisionSchema,
});
export type Contrast = Readonly<z.output<typeof contrastSchema>>;

export const EXPERIMENT_GATES = ['nonInferior', 'errors', 'cost', 'grade', 'pass_rate'] as const;

const gateSchema = z.object({
  gate: z.enum(EXPERIMENT_GATES),
  outcome: z.enum(['pass', 'fail', 'cannot tell']),
  message: z.string(),
});
export type ExperimentGate = Readonly<z.output<typeof gateSchema>>;

export const experimentCardSchema = z.object({
  format: z.literal(EXPERIMENT_FORMAT),
  run_id: z.string(),
  experiment: z.string(),
  name: z.string(),
  task: z.enum(TASKS),
  mode: z.enum(MODES),
  /** What is compared: grades, or for questions the share that passes. */
  measure: z.enum(['grade', 'pass']),
  /** Cells are missing: it stands for no whole run. */
  partial: z.boolean(),
  repeats: count,
  cases: count,
  judges: z.array(z.string()),
  variants: z.array(variantCardSchema),
  /** null, with the reason, where nothing can be ranked. */
  ranking: z.object({
    places: z.array(z.object({ place: count, variant: z.string(), mean: z.number() })),
    cases: count,
    why: z.string().nullable(),
  }),
  baseline: z.string().nullable(),
  contrasts: z.array(contrastSchema),
  gates: z.array(gateSchema),
  warnings: z.array(z.string()),
});
export type ExperimentCard = Readonly<z.output<typeof experimentCardSchema>>;
