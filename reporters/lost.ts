/** Scenarios that began and of which Vitest tells nothing: it ends a run without waiting for what is under way. */
import { ResultsError } from '../src/disk/results-error.ts';
import { resultWithoutRun } from '../src/results/store/result-without-run.ts';
import type { ScenarioResult } from '../src/results/store/schema.ts';
import { readTrace, tracePath } from '../src/results/store/trace-store.ts';
import type { Collected } from './collect.ts';

/** Why a scenario of a run that was ended has no result. */
export const WAS_ENDED = 'the run was ended before this scenario did';

export interface LostOptions {
  readonly runId: string;
  /** Absolute. */
  readonly directory: string;
  readonly scenarios: readonly { readonly file: string; readonly id: string | null }[];
  /** Why a scenario without a trace has no result. */
  readonly reason: string;
  /** What a scenario has cost, also one that left no result. */
  readonly spentOn: (scenarioId: string) => ScenarioResult['spend'];
}

/** The trace that its worker still wrote, or a result that says why there is none. */
export async function lostResults(
  begun: readonly string[],
  known: readonly Collected[],
  options: LostOptions,
): Promise<readonly Collected[]> {
  const told = new Set(known.map(({ result }) => result.scenario_id));
  const lost = begun.filter((id) => !told.has(id));
  return Promise.all(
    lost.map(async (id) => {
      const trace = await ownTrace(id, options);
      return { ...NOTHING_ELSE_KNOWN, traced: trace !== null, result: trace ?? without(id, options) };
    }),
  );
}

const NOTHING_ELSE_KNOWN = { ranWith: null, shard: null } as const;

async function ownTrace(id: string, { runId, directory }: LostOptions): Promise<ScenarioResult | null> {
  try {
    const trace = await readTrace(tracePath(directory, id));
    return trace.scenario_id === id && trace.run_id === runId ? trace : null;
  } catch (error) {
    if (error instanceof ResultsError) return null;
    throw error;
  }
}

function without(id: string, { runId, scenarios, reason, spentOn }: LostOptions): ScenarioResult {
  const file = fileOf(id, scenarios);
  return resultWithoutRun({ runId, scenarioId: id, file, error: reason, spend: spentOn(id) });
}

export function fileOf(id: string, scenarios: LostOptions['scenarios']): string {
  return scenarios.find((scenario) => scenario.id === id)?.file ?? id;
}
