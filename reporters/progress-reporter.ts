/** Vitest's reporter for the progress of a run: at the foot of a terminal, else a line per finished scenario. */
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import {
  finishedLine,
  progressLines,
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

export function createProgressReporter(options: ProgressReporterOptions): Reporter {
  const { projectName, vitest } = options;
  const isOurs = ({ project }: { readonly project: { readonly name: string } }) =>
    project.name === projectName;
  let run = newRun();
  let stop: (() => void) | null = null;
  let inWindow = false;

  const state = (): RunProgress => ({
    now: Date.now(),
    startedAt: run.startedAt,
    total: run.finished.length + run.toCome.size + run.running.size,
    finished: run.finished,
    running: [...run.running.values()],
    turnsToCome: [...run.toCome.values()].reduce((sum, turns) => sum + turns, 0),
  });
  const finish = (file: string, scenario: FinishedScenario) => {
    run.toCome.delete(file);
    run.running.delete(scenario.id);
    run.finished.push(scenario);
    run.over.add(scenario.id);
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
      const files = new Map<string, string>();
      for (const { moduleId } of ours) {
        const file = withoutQuery(moduleId);
        const planned = known.get(file);
        run.toCome.set(file, planned?.scenario?.turns.length ?? UNKNOWN_TURNS);
        if (planned?.id) files.set(planned.id, file);
      }
      const deaf = options.hear((progress) => {
        run.startedAt ??= progress.since;
        const file = files.get(progress.id);
        // A message may come later than the scenario's result.
        if (run.over.has(progress.id)) return;
        if (file !== undefined) run.toCome.delete(file);
        run.running.set(progress.id, progress);
      });
      // A terminal that does not tell its width says 0.
      const takeOut = addToWindow(vitest, () => progressLines(state(), vitest.logger.getColumns() || 80));
      inWindow = takeOut !== null;
      stop = () => {
        deaf();
        takeOut?.();
      };
    },
    onTestCaseResult(test: TestCase) {
      if (!isOurs(test)) return;
      const file = withoutQuery(test.module.moduleId);
      const result = test.meta().agentEval?.result;
      if (result === undefined && test.result().state === 'skipped') {
        // Left out by a filter or by `--bail`: no part of this run.
        run.toCome.delete(file);
        return;
      }
      finish(file, {
        id: test.name,
        status: result?.status ?? 'ERRORED',
        seconds: result?.elapsed_s ?? 0,
        usd: result?.spend.usd ?? 0,
        turns: result?.turns.length ?? 0,
      });
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
}

function newRun(): Run {
  return { startedAt: null, finished: [], over: new Set(), running: new Map(), toCome: new Map() };
}

function withoutQuery(id: string): string {
  return id.split('?', 1)[0] ?? id;
}
