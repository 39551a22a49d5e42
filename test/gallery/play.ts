/** Has every agent play every scenario that its fault touches. */
import type { ScenarioResult } from '../../src/results/store/schema.ts';
import type { ScenarioSet } from '../../src/scenario/schema.ts';
import { startGalleryServer, type GalleryServer } from './on-server.ts';
import type { PlantedAgent } from './planted.ts';
import { benchmarkStages, type Stage } from './scenes.ts';
import type { Cell, Table } from './table.ts';

/** @throws Error for a scenario that ends otherwise than passed, failed or undecided: then nothing is shown. */
export async function playAll(agents: readonly PlantedAgent[], set: ScenarioSet): Promise<Table> {
  const stages = await benchmarkStages(set);
  const server = await startGalleryServer();
  try {
    const rows = [];
    for (const stage of stages) {
      const { id, category, severity } = stage.plan.scenario;
      const cells: Cell[] = [];
      for (const agent of agents) cells.push(await play(server, stage, agent));
      rows.push({ scenario: id, category, critical: severity === 'critical', cells });
    }
    return { columns: agents.map(({ name, fault }) => ({ name, fault })), rows };
  } finally {
    await server.close();
  }
}

async function play(server: GalleryServer, stage: Stage, agent: PlantedAgent): Promise<Cell> {
  const isTouched = stage.scenes.some((scene) => agent.answer(scene) !== null);
  return isTouched ? cellOf(await server.run(stage, agent)) : { mark: '·', reasons: [] };
}

function cellOf({ scenario_id, status, error, reasons }: ScenarioResult): Cell {
  const why = reasons.map(({ turn, text }) => `turn ${turn ?? '–'}: ${text}`);
  if (status === 'PASS') return { mark: 'P', reasons: [] };
  if (status === 'FAIL') return { mark: 'F', reasons: why };
  if (status === 'ERRORED' && reasons.some(({ rule }) => rule === 'undecided'))
    return { mark: '?', reasons: why };
  throw new Error(`${scenario_id} ended with ${status}: ${error ?? why.join('; ')}`);
}
