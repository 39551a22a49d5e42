/** Runs scenarios on the embedded server with a planted agent in the place of its own, as a run would. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectAgentUi } from '../../src/agents/mcp/connect.ts';
import type { Agent, AgentServices, TurnInput } from '../../src/embedded/agent/types.ts';
import { createEmbeddedServer } from '../../src/embedded/server.ts';
import type { ScenarioResult } from '../../src/results/store/schema.ts';
import { createStaging } from '../../src/run/shared/staging.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import { CORPUS } from '../support/benchmark.ts';
import { contextFor } from '../support/run.ts';
import { replyOf } from './agents/all.ts';
import type { PlantedAgent } from './planted.ts';
import type { Stage } from './scenes.ts';

export interface GalleryServer {
  /** Runs a scenario from its session to its verdict, judged by the rules. */
  run(stage: Stage, agent: PlantedAgent): Promise<ScenarioResult>;
  close(): Promise<void>;
}

/** One server for all: it serves one scenario at a time. */
export async function startGalleryServer(): Promise<GalleryServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'agent-eval-gallery-'));
  const documentsRoot = path.join(dataDir, 'documents');
  await mkdir(documentsRoot);
  let played: { stage: Stage; agent: PlantedAgent; turn: number } | null = null;
  const createAgent = ({ remember }: AgentServices): Agent => ({
    answer: async (input) => {
      if (played === null) throw new Error('a message came before any scenario was played');
      // The history of a session tells nothing: a scenario may go on in a new one.
      played.turn += 1;
      return answerAs(played.agent, played.stage, played.turn, input, remember);
    },
  });
  const server = await createEmbeddedServer(
    { dataDir, searchRoots: [CORPUS, documentsRoot], hiddenFiles: [], port: 0, misbehave: [] },
    { createAgent },
  );
  const backend = `http://127.0.0.1:${server.port}`;
  const client = await connectAgentUi({ mcp: { kind: 'http', url: `${backend}/mcp` }, backend, pollMs: 5 });
  const staging = createStaging(undefined);
  const context = await contextFor(client, {
    context: { place: (id, document) => staging.place(id, document, documentsRoot) },
  });
  return {
    run: async (stage, agent) => {
      played = { stage, agent, turn: 0 };
      return runScenario(stage.plan, context);
    },
    close: async () => {
      await client.close();
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the agent says it has remembered is put into its memory. */
const REMEMBERS = 'remember';

async function answerAs(
  agent: PlantedAgent,
  { plan, scenes }: Stage,
  turn: number,
  input: TurnInput,
  remember: AgentServices['remember'],
) {
  const scene = scenes[turn - 1];
  if (scene === undefined) throw new Error(`${plan.scenario.id} has no turn ${turn}`);
  const reply = replyOf(agent, scene);
  for (const { tool, arguments: given, success, summary } of reply.tools) {
    await input.recorder.call(tool, given === null ? {} : { input: given }, () => ({ success, summary }));
    if (tool === REMEMBERS && success && given !== null) remember(given);
  }
  return { content: reply.answer, read: [] };
}
