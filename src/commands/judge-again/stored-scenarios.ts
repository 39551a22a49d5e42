/** The results of a stored run with today's scenarios, and which of them can be judged again (I/O). */
import path from 'node:path';
import { oneLine } from '../../../reporters/plain-text.ts';
import { loadPlans } from '../../plan/load-plans.ts';
import type { ScenarioPlan } from '../../plan/scenario-plan.ts';
import { whyKept } from '../../run/judge-again.ts';
import { scenarioResultSchema, type ScenarioResult } from '../../results/store/schema.ts';
import { readStoredTraces } from '../../results/store/stored-traces.ts';
import { isJudgedStatus } from '../../rubric/verdict-types.ts';
import { nearestKey } from '../../nearest-key.ts';
import { CommandError, type CommandIo } from '../io.ts';
import { readFolders } from '../project-settings.ts';
import type { JudgeAgainOptions } from './options.ts';

export interface Stored {
  readonly result: ScenarioResult;
  readonly plan: ScenarioPlan | null;
  /** Why it stays as it is; null: it is judged again. */
  readonly kept: string | null;
}

export interface StoredScenarios {
  readonly stored: readonly Stored[];
  /** What is not in the new run, and why, as sentences. */
  readonly unread: readonly string[];
  /** Ids of scenarios that the new run leaves out. */
  readonly leftOut: readonly string[];
}

export async function readScenarios(
  folder: string,
  options: JudgeAgainOptions,
  io: CommandIo,
): Promise<StoredScenarios> {
  const { root, scenarios, corpus } = await readFolders(options, ['scenarios', 'corpus'], io);
  const plans = await loadPlans({ root, scenarios, corpus });
  const { traces } = await readStoredTraces(folder);
  const unread: string[] = [];
  const results = traces.flatMap(({ file, value, problem }) => {
    const parsed = scenarioResultSchema.safeParse(value);
    if (parsed.success) return [parsed.data];
    const why = problem ?? 'it is not of this program, or of an older format';
    unread.push(`The trace ${path.basename(file)} was left out: ${why}.`);
    return [];
  });
  const ids = results.map(({ scenario_id }) => scenario_id);
  const wanted = options.only ?? ids;
  const unknown = wanted.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    const near = nearestKey(unknown, ids);
    throw new CommandError(
      `--only: the run has no scenario ${unknown}${near === null ? '' : `; did you mean ${near}?`}.`,
    );
  }
  const all = results
    .filter(({ scenario_id }) => wanted.includes(scenario_id))
    .map((result) => {
      const plan = plans.get(result.scenario_id) ?? null;
      return { result, plan, kept: whyKept(result, plan, options.changed) };
    });
  // A verdict of another judge has no place among this one's.
  const [gone, stored] = [true, false].map((isGone) =>
    all.filter(({ result, kept }) => (kept !== null && isJudgedStatus(result.status)) === isGone),
  );
  return {
    stored: stored ?? [],
    unread: [
      ...unread,
      ...(gone ?? []).map(({ result, kept }) => `${oneLine(result.scenario_id)} is left out: ${kept ?? ''}.`),
    ],
    leftOut: [
      ...ids.filter((id) => !wanted.includes(id)),
      ...(gone ?? []).map(({ result }) => result.scenario_id),
    ],
  };
}

/** What goes into the new run as it is: it has no verdict that another judge gave. */
export function keptLines(stored: readonly Stored[]): string[] {
  return stored.flatMap(({ result, kept }) =>
    kept === null ? [] : [`${oneLine(result.scenario_id)} stays as it is: ${kept}.`],
  );
}
