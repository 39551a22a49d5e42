/** A process that ends before its run has: what is known is written while it exits. Synchronous throughout. */
import { join } from 'node:path';
import { writeFileAtomicSync } from '../src/disk/json-file.ts';
import { resultWithoutRun } from '../src/results/store/result-without-run.ts';
import type { ScenarioResult } from '../src/results/store/schema.ts';
import { buildScorecard } from '../src/results/store/scorecard.ts';
import { readTracesSync } from '../src/results/store/trace-store.ts';
import type { Settings } from '../src/settings.ts';
import { configOf } from './run-config.ts';
import { summaryMarkdown } from './summary.ts';

export interface LastWords {
  readonly runId: string;
  /** Absolute. */
  readonly directory: string;
  /** Scenarios that had begun: they count as crashed. */
  readonly underWay: readonly {
    readonly id: string;
    readonly file: string;
    readonly spend: ScenarioResult['spend'];
  }[];
  /** Why they have no result. */
  readonly reason: string;
  readonly settings: Settings;
}

/** A partial scorecard of the traces on disk; the run stays resumable. Throws `ResultsError`. */
export function writeLastWords({ runId, directory, underWay, reason, settings }: LastWords): void {
  const crashed = underWay.map(({ id, file, spend }) =>
    resultWithoutRun({ runId, scenarioId: id, file, error: reason, spend }),
  );
  const known = readTracesSync(directory).filter(
    (trace) => trace.run_id === runId && !underWay.some(({ id }) => id === trace.scenario_id),
  );
  const results = [...known, ...crashed];
  const scorecard = buildScorecard(results, configOf(results, settings, []), {
    runId,
    timestamp: new Date(),
    partial: true,
  });
  writeFileAtomicSync(join(directory, 'scorecard.json'), `${JSON.stringify(scorecard, null, 2)}\n`);
  writeFileAtomicSync(join(directory, 'summary.md'), summaryMarkdown(scorecard));
}
