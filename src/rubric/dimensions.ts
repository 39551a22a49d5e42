/** The seven dimensions and their weights (they sum to 1). Source: the benchmark's rubric, docs/rubric.md. */
export const WEIGHTS = {
  correctness: 0.25,
  tool_selection: 0.2,
  context_retention: 0.2,
  completeness: 0.15,
  efficiency: 0.1,
  personality: 0.05,
  error_recovery: 0.05,
} as const;

export type Dimension = keyof typeof WEIGHTS;

export const DIMENSIONS = [
  'correctness',
  'tool_selection',
  'context_retention',
  'completeness',
  'efficiency',
  'personality',
  'error_recovery',
] as const satisfies readonly Dimension[];

/** Scores of one turn, 0–10 each; null where nobody judged the dimension, or the judge gave no number. */
export type Scores = Readonly<Record<Dimension, number | null>>;
