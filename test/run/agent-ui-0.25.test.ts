/** Scenarios on the replayed Agent UI 0.25: what its turns leave in a trace. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ConnectOptions } from '../../src/agents/mcp/connect.ts';
import type { ConnectedAgentUi } from '../../src/agents/contract.ts';
import { scenarioResultSchema } from '../../src/results/store/schema.ts';
import { patientAgent } from '../../src/run/patient-agent.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import { connectToReplay, startReplay, type Replay } from '../support/replay-0.25.ts';
import { contextFor, planOf, type RunOptions } from '../support/run.ts';

let replay: Replay;
beforeAll(async () => {
  replay = await startReplay();
});
afterAll(() => replay.kill());

async function connect(options: Partial<ConnectOptions> = {}): Promise<ConnectedAgentUi> {
  const agent = await connectToReplay(replay, options);
  onTestFinished(() => agent.close());
  return agent;
}

async function held(agent: ConnectedAgentUi, messages: readonly string[], options: RunOptions = {}) {
  const turns = messages.map((user_message, index) => ({
    turn: index + 1,
    user_message,
    success_criteria: 'It says hello.',
    checks: { mentions: ['hello'] },
  }));
  return runScenario(
    planOf({ turns }),
    await contextFor(patientAgent(agent, { patienceMs: 10_000 }), options),
  );
}

test('what the agent asked, and what the policy answered, stands in the trace', async () => {
  const agent = await connect({ policy: { permissions: 'allow', questions: 'Blue' } });
  const result = await held(agent, [
    '[[permission write_file a.txt]][[question Which one? | Red | Blue]][[say hello]]',
    '[[say hello again]]',
  ]);
  expect(result.turns.map(({ prompts }) => prompts)).toEqual([
    [
      { kind: 'permission', text: 'write_file: a.txt', decision: 'allowed', answer: null },
      { kind: 'question', text: 'Which one?: Red | Blue', decision: 'answered', answer: 'blue' },
    ],
    undefined,
  ]);
  expect(scenarioResultSchema.parse(structuredClone(result))).toEqual(result);
  expect(result).toMatchObject({
    status: 'PASS',
    warnings: [],
    session: { agent_type: 'gaia', effective_model: 'Gemma-4-E4B-it-GGUF', device: 'gpu', deleted: true },
  });
});

test.each([
  '[[fail The roof fell in.]]',
  '[[crash Agent error: x]]',
  '[[lose]]',
  '[[tool a b => c]][[fail hello]]',
])('a turn that failed is no score: %s', async (message) => {
  const result = await held(await connect(), [message]);
  expect(result).toMatchObject({ status: 'INFRA_ERROR', overall_score: null, session: { deleted: true } });
});

test('fault 23: a call that the model got wrong is judged, and fails', async () => {
  const result = await held(await connect(), [
    '[[fail Agent error: Malformed native tool_calls envelope: Expecting value]]',
  ]);
  expect(result, result.error).toMatchObject({ status: 'FAIL', session: { deleted: true } });
  expect(result.turns[0]?.ceilings[0]).toMatchObject({ rule: 'invalid_response:failed_call', max: 0 });
});

test('a turn over its time is stopped, and the next scenario has an idle agent', async () => {
  const agent = await connect();
  expect(await held(agent, ['[[hang]]'], { messageTimeout: 0.3 })).toMatchObject({ status: 'TIMEOUT' });
  await replay.lines.wait('turn cancelled');
  expect(await held(agent, ['[[say hello]]'])).toMatchObject({ status: 'PASS' });
});

test('another model than the session began with is told', async () => {
  const agent = await connect();
  const swapping: ConnectedAgentUi = {
    ...agent,
    getSession: async (id) => ({ ...(await agent.getSession(id)), effective_model: 'another' }),
  };
  const result = await held(swapping, ['[[say hello]]']);
  expect(result.warnings).toEqual([
    'the session began with model "Gemma-4-E4B-it-GGUF" and was answered by "another"',
  ]);
  expect(result.session).toMatchObject({ effective_model: 'another' });
});
