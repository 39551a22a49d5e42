/** The nine ways a scenario can end, each brought about by what causes it in earnest. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CancelledError } from '../../src/run/outcome.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import { connectedFake, contextFor, planOf, type RunOptions } from '../support/run.ts';
import type { SmallScenario } from '../support/scenario.ts';
import { startScriptedAnthropic, type ScriptedAnthropic } from '../support/scripted-anthropic.mjs';

let fake: Awaited<ReturnType<typeof connectedFake>>;
let llm: ScriptedAnthropic;
let folder: string;
const document = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-eval-statuses-'));
  for (const name of ['good.md', 'broken.md']) await writeFile(document(name), '# Text\n');
  fake = await connectedFake();
});
beforeEach(async () => {
  await llm?.close();
  llm = await startScriptedAnthropic();
});
afterAll(async () => {
  await llm.close();
  await fake.close();
  await rm(folder, { recursive: true });
});

const say = (text: string, more: object = {}): SmallScenario => ({
  turns: [{ turn: 1, user_message: `[[say ${text}]]`, success_criteria: 'It answers.', ...more }],
});
const judged = (options: RunOptions = {}): RunOptions => ({
  judge: 'anthropic',
  baseUrl: llm.url,
  ...options,
});
const held = (status: string) => ({ status, session: { deleted: true } });

test('PASS: judged, every rule holds, the session is gone', async () => {
  const result = await runScenario(
    planOf(say('hello'), [document('good.md')]),
    await contextFor(fake.agent, judged()),
  );
  expect(result).toMatchObject({ ...held('PASS'), overall_score: 9.25, reasons: [], attempt: 1 });
  expect(result.turns).toHaveLength(1);
  expect(result.turns[0]).toMatchObject({
    agent_response: 'hello',
    agent_tools: ['query_documents'],
    pass: true,
    performance: { output_tokens: 9, flags: [] },
  });
  expect(result.documents).toEqual([
    { corpus_doc: null, path: 'good.md', chunk_count: 3, indexing_status: 'complete' },
  ]);
  // A standard scenario that passes needs no more than its turns judged.
  expect(result.spend).toMatchObject({ calls: 1 });
  expect(result.spend.usd).toBeGreaterThan(0);
  expect(result.cost_estimate).toEqual({ turns: 1, estimated_usd: result.spend.usd });
});

test('FAIL: a check that no judge can overrule', async () => {
  const plan = planOf(say('hello', { checks: { mentions: ['goodbye'] } }));
  const result = await runScenario(plan, await contextFor(fake.agent, judged()));
  expect(result).toMatchObject(held('FAIL'));
  expect(result.turns[0]).toMatchObject({
    scores: { correctness: 3 },
    raw_scores: { correctness: 9 },
    pass: false,
  });
  expect(result.turns[0]?.ceilings[0]).toMatchObject({ rule: 'check:mentions', max: 3 });
  expect(result.reasons.join()).toContain('check:mentions');
});

test('BLOCKED_BY_ARCHITECTURE: only when the judge cites a limit it was told of', async () => {
  const constraint = 'The history keeps two messages.';
  llm.script('scenario', [{ do: 'well', reply: { ...explained(), blocked_by_constraint: 1 }, always: true }]);
  const told = { constraints: [constraint] };
  const blocked = await runScenario(
    planOf(say('hello')),
    await contextFor(fake.agent, judged({ context: told })),
  );
  expect(blocked).toMatchObject(held('BLOCKED_BY_ARCHITECTURE'));
  expect(blocked.reasons.join()).toContain(constraint);
  const untold = await runScenario(planOf(say('hello')), await contextFor(fake.agent, judged()));
  expect(untold.status).toBe('PASS');
  // It stays what the judge says, and a person is told to look.
  expect(blocked.warnings.join()).toContain('look at it');
});

test('TIMEOUT: the agent takes longer than the scenario may', async () => {
  const plan = planOf({
    turns: [{ turn: 1, user_message: '[[delay 700]] [[say hello]]', success_criteria: 'It answers.' }],
  });
  const result = await runScenario(plan, await contextFor(fake.agent, { timeout: 0.2, timeoutExact: true }));
  expect(result).toMatchObject({
    ...held('TIMEOUT'),
    overall_score: null,
    error: 'not finished within 0.2 s',
  });
  expect(result.elapsed_s).toBeLessThan(5);
});

test('TIMEOUT: one message takes longer than a message may', async () => {
  const plan = planOf({
    turns: [{ turn: 1, user_message: '[[delay 700]] [[say hello]]', success_criteria: 'It answers.' }],
  });
  const result = await runScenario(plan, await contextFor(fake.agent, { messageTimeout: 0.2 }));
  expect(result.status).toBe('TIMEOUT');
});

test('BUDGET_EXCEEDED: the next call could cost more than is left; nothing is sent', async () => {
  const result = await runScenario(
    planOf(say('hello')),
    await contextFor(fake.agent, judged({ budget: 0.001 })),
  );
  expect(result).toMatchObject({
    ...held('BUDGET_EXCEEDED'),
    overall_score: null,
    spend: { usd: 0, calls: 0 },
  });
  expect(llm.requests).toHaveLength(0);
});

test('BUDGET_EXCEEDED: what was spent until then is in the result', async () => {
  const turns = Array.from({ length: 30 }, (_, index) => ({
    turn: index + 1,
    user_message: '[[say hello]]',
    success_criteria: 'It answers.',
  }));
  const result = await runScenario(planOf({ turns }), await contextFor(fake.agent, judged({ budget: 0.15 })));
  expect(result.status).toBe('BUDGET_EXCEEDED');
  expect(result.spend.calls).toBeGreaterThan(0);
  expect(result.spend.usd).toBeGreaterThan(0);
  expect(result.spend.usd).toBeLessThanOrEqual(0.15);
  expect(result.turns.length).toBeLessThan(30);
});

test.each([
  [
    'a failed turn that looks like an answer',
    '[[reply {"content":"I couldn\'t load the agent **\'x\'**. Restart."}]]',
    "I couldn't load the agent",
  ],
  ['an answered failure', '[[error Session is busy]]', 'Session is busy'],
  ['a crashed tool', '[[is-error Error executing tool send_message]]', 'Error executing tool'],
  ['a result of another shape', '[[raw not JSON]]', 'send_message'],
])('INFRA_ERROR: %s, with its own words', async (_, user_message, words) => {
  const plan = planOf({ turns: [{ turn: 1, user_message, success_criteria: 'It answers.' }] });
  const result = await runScenario(plan, await contextFor(fake.agent, judged()));
  expect(result).toMatchObject({ ...held('INFRA_ERROR'), overall_score: null });
  expect(result.error).toContain(words);
  expect(llm.requests).toHaveLength(0);
});

test('INFRA_ERROR: the agent runs another type than was asked for', async () => {
  const agent = {
    ...fake.agent,
    getSession: async (id: string) => ({ ...(await fake.agent.getSession(id)), agent_type: 'chat' }),
  };
  const result = await runScenario(planOf(say('hello')), await contextFor(agent, { agentType: 'doc' }));
  expect(result).toMatchObject({
    ...held('INFRA_ERROR'),
    session: { agent_type_asked: 'doc', agent_type: 'chat' },
  });
  expect(result.error).toContain('asked for agent type "doc", the agent runs "chat"');
});

test('INFRA_ERROR: the session holds another answer than the one that was given', async () => {
  const agent = {
    ...fake.agent,
    getMessages: async () => [{ role: 'assistant', content: 'good morning' }],
  };
  const result = await runScenario(planOf(say('hello')), await contextFor(agent));
  expect(result).toMatchObject(held('INFRA_ERROR'));
  expect(result.error).toContain('the session holds another answer for turn 1');
});

test('INFRA_ERROR: no agent; nothing is started', async () => {
  const facts = {
    runId: 'run_1',
    directory: '',
    readiness: { ok: false as const, status: 'INFRA_ERROR' as const, message: 'no agent at x' },
    budgetUsd: 2,
  };
  const result = await runScenario(
    planOf(say('hello')),
    await contextFor(fake.agent, { context: { facts } }),
  );
  expect(result).toMatchObject({ status: 'INFRA_ERROR', error: 'no agent at x', session: null });
});

test('SETUP_ERROR: a document with nothing to read in it; the category adversarial may have one', async () => {
  const plan = planOf(say('hello'), [document('broken.md')]);
  const result = await runScenario(plan, await contextFor(fake.agent, judged()));
  expect(result).toMatchObject(held('SETUP_ERROR'));
  expect(result.error).toContain('broken.md was indexed with 0 chunks (File is empty)');
  const adversarial = planOf({ ...say('hello'), category: 'adversarial' }, [document('broken.md')]);
  const allowed = await runScenario(adversarial, await contextFor(fake.agent, judged()));
  expect(allowed).toMatchObject({ status: 'PASS', documents: [{ chunk_count: 0 }] });
});

test('SETUP_ERROR: documents that can not be staged', async () => {
  const plan = planOf(say('hello'), [document('good.md')]);
  const result = await runScenario(
    plan,
    await contextFor(fake.agent, { documentsRoot: document('nowhere') }),
  );
  expect(result.status).toBe('SETUP_ERROR');
  expect(result.error).toContain('AGENT_EVAL_DOCUMENTS_ROOT');
});

test('SETUP_ERROR: a scenario that sets a memory which the agent keeps to itself', async () => {
  const plan = planOf({ ...say('hello'), setup: { index_documents: [], memory_clear: true } });
  const result = await runScenario(plan, await contextFor(fake.agent));
  expect(result).toMatchObject(held('SETUP_ERROR'));
  expect(result.error).toContain('Unknown tool: memory_clear');
  expect(result.error).toContain('GAIA_MEMORY_ADMIN');
});

test('a memory that the agent opens is emptied and seeded before the first turn', async () => {
  const calls: unknown[] = [];
  const agent = {
    ...fake.agent,
    prepareMemory: async (wish: unknown) => void calls.push(wish),
    sendMessage: (...args: Parameters<typeof fake.agent.sendMessage>) => {
      calls.push('message');
      return fake.agent.sendMessage(...args);
    },
  };
  const seed = [{ content: 'The user lives in Porto', category: 'fact' }];
  const plan = planOf({
    ...say('hello'),
    setup: { index_documents: [], memory_clear: true, memory_seed: seed },
  });
  expect((await runScenario(plan, await contextFor(agent, judged()))).status).toBe('PASS');
  expect(calls).toEqual([{ clear: true, seed }, 'message']);
});

test('SKIPPED_NO_DOCUMENT: a file that is not on disk; nothing is started', async () => {
  const result = await runScenario(
    planOf(say('hello'), [document('absent.md')]),
    await contextFor(fake.agent),
  );
  expect(result).toMatchObject({
    status: 'SKIPPED_NO_DOCUMENT',
    error: 'not on disk: absent.md',
    session: null,
  });
});

test('ERRORED: the judge gives no judgement, and never a wrong answer of the agent', async () => {
  llm.script('turn', ['not_json', 'not_json']);
  const result = await runScenario(planOf(say('hello')), await contextFor(fake.agent, judged()));
  expect(result).toMatchObject({ ...held('ERRORED'), overall_score: null });
  expect(result.error).toContain('judge error');
  expect(result.turns[0]).toMatchObject({ agent_response: 'hello', scores: null });
  expect(result.spend).toMatchObject({ calls: 2 });
});

test('ERRORED: the simulator gives no message', async () => {
  llm.script('simulate', ['empty_text', 'empty_text']);
  const plan = planOf({ turns: [{ turn: 1, objective: 'Say hello.', success_criteria: 'A greeting.' }] });
  const result = await runScenario(plan, await contextFor(fake.agent, judged()));
  expect(result).toMatchObject(held('ERRORED'));
  expect(result.error).toContain('simulator error');
  expect(result.turns).toEqual([]);
});

test('ERRORED: cancelled from outside, cleaned up all the same', async () => {
  const controller = new AbortController();
  const plan = planOf({
    turns: [{ turn: 1, user_message: '[[delay 400]] [[say hello]]', success_criteria: 'It answers.' }],
  });
  const agent = {
    ...fake.agent,
    sendMessage: (...args: Parameters<typeof fake.agent.sendMessage>) => {
      const reply = fake.agent.sendMessage(...args);
      controller.abort(new CancelledError('the run was cancelled'));
      return reply;
    },
  };
  const result = await runScenario(plan, await contextFor(agent, { context: { signal: controller.signal } }));
  expect(result).toMatchObject({ ...held('ERRORED'), error: 'the run was cancelled' });
});

test('documents are staged where the backend may read, and removed again', async () => {
  const root = await mkdtemp(path.join(folder, 'root-'));
  const seen: string[] = [];
  const agent = {
    ...fake.agent,
    indexDocument: (input: { path: string; sessionId: string }) => {
      seen.push(input.path);
      return fake.agent.indexDocument(input);
    },
  };
  const result = await runScenario(
    planOf(say('hello'), [document('good.md')]),
    await contextFor(agent, { documentsRoot: root, ...judged() }),
  );
  expect(result.status).toBe('PASS');
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatch(new RegExp(`^${root}/agent-eval-.*/good\\.md$`));
  const { readdir } = await import('node:fs/promises');
  expect(await readdir(root)).toEqual([]);
});

function explained() {
  return {
    root_cause: 'The history is short.',
    root_cause_target: 'architecture',
    recommended_fix: 'Keep more of it.',
    critical_violation: null,
  };
}
