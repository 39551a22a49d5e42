/** What a scenario wants looked up at the agent is looked up, shown to the judge, and decides. */
import { expect, test } from 'vitest';
import type { ToolLook } from '../../src/agents/contract.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import { AgentUiError } from '../../src/agents/contract.ts';
import { contextFor, planOf, runFixture, say } from '../support/run.ts';

const fixture = runFixture();

const CLAUSE = 'It confirms.\nVERIFY VIA MCP: call memory_recall(query="Jordan") — expect ≥1 item.';
const FOUND = { items: [{ content: 'The user is called Jordan' }], total: 1 };
const NOTHING = { items: [], total: 0, query: 'Jordan' };
const CHECK = { verify: { tool: 'memory_recall', arguments: { query: 'Jordan' }, mentions: ['Jordan'] } };

async function run(turn: object, answer: unknown, judge: 'anthropic' | 'rules' = 'anthropic') {
  const looks: ToolLook[] = [];
  const agent = {
    ...fixture.fake.agent,
    look: async (call: ToolLook): Promise<unknown> => {
      looks.push(call);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const result = await runScenario(
    planOf(say('I will remember that', turn)),
    await contextFor(agent, { judge, baseUrl: fixture.llm.url }),
  );
  return { result, looks };
}

test('fault 18: the call that the criteria name is made after the turn, and its result shown to the judge', async () => {
  const { result, looks } = await run({ success_criteria: CLAUSE }, FOUND);
  expect(looks).toEqual([{ tool: 'memory_recall', arguments: { query: 'Jordan' } }]);
  expect(result).toMatchObject({
    status: 'PASS',
    turns: [{ verified: [{ tool: 'memory_recall', success: true, summary: JSON.stringify(FOUND) }] }],
  });
  expect(fixture.llm.requests[0]?.prompt).toMatch(
    /<verified_state>\nmemory_recall with \{"query":"Jordan"\} returned: .*called Jordan/,
  );
});

test.each<[string, object, unknown]>([
  [
    'the call fails',
    { success_criteria: CLAUSE },
    new AgentUiError('refused', 'memory_recall', 'no such tool'),
  ],
  ['no call is named', { success_criteria: 'VERIFY VIA MCP: memory holds Jordan.' }, FOUND],
  ['the arguments cannot be read', { success_criteria: 'VERIFY VIA MCP: memory_recall(Jordan)' }, FOUND],
  ['the tool may change something', { success_criteria: 'VERIFY VIA MCP: memory_clear(scope="all")' }, FOUND],
])('fault 18: where %s the turn is undecided, whoever judges', async (_why, turn, answer) => {
  for (const judge of ['anthropic', 'rules'] as const) {
    const { result, looks } = await run({ checks: { mentions: ['remember'] }, ...turn }, answer, judge);
    expect(result).toMatchObject({ status: 'ERRORED', reasons: [{ turn: 1, rule: 'undecided' }] });
    expect(looks.filter(({ tool }) => tool === 'memory_clear')).toEqual([]);
  }
});

test('fault 18: the rules do not pass what only the criteria want looked up', async () => {
  const turn = { success_criteria: CLAUSE, checks: { mentions: ['remember'] } };
  const { result } = await run(turn, FOUND, 'rules');
  expect(result).toMatchObject({ status: 'ERRORED', reasons: [{ rule: 'undecided' }] });
});

test.each<[answer: unknown, status: string]>([
  [FOUND, 'PASS'],
  // The question that comes back is no memory of it.
  [NOTHING, 'FAIL'],
])('fault 18: the check `verify` with %j: %s under both judges', async (answer, status) => {
  for (const judge of ['anthropic', 'rules'] as const) {
    const { result } = await run(
      { success_criteria: CLAUSE, checks: { ...CHECK, mentions: ['remember'] } },
      answer,
      judge,
    );
    expect(result.status, result.error).toBe(status);
  }
});

test('fault 18: the client refuses a look at a tool that the server does not offer', async () => {
  await expect(fixture.fake.agent.look({ tool: 'memory_recall', arguments: {} })).rejects.toMatchObject({
    kind: 'refused',
  });
});

test('fault 18: a scenario tagged verbatim is graded as a probe of the tool alone', async () => {
  await runScenario(
    planOf({ ...say('hello'), tags: ['verbatim'] }),
    await contextFor(fixture.fake.agent, { judge: 'anthropic', baseUrl: fixture.llm.url }),
  );
  expect(fixture.llm.requests[0]?.prompt).toMatch(
    /as one JSON object\.\n\nThis scenario probes the choice of a tool/,
  );
});
