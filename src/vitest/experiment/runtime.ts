/** What an experiment's module calls in the worker: each variant as a suite, each of its cells as a test. */
import { describe, inject, test, type RunnerTask, type TestContext } from 'vitest';
import { setMaxListeners } from 'node:events';
import path from 'node:path';
import {
  cellKey,
  openExperimentRun,
  type CellDone,
  type ExperimentRun,
} from '../../experiment/experiment-run.ts';
import type { ExperimentPlan, Variant } from '../../experiment/plan.ts';
import { noteSecretsOf } from '../../redact.ts';
import { CancelledError } from '../../run/outcome.ts';
import '../augment.ts';
import type { ExperimentModule } from './module.ts';

interface Opened {
  readonly module: ExperimentModule;
  readonly cancelled: AbortController;
  run: Promise<ExperimentRun> | null;
}

/** By the function that a module hands over: once for each time that it is loaded. */
const modules = new WeakMap<() => ExperimentModule, Opened>();

function opened(experiment: () => ExperimentModule): Opened {
  const known = modules.get(experiment);
  if (known !== undefined) return known;
  const cancelled = new AbortController();
  // Every call of a model listens to it.
  setMaxListeners(0, cancelled.signal);
  const made: Opened = { module: experiment(), cancelled, run: null };
  modules.set(experiment, made);
  return made;
}

/**
 * Registers a variant's cells as tests of the names of their cases. No time-out of Vitest's applies: each call of a model
 * has its own.
 */
export function testVariant(name: string, experiment: () => ExperimentModule): void {
  const { plan } = opened(experiment).module.stored;
  const variant = plan.variants.find((each) => each.name === name);
  if (variant === undefined) throw new RangeError(`There is no variant ${name}.`);
  describe.concurrent(name, () => {
    for (const { id } of plan.cases) {
      test.concurrent(id, { timeout: 0 }, async (context) => {
        if (inject('modelEval').settings.dryRun) context.skip('dry run');
        await runAsTest(opened(experiment), variant, id, context);
      });
    }
  });
}

async function runAsTest(state: Opened, variant: Variant, id: string, context: TestContext): Promise<void> {
  followCancel(state, context);
  const run = await (state.run ??= openRun(state, context));
  const isAgain = (context.task.result?.retryCount ?? 0) > 0;
  const done = await run.cell(variant.name, id, isAgain);
  const { whole, isPartial, plan } = state.module.stored;
  context.task.meta.modelEval = {
    row: done.row,
    run: done.run,
    whole,
    isPartial,
    cells: plan.variants.length * plan.cases.length,
    swaps: done.swaps,
  };
  assertOutcome(done, variant, state.module.path, context);
}

function followCancel({ cancelled }: Opened, { signal }: TestContext): void {
  const cancel = (): void =>
    cancelled.abort(new CancelledError('the run was cancelled before this cell ended'));
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
}

async function openRun({ module, cancelled }: Opened, context: TestContext): Promise<ExperimentRun> {
  const { settings, root, concurrency } = inject('modelEval');
  noteSecretsOf(settings.baseUrl);
  return await openExperimentRun({
    stored: module.stored,
    settings,
    corpus: path.resolve(root, settings.corpus),
    results: path.resolve(root, settings.results),
    env: process.env,
    concurrency,
    wanted: wantedCells(context.task.file.tasks, module.stored.plan),
    signal: cancelled.signal,
  });
}

/** The cells that Vitest will run: filters have been applied by now. */
function wantedCells(suites: readonly RunnerTask[], { cases }: ExperimentPlan): ReadonlySet<string> {
  const ids = new Set(cases.map(({ id }) => id));
  return new Set(
    suites.flatMap((suite) =>
      suite.type !== 'suite'
        ? []
        : suite.tasks.flatMap(({ name, mode }) =>
            ids.has(name) && (mode === 'run' || mode === 'queued') ? [cellKey(suite.name, name)] : [],
          ),
    ),
  );
}

function assertOutcome(
  { row, reasons }: CellDone,
  variant: Variant,
  file: string,
  context: TestContext,
): void {
  const { status } = row;
  if (status === 'PASS') return;
  const message = reasons.join('; ');
  if (status === 'SKIPPED_NO_DOCUMENT') context.skip(message);
  if (inject('modelEval').settings.answersOnly && row.done.answers === row.samples && row.samples > 0) {
    context.skip('answered; nothing is judged (--answers-only)');
  }
  const error = new Error(message);
  error.name = status;
  const { line, column } = variant.position;
  error.stack = `${status}: ${message}\n    at ${variant.name} (${file}:${line}:${column})`;
  throw error;
}
