/** The plan that a run of an experiment was made by, read back from its folder (I/O). */
import path from 'node:path';
import { z } from 'zod';
import { qaTruthSchema, summaryTruthSchema } from '../../corpus/case-truth.ts';
import { readJson } from '../../disk/json-file.ts';
import { barSchema } from '../../experiment/file-schema.ts';
import { PLAN } from '../../results/cells/run-folder.ts';
import { MODES, PARTS, TASKS } from '../../grade/task.ts';
import type { PreparedCell } from './prepare-cells.ts';

const truthSchema = z.union([
  z.object({ qa: qaTruthSchema }),
  z.object({ summarization: summaryTruthSchema }),
]);

/** What is needed of it; all else stays as it is. */
const planSchema = z.looseObject({
  plan: z.looseObject({
    task: z.enum(TASKS),
    mode: z.enum(MODES),
    parts: z.array(z.enum(PARTS)),
    bar: barSchema.nullable(),
    cases: z.array(z.looseObject({ id: z.string(), truth: truthSchema.nullable() })),
  }),
  isPartial: z.boolean(),
});
export type StoredPlan = z.output<typeof planSchema>;

/** Throws `ResultsError`. */
export async function readStoredPlan(folder: string): Promise<StoredPlan> {
  return await readJson(
    path.join(folder, PLAN),
    planSchema,
    'Run the experiment again: its answers are kept',
  );
}

/** The plan of the new run: the same, with the truths and the judge that were used, and where its answers are from. */
export function withTruths(
  stored: StoredPlan,
  prepared: readonly PreparedCell[],
  judge: string,
  from: string,
): StoredPlan {
  const used = new Map(
    prepared.map(({ cell, input, truth }) => [cell.case, { truth: input.truth, truthSource: truth }]),
  );
  const cases = stored.plan.cases.map((each) => ({ ...each, ...used.get(each.id) }));
  return { ...stored, plan: { ...stored.plan, cases, judge }, judged_from: from };
}
