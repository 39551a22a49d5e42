/** What happens before a message, on the embedded agent: a new session, another document, tools that fail. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAgentUi } from '../../src/agents/mcp/connect.ts';
import { AgentUiError, type ConnectedAgentUi } from '../../src/agents/contract.ts';
import { startEmbeddedAgentUi, type EmbeddedAgentUi } from '../../src/embedded/start.ts';
import { createStaging } from '../../src/run/shared/staging.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import { contextFor, planOf } from '../support/run.ts';

let folder: string;
let server: EmbeddedAgentUi;
let agent: ConnectedAgentUi;

const file = (name: string, text: string): string => {
  const target = path.join(folder, name);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
  return target;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-eval-before-'));
  server = await startEmbeddedAgentUi({ searchRoots: [folder] });
  agent = await connectAgentUi({
    mcp: { kind: 'http', url: server.mcpUrl },
    backend: server.backendUrl,
    pollMs: 5,
  });
});

afterAll(async () => {
  await agent.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (turn: number, answer: string, before?: object) => ({
  turn,
  user_message: 'How many days of notice does the lease ask for?',
  ground_truth: { expected_answer: answer },
  checks: { mentions: [answer] },
  ...(before && { before }),
});

test('a replaced document is the one that is answered from, in the same session and under the same name', async () => {
  const old = file('a/lease.md', 'The lease asks for 30 days of notice by either side.');
  const recent = file('b/lease.md', 'The lease asks for 75 days of notice by either side.');
  const replace = { replace_document: { corpus_doc: 'lease', with: 'lease_new' } };
  const plan = planOf({ turns: [ask(1, '30 days'), ask(2, '75 days', replace)] }, [old]);
  const document = { corpus_doc: 'lease_new', name: 'b/lease.md', path: recent };
  const staging = createStaging(folder);
  const context = await contextFor(agent, {
    context: {
      stage: (documents) => staging.stage(documents),
      place: (id, each) => staging.place(id, each, null),
    },
  });
  // Twice: the second run begins with the first version again.
  for (let run = 1; run <= 2; run += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const result = await runScenario(
      { ...plan, replacements: [{ turn: 2, name: 'lease.md', document }] },
      context,
    );
    expect(result).toMatchObject({
      status: 'PASS',
      session: { deleted: true },
      documents: [
        { path: 'lease.md', corpus_doc: null },
        { path: 'lease.md', corpus_doc: 'lease_new' },
      ],
    });
    expect(result.turns[1]?.before).toEqual({ replaced_document: 'lease.md' });
    expect(result.turns[1]?.agent_response).not.toContain('30 days');
  }
  await staging.remove();
});

test('a document cannot be replaced where there is no folder for its copies', async () => {
  const old = file('c/lease.md', 'The lease asks for 31 days of notice by either side.');
  const plan = planOf({ turns: [ask(1, '31 days'), ask(2, '31 days')] }, [old]);
  const document = { corpus_doc: null, name: 'lease.md', path: old };
  const result = await runScenario(
    { ...plan, replacements: [{ turn: 2, name: 'lease.md', document }] },
    await contextFor(agent),
  );
  expect(result).toMatchObject({ status: 'SETUP_ERROR', error: expect.stringContaining('DOCUMENTS_ROOT') });
});

test('a new session has the documents and none of the messages, and both are compared and deleted', async () => {
  const lease = file('d/lease.md', 'The lease asks for 32 days of notice by either side.');
  const plan = planOf({ turns: [ask(1, '32 days'), ask(2, '32 days', { new_session: true })] }, [lease]);
  const before = await sessionCount();
  const result = await runScenario(plan, await contextFor(agent));
  expect(result).toMatchObject({ status: 'PASS', documents: [{}, {}] });
  expect(result.turns.map((turn) => turn.before)).toEqual([undefined, { new_session: true }]);
  expect(await sessionCount()).toBe(before);
});

test('a tool fails in its turn alone, and the agent can know nothing by it', async () => {
  const lease = file('e/lease.md', 'The lease asks for 33 days of notice by either side.');
  const fault = { tool_fault: { tools: ['query_specific_file'], error: 'the index is locked' } };
  const failing = {
    ...ask(1, '33 days', fault),
    ground_truth: { expected_behavior: 'Says that it failed.' },
    checks: { honest_about: ['query_specific_file'], never_mentions: ['33 days'] },
  };
  const plan = planOf({ turns: [failing, ask(2, '33 days')] }, [lease]);
  const result = await runScenario(plan, await contextFor(agent));
  expect(result.turns[0]).toMatchObject({
    agent_response: expect.stringContaining('the index is locked'),
    before: { failing_tools: ['query_specific_file'] },
    tool_calls: [{ tool: 'query_specific_file', success: false }],
  });
  expect(result.turns[1]).toMatchObject({ pass: true });
});

test('an agent whose tools cannot be made to fail is not asked at all', async () => {
  const fault = { tool_fault: { tools: ['query_documents'] } };
  const other = {
    ...agent,
    failTools: () =>
      Promise.reject(new AgentUiError('refused', 'fail_tools', 'it offers no tool fail_tools')),
  };
  const result = await runScenario(planOf({ turns: [ask(1, '1 day', fault)] }), await contextFor(other));
  expect(result).toMatchObject({ status: 'SETUP_ERROR', turns: [] });
  expect(result.error).toContain('tool_fault');
});

async function sessionCount(): Promise<unknown> {
  const answer = await agent.ask('list_sessions');
  return typeof answer === 'object' && answer !== null && 'total' in answer ? answer.total : null;
}
