/** One experiment while it runs: what its cells share, and the order in which they are run. */
import type { AnswerJudge } from '../judge/answer/answer-judge.ts';
import { LlmError, isOutage } from '../models/errors.ts';
import { createLedger, NOTHING_SPENT, type Spend } from '../models/ledger.ts';
import { messageOf } from '../message-of.ts';
import { writeCell } from '../results/cells/cell-file.ts';
import { cellRow, type CellRow } from '../results/cells/cell-row.ts';
import type { Cell } from '../results/cells/cell-schema.ts';
import { readCells } from '../results/cells/read-cells.ts';
import { openRunFolder, type RunFolder, type StoredPlan } from '../results/cells/run-folder.ts';
import type { Settings } from '../settings.ts';
import type { Answering } from './answering/answering.ts';
import { answeringOf, laneOf } from './answering/answering-of.ts';
import { openCache } from './cache.ts';
import { readGiven, type GivenDocument } from './document.ts';
import { answerJudgeOf } from './judge.ts';
import { answerKey } from './keys.ts';
import { OutOfPatienceError } from './outcome.ts';
import type { ExperimentPlan, PlannedCase, Variant } from './plan.ts';
import { runCell } from './run-cell.ts';
import { createSchedule, type Job } from './schedule.ts';

export interface ExperimentRunOptions {
  readonly stored: StoredPlan<ExperimentPlan>;
  readonly settings: Settings;
  /** Absolute, as both. */
  readonly corpus: string;
  readonly results: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Cells at once. */
  readonly concurrency: number;
  /** The cells that will be asked for, as {@link cellKey}s. */
  readonly wanted: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

export interface CellDone {
  readonly row: CellRow;
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
  /** Absolute. */
  readonly run: string;
  /** How often a model had to be changed for another one on an endpoint that holds one, so far. */
  readonly swaps: number;
}

export interface ExperimentRun {
  /** Rejects when the run is cancelled, and for faults of our own. `again`: what failed is tried once more. */
  cell(variant: string, id: string, again?: boolean): Promise<CellDone>;
}

export function cellKey(variant: string, id: string): string {
  return `${variant}\n${id}`;
}

interface Shared extends ExperimentRunOptions {
  readonly plan: ExperimentPlan;
  readonly folder: RunFolder;
  readonly judge: AnswerJudge | null;
  readonly cache: ReturnType<typeof openCache>;
  readonly funds: ReturnType<typeof createLedger>;
  readonly answerings: ReadonlyMap<string, Answering>;
  readonly outages: Map<string, string>;
  readonly documents: Map<string, Promise<GivenDocument>>;
  /** Of the run that is gone on with, by {@link cellKey}. */
  readonly before: ReadonlyMap<string, Cell>;
}

/** Throws `ResultsError`. */
export async function openExperimentRun(options: ExperimentRunOptions): Promise<ExperimentRun> {
  const { stored, settings, results, env, concurrency } = options;
  const { plan } = stored;
  const folder = await openRunFolder(results, stored, settings.resume);
  const cells = folder.isResumed ? (await readCells(folder.path)).cells : [];
  const shared: Shared = {
    ...options,
    plan,
    folder,
    judge: settings.answersOnly ? null : await answerJudgeOf(plan, settings, env),
    cache: openCache(results),
    funds: createLedger(plan.budget ?? Number.POSITIVE_INFINITY, {
      before: spentOn(cells),
      name: `The budget of the experiment ${plan.id}`,
      setting: '`budget` in its file, or --budget',
    }),
    answerings: new Map(plan.variants.map((each) => [each.name, answeringOf(plan, each, settings, env)])),
    outages: new Map(),
    documents: new Map(),
    before: new Map(cells.map((cell) => [cellKey(cell.variant, cell.case), cell])),
  };
  const swaps = createSwaps();
  const lanes = new Map(plan.variants.map((variant) => [variant.name, laneOf(variant, settings)]));
  const places = new Map([...lanes.values()].map(({ name, places: most }) => [name, most ?? concurrency]));
  const jobs = inOrder(plan, (variant) => lanes.get(variant.name)?.holdsOneModel === true)
    .filter(({ variant, planned }) => options.wanted.has(cellKey(variant.name, planned.id)))
    .map(({ variant, planned }): Job<CellDone> => {
      const lane = lanes.get(variant.name);
      return {
        key: cellKey(variant.name, planned.id),
        lane: lane?.name ?? '',
        async run(free) {
          const done = await oneCell(shared, variant, planned, free);
          if (lane?.holdsOneModel === true && done.isNew) swaps.asked(lane.name, variant.model);
          return { ...done.told, swaps: swaps.count() };
        },
      };
    });
  const schedule = createSchedule(jobs, { places: (lane) => places.get(lane) ?? 1, most: concurrency });
  return {
    async cell(variant, id, again = false) {
      const key = cellKey(variant, id);
      if (!again) return await schedule.result(key);
      const job = jobs.find((each) => each.key === key);
      if (job === undefined) throw new RangeError(`There is no cell ${key}.`);
      shared.outages.delete(variant);
      return await job.run(() => undefined);
    },
  };
}

/** Variant after variant where one model is loaded, case after case elsewhere. */
function inOrder(
  plan: ExperimentPlan,
  holdsOneModel: (variant: Variant) => boolean,
): readonly { readonly variant: Variant; readonly planned: PlannedCase }[] {
  // Two prompts of one model belong together.
  const single = plan.variants
    .filter(holdsOneModel)
    .toSorted((a, b) => (a.model < b.model ? -1 : a.model > b.model ? 1 : 0));
  const others = plan.variants.filter((variant) => !holdsOneModel(variant));
  return [
    ...single.flatMap((variant) => plan.cases.map((planned) => ({ variant, planned }))),
    ...plan.cases.flatMap((planned) => others.map((variant) => ({ variant, planned }))),
  ];
}

async function oneCell(
  shared: Shared,
  variant: Variant,
  planned: PlannedCase,
  free: () => void,
): Promise<{ readonly told: Omit<CellDone, 'swaps'>; readonly isNew: boolean }> {
  const { folder, plan, signal, settings } = shared;
  signal.throwIfAborted();
  const answering = shared.answerings.get(variant.name);
  if (answering === undefined) throw new RangeError(`There is no variant ${variant.name}.`);
  const known = shared.before.get(cellKey(variant.name, planned.id));
  const stands =
    known !== undefined &&
    settings.force === undefined &&
    isFinished(known, shared, variant, planned, answering);
  const readyAt = performance.now();
  const cell = stands
    ? known
    : await runCell({
        plan,
        variant,
        planned,
        answering,
        document: await documentOf(shared, planned),
        judge: shared.judge,
        cache: shared.cache,
        funds: shared.funds,
        force: settings.force,
        patience: settings.patience,
        signal,
        outage: () => shared.outages.get(variant.name) ?? null,
        onFault: (error) => noteOutage(shared.outages, variant, error),
        readyAt,
        runId: folder.runId,
        onAnswered: free,
      });
  if (!stands) await writeCell(folder.path, cell);
  const { reasons, warnings, samples } = cell;
  return {
    told: { row: cellRow(cell), reasons, warnings, run: folder.path },
    isNew: !stands && samples.some(({ from_cache }) => !from_cache.answer),
  };
}

/** A cell of the same run: judged, and of all that it would depend on now. */
function isFinished(
  cell: Cell,
  { plan, judge }: Shared,
  variant: Variant,
  planned: PlannedCase,
  { identity }: Answering,
): boolean {
  if (cell.samples.length !== plan.repeats) return false;
  return cell.samples.every(
    ({ sample, keys, judgement, judge: by }) =>
      judgement !== null &&
      by?.fingerprint === judge?.fingerprint &&
      keys.answer === answerKey(plan, variant, planned, { identity, sample }),
  );
}

function documentOf({ documents, corpus }: Shared, { document }: PlannedCase): Promise<GivenDocument> {
  const known = documents.get(document.path) ?? readGiven(corpus, document.path);
  documents.set(document.path, known);
  return known;
}

/** What tells of the endpoint and not of one question keeps the variant's other cells from waiting for it, too. */
function noteOutage(outages: Map<string, string>, { name }: Variant, error: unknown): void {
  const isDown = error instanceof OutOfPatienceError || (error instanceof LlmError && isOutage(error));
  if (isDown && !outages.has(name)) outages.set(name, messageOf(error));
}

/** What the run has paid before it was interrupted. */
function spentOn(cells: readonly Cell[]): Spend {
  const costs = cells.flatMap(({ samples }) =>
    samples.flatMap(({ usd, judge, from_cache }) => [
      from_cache.answer ? 0 : (usd ?? 0),
      from_cache.judgement ? 0 : (judge?.usd ?? 0),
    ]),
  );
  return { ...NOTHING_SPENT, usd: costs.reduce((sum, usd) => sum + usd, 0) };
}

function createSwaps(): { asked(lane: string, model: string): void; count(): number } {
  const loaded = new Map<string, string>();
  let count = 0;
  return {
    asked(lane, model) {
      const before = loaded.get(lane);
      if (before !== undefined && before !== model) count += 1;
      loaded.set(lane, model);
    },
    count: () => count,
  };
}
