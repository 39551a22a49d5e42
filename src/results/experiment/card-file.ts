/** Makes a run's experiment.json and summary.md from its cells, and reads the card back (I/O). */
import path from 'node:path';
import { z } from 'zod';
import { MODES, TASKS } from '../../grade/task.ts';
import { readJson, writeFileAtomic, writeJsonAtomic } from '../../disk/json-file.ts';
import { readCells } from '../cells/read-cells.ts';
import { PLAN } from '../cells/run-folder.ts';
import { buildExperimentCard } from './build-card.ts';
import type { ExperimentCard } from './card-schema.ts';
import type { ComparedRun } from './compare-runs.ts';
import { experimentMarkdown } from './summary-markdown.ts';

export const CARD = 'experiment.json';
export const SUMMARY = 'summary.md';

const share = z.number().min(0).optional();

/** What of plan.json a card is made of. */
const planSchema = z.object({
  isPartial: z.boolean(),
  plan: z.object({
    id: z.string(),
    name: z.string(),
    task: z.enum(TASKS),
    mode: z.enum(MODES),
    repeats: z.number().int().min(1),
    variants: z.array(z.object({ name: z.string() })),
    cases: z.array(z.unknown()),
    baseline: z.string().nullable(),
    gates: z.object({
      nonInferior: z.object({ variant: z.string(), margin: z.number() }).optional(),
      errors: share,
      cost: share,
      grade: share,
      pass_rate: share,
    }),
    warnings: z.array(z.string()),
  }),
});

const ADVICE = 'Run the experiment again: its answers are taken from the cache';

/** For a comparison with another run. Throws `ResultsError`. */
export async function readComparedRun(run: string): Promise<ComparedRun> {
  const { plan } = await readJson(path.join(run, PLAN), planSchema, ADVICE);
  const { cells } = await readCells(run);
  return { runId: path.basename(run), task: plan.task, mode: plan.mode, cells };
}

/** Computed anew, whatever card was there. Throws `ResultsError`. */
export async function makeCard(run: string, isPartial = false): Promise<ExperimentCard> {
  const stored = await readJson(path.join(run, PLAN), planSchema, ADVICE);
  const { cells, damaged } = await readCells(run);
  return buildExperimentCard({
    runId: path.basename(run),
    plan: stored.plan,
    cells,
    damaged,
    isPartial: isPartial || stored.isPartial,
  });
}

/** `safe`: makes foreign text harmless in Markdown. Throws `ResultsError`. */
export async function writeCard(
  run: string,
  card: ExperimentCard,
  safe: (text: string) => string,
): Promise<void> {
  await writeJsonAtomic(path.join(run, CARD), card);
  await writeFileAtomic(path.join(run, SUMMARY), experimentMarkdown(card, safe));
}
