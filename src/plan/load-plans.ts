/** All scenarios of a project that can be planned, by id (I/O). */
import path from 'node:path';
import { loadScenario } from './load-scenario.ts';
import { createScenarioIndex } from './scenario-index.ts';
import type { ScenarioPlan } from './scenario-plan.ts';

/** Those with an error are left out. Folders may be relative to the root. */
export async function loadPlans(folders: {
  readonly root: string;
  readonly scenarios: readonly string[];
  readonly corpus: string;
}): Promise<ReadonlyMap<string, ScenarioPlan>> {
  const { root, corpus } = folders;
  const index = createScenarioIndex(
    folders.scenarios.map((folder) => path.resolve(root, folder)),
    root,
  );
  const onDisk = await index.all();
  const loaded = await Promise.all(onDisk.map((each) => loadScenario(each, { root, corpus }, onDisk)));
  return new Map(
    loaded.flatMap(({ module }) =>
      module === null ? [] : [[module.plan.scenario.id, module.plan] as const],
    ),
  );
}
