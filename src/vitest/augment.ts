/** What this package adds to Vitest's types. */
import type { CellMeta } from '../../reporters/experiment.ts';
import type { Prompts } from '../prompts/prompt-files.ts';
import type { ScenarioResult } from '../results/store/schema.ts';
import type { ScenarioEstimate } from '../run/estimate.ts';
import type { RanWith, Settings } from '../settings.ts';

/** What the main process tells its workers. */
export interface ProvidedRun {
  readonly settings: Settings;
  /** The name under which the run's host answers. */
  readonly channelName: string;
  /** Known limits of the agent's architecture, from its audit. */
  readonly constraints: readonly string[];
  /** Edited prompts of judge and simulator, read once for the whole run; null: our own. */
  readonly prompts: Prompts | null;
  /** This run's part of a sharded one; null when it is whole. */
  readonly shard: { readonly index: number; readonly count: number } | null;
}

/** What a scenario's test leaves in `task.meta`: enough to build a scorecard from blobs of other machines. */
export interface ScenarioMeta {
  readonly result: ScenarioResult;
  /** With what it was run: another machine's settings may differ from those of the one that merges. */
  readonly ranWith: RanWith;
  readonly shard: ProvidedRun['shard'];
}

/** What the main process tells the worker of experiments. */
export interface ProvidedExperiments {
  readonly settings: Settings;
  /** Absolute. */
  readonly root: string;
  /** Cells at once. */
  readonly concurrency: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    agentEval: ProvidedRun;
    modelEval: ProvidedExperiments;
  }
  interface TaskMeta {
    agentEval?: ScenarioMeta;
    /** Of a cell of an experiment. */
    modelEval?: CellMeta;
    /** In a dry run. */
    agentEvalEstimate?: ScenarioEstimate;
  }
  interface Matchers<T> {
    /**
     * Passes when a scenario's result is a PASS by the rubric's rules.
     * Its message names every broken rule, or the status of a scenario that was not judged.
     */
    toMeetPassRules(): T;
  }
}

declare module '@vitest/runner' {
  interface TaskMeta {
    agentEval?: ScenarioMeta;
    /** Of a cell of an experiment. */
    modelEval?: CellMeta;
    /** In a dry run. */
    agentEvalEstimate?: ScenarioEstimate;
  }
}
