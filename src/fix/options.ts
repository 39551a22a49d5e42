/** What a fix is given: settings, places, and how to run and reach the agent, which other rooms know. */
import type { Scorecard } from '../results/store/scorecard.ts';
import type { Ready } from './agent-process.ts';
import type { FixSettings } from './fix-settings.ts';

export interface Evaluation {
  readonly worktree: string;
  /** Absolute, made anew: where the run is written. */
  readonly folder: string;
  /** null: those that the user chose. */
  readonly scenarioIds: readonly string[] | null;
  readonly signal: AbortSignal;
}

export interface FixOptions {
  readonly settings: FixSettings;
  /** Absolute: a folder of the agent's repository. */
  readonly source: string;
  readonly repairer: readonly string[];
  readonly restart: readonly string[] | null;
  /** Absolute: scenarios, corpus, configuration, judge, baselines. */
  readonly evaluationPaths: readonly string[];
  /** Absolute: what the `file` of a result is relative to. */
  readonly projectRoot: string;
  /** Absolute: the fix's own folder; made when nothing keeps the fix from beginning. */
  readonly folder: string;
  /** Absolute: where runs are; in the agent's repository it does not count as a change. */
  readonly results: string;
  /** An existing run to start from; null holds one first. */
  readonly first: Scorecard | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Holds the scenarios. Throws an Error whose message says why it could not. */
  readonly evaluate: (evaluation: Evaluation) => Promise<Scorecard>;
  readonly isReady: (worktree: string) => Promise<Ready>;
  /** Takes secrets out of a text. */
  readonly mask: (text: string) => string;
  /** Hears what happens, a line at a time. */
  readonly tell: (line: string) => void;
  readonly signal: AbortSignal;
}
