/** Runs scenarios in this process: the real client over a fake agent in another process, a judge of choice. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { connectAgentUi } from '../../src/agents/mcp/connect.ts';
import type { AgentUi } from '../../src/agents/contract.ts';
import type { Manifest } from '../../src/corpus/manifest.ts';
import { resolveTruth } from '../../src/corpus/truth.ts';
import { NOTHING_SPENT } from '../../src/models/ledger.ts';
import type { ScenarioPlan } from '../../src/plan/scenario-plan.ts';
import type { RunContext } from '../../src/run/context.ts';
import { createStaging } from '../../src/run/shared/staging.ts';
import { createSlots } from '../../src/run/slots.ts';
import { createJudgeAndSimulator } from '../../src/run/judge-and-simulator.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { resolveSettings, type AgentEvalOptions } from '../../src/settings.ts';
import { startHttpFake, type FakeOptions } from './fake-agent-ui.ts';
import { scenarioYaml, type SmallScenario } from './scenario.ts';
import { startScriptedAnthropic, type ScriptedAnthropic } from './scripted-anthropic.mjs';

export const FAKE_KEY = 'sk-ant-test-0123456789abcdef';

const NO_DOCUMENTS: Manifest = { documents: [], byId: new Map(), byPath: new Map() };

/** A plan for a scenario of the tests; documents are given as absolute paths. */
export function planOf(scenario: SmallScenario, documents: readonly string[] = []): ScenarioPlan {
  const parsed = parseScenario(scenarioYaml(scenario), 'scenarios/test.yaml');
  if (parsed.scenario === null) throw new Error(parsed.problems.map(({ message }) => message).join('; '));
  return {
    scenario: parsed.scenario,
    truths: parsed.scenario.turns.map((turn) => resolveTruth(turn, NO_DOCUMENTS)),
    documents: documents.map((path) => ({ corpus_doc: null, name: path.split('/').at(-1) ?? path, path })),
    findable: [],
    replacements: [],
    ownChecks: [],
    file: 'scenarios/test.yaml',
  };
}

/** A scenario of one turn, to which the fake agent says this. */
export const say = (text: string, more: object = {}): SmallScenario => ({
  turns: [{ turn: 1, user_message: `[[say ${text}]]`, success_criteria: 'It answers.', ...more }],
});

/** A scenario that was held ends so: its session is gone. */
export const held = (status: string) => ({ status, session: { deleted: true } });

export interface RunOptions extends AgentEvalOptions {
  readonly context?: Partial<RunContext>;
}

/** A context that is ready to run. `baseUrl` is the scripted endpoint's. */
export async function contextFor(
  agent: AgentUi,
  { context, ...options }: RunOptions = {},
): Promise<RunContext> {
  const settings = resolveSettings({ judge: 'rules', ...options }, {});
  const staging = createStaging(settings.documentsRoot);
  return {
    agent,
    slots: createSlots(settings.slots),
    ...(await createJudgeAndSimulator(settings, { ANTHROPIC_API_KEY: FAKE_KEY }, null)),
    settings,
    stage: (documents) => staging.stage(documents),
    place: (id, document) => staging.place(id, document, null),
    facts: {
      runId: 'run_20260101_000000',
      directory: '/nowhere',
      resumed: false,
      readiness: { ok: true },
      spentBefore: NOTHING_SPENT,
      agentModel: null,
      build: null,
      lacks: [],
    },
    signal: new AbortController().signal,
    attempt: 1,
    constraints: [],
    ...context,
  };
}

/** For a test file: one fake agent and its client, and a fresh scripted endpoint for each test. */
export function runFixture(): { fake: ConnectedFake; llm: ScriptedAnthropic } {
  const fixture: { fake?: ConnectedFake; llm?: ScriptedAnthropic } = {};
  beforeAll(async () => {
    fixture.fake = await connectedFake();
  });
  beforeEach(async () => {
    await fixture.llm?.close();
    fixture.llm = await startScriptedAnthropic();
  });
  afterAll(async () => {
    await fixture.llm?.close();
    await fixture.fake?.close();
  });
  return fixture as { fake: ConnectedFake; llm: ScriptedAnthropic };
}

export type ConnectedFake = Awaited<ReturnType<typeof connectedFake>>;

/** A fake agent in a process of its own, and the real client connected to it. */
export async function connectedFake(options: FakeOptions = {}) {
  const fake = await startHttpFake(options);
  const agent = await connectAgentUi({ mcp: fake.mcp, backend: 'http://127.0.0.1:4200', pollMs: 5 });
  return {
    agent,
    lines: fake.lines,
    async close() {
      await agent.close();
      await fake.kill();
    },
  };
}
