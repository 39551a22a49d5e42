/** Vitest's reporter for the progress of a run: at the foot of a terminal, else a line per finished scenario. */
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import {
  finishedLine,
  progressLines,
  waitLine,
  type FinishedScenario,
  type RunningScenario,
  type RunProgress,
} from './progress.ts';
import { complain } from './voice.ts';
import { addToWindow } from './window.ts';

export interface ProgressReporterOptions {
  readonly projectName: string;
  /** Hears where scenarios are, until the returned function is called. */
  readonly hear: (listen: (progress: RunningScenario) => void) => () => void;
  /** All scenarios of the project, for their number of turns. */
  readonly index: { all(): Promise<readonly PlannedScenario[]> };
  readonly vitest: Pick<Vitest, 'config' | 'logger'>;
}

interface PlannedScenario {
  readonly path: string;
  readonly id: string | null;
  readonly scenario: { readonly turns: readonly unknown[] } | null;
}

/** A scenario whose YAML can't be read counts as one turn. */
const UNKNOWN_TURNS = 1;

/** Milliseconds. Who is waited for again after so long a silence is down once more; before that it is the same wait. */
const SAME_WAIT_MS = 45_000;

export function createProgressReporter(options: ProgressReporterOptions): Reporter {
  const { projectName, vitest } = options;
  const isOurs = ({ project }: { readonly project: { readonly name: string } }) =>
    project.name === projectName;
  let run = newRun();
  let stop: (() => void) | null = null;
  let inWindow = false;

  const state = () => progressOf(run);
  const finish = (file: string, scenario: FinishedScenario) => {
    noteFinished(run, file, scenario);
    // On standard error: standard output may be a report, or a pipe that is read line by line.
    if (!inWindow) complain(vitest, finishedLine(state()));
  };

  return {
    async onTestRunStart(specifications: readonly TestSpecification[]) {
      stop?.();
      stop = null;
      run = newRun();
      const ours = specifications.filter(isOurs);
      if (ours.length === 0 || vitest.config.mergeReports) return;
      const known = new Map((await options.index.all()).map((each) => [each.path, each]));
      const files = planRun(run, known, ours);
      const stopHearing = options.hear((progress) => {
        if (!noteRunning(run, progress, files.get(progress.id))) return;
        const wait = noteWait(run, progress);
        if (wait !== null) vitest.logger.error(wait);
      });
      // A terminal that does not tell its width says 0.
      const takeOut = addToWindow(vitest, () => progressLines(state(), vitest.logger.getColumns() || 80));
      inWindow = takeOut !== null;
      stop = () => {
        stopHearing();
        takeOut?.();
      };
    },
    onTestCaseResult(test: TestCase) {
      if (!isOurs(test)) return;
      const file = withoutQuery(test.module.moduleId);
      if (test.meta().agentEval?.result === undefined && test.result().state === 'skipped') {
        // Left out by a filter or by `--bail`: no part of this run.
        run.toCome.delete(file);
        return;
      }
      finish(file, finishedTest(test));
    },
    onTestModuleEnd(module: TestModule) {
      if (!isOurs(module) || [...module.children.allTests()].length > 0) return;
      const file = withoutQuery(module.moduleId);
      if (module.errors().length === 0) run.toCome.delete(file);
      else finish(file, { id: module.relativeModuleId, status: 'ERRORED', seconds: 0, usd: 0, turns: 0 });
    },
    onTestRunEnd() {
      stop?.();
      stop = null;
    },
  };
}

interface Run {
  startedAt: number | null;
  readonly finished: FinishedScenario[];
  /** Their ids. */
  readonly over: Set<string>;
  readonly running: Map<string, RunningScenario>;
  /** Files that have not begun, with their turns. */
  readonly toCome: Map<string, number>;
  /** Who was waited for, and when that was last heard, in milliseconds since the epoch. */
  readonly waits: Map<'agent' | 'judge', number>;
}

function newRun(): Run {
  return {
    startedAt: null,
    finished: [],
    over: new Set(),
    running: new Map(),
    toCome: new Map(),
    waits: new Map(),
  };
}

/** Puts every file of the run among those to come. Returns the files by the id of their scenario. */
function planRun(
  run: Run,
  known: ReadonlyMap<string, PlannedScenario>,
  specifications: readonly TestSpecification[],
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { moduleId } of specifications) {
    const file = withoutQuery(moduleId);
    const planned = known.get(file);
    run.toCome.set(file, planned?.scenario?.turns.length ?? UNKNOWN_TURNS);
    if (planned?.id) files.set(planned.id, file);
  }
  return files;
}

/** False for a message that came later than the scenario's result. */
function noteRunning(run: Run, progress: RunningScenario, file: string | undefined): boolean {
  run.startedAt ??= progress.since;
  if (run.over.has(progress.id)) return false;
  if (file !== undefined) run.toCome.delete(file);
  run.running.set(progress.id, progress);
  return true;
}

/** What is waited for, in a line; null when nothing is, or when it was said a moment ago. */
function noteWait(run: Run, { waiting }: RunningScenario): string | null {
  if (waiting === null) return null;
  const now = Date.now();
  const heard = run.waits.get(waiting.for);
  run.waits.set(waiting.for, now);
  return heard === undefined || now - heard > SAME_WAIT_MS ? waitLine(waiting, now) : null;
}

function noteFinished(run: Run, file: string, scenario: FinishedScenario): void {
  run.toCome.delete(file);
  run.running.delete(scenario.id);
  run.finished.push(scenario);
  run.over.add(scenario.id);
}

function progressOf(run: Run): RunProgress {
  return {
    now: Date.now(),
    startedAt: run.startedAt,
    total: run.finished.length + run.toCome.size + run.running.size,
    finished: run.finished,
    running: [...run.running.values()],
    turnsToCome: [...run.toCome.values()].reduce((sum, turns) => sum + turns, 0),
  };
}

function finishedTest(test: TestCase): FinishedScenario {
  const result = test.meta().agentEval?.result;
  return {
    id: test.name,
    status: result?.status ?? 'ERRORED',
    seconds: result?.elapsed_s ?? 0,
    usd: result?.spend.usd ?? 0,
    turns: result?.turns.length ?? 0,
  };
}

function withoutQuery(id: string): string {
  return id.split('?', 1)[0] ?? id;
}
