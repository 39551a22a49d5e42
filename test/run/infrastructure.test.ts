/** What ends a scenario without a verdict though nobody judged wrongly: the agent, the documents, the set-up. */
import { createPlainSimulator } from '../../src/simulator/plain.ts';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOTHING_SPENT } from '../../src/models/ledger.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import { createStaging } from '../../src/run/shared/staging.ts';
import { contextFor, held, planOf, runFixture, say, type RunOptions } from '../support/run.ts';

let folder: string;
const document = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-eval-statuses-'));
  for (const name of ['good.md', 'broken.md']) await writeFile(document(name), '# Text\n');
});
afterAll(() => rm(folder, { recursive: true }));

const fixture = runFixture();

const judged = (options: RunOptions = {}): RunOptions => ({
  judge: 'anthropic',
  baseUrl: fixture.llm.url,
  ...options,
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
  const result = await runScenario(plan, await contextFor(fixture.fake.agent, judged()));
  expect(result).toMatchObject({ ...held('INFRA_ERROR'), overall_score: null });
  expect(result.error).toContain(words);
  expect(fixture.llm.requests).toHaveLength(0);
});

test('INFRA_ERROR: the agent runs another type than was asked for', async () => {
  const agent = {
    ...fixture.fake.agent,
    getSession: async (id: string) => ({ ...(await fixture.fake.agent.getSession(id)), agent_type: 'chat' }),
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
    ...fixture.fake.agent,
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
    resumed: false,
    readiness: { ok: false as const, status: 'INFRA_ERROR' as const, message: 'no agent at x' },
    agentModel: null,
    build: null,
    lacks: [],
    spentBefore: NOTHING_SPENT,
  };
  const result = await runScenario(
    planOf(say('hello')),
    await contextFor(fixture.fake.agent, { context: { facts } }),
  );
  expect(result).toMatchObject({ status: 'INFRA_ERROR', error: 'no agent at x', session: null });
});

test('SETUP_ERROR: a document with nothing to read in it; the category adversarial may have one', async () => {
  const plan = planOf(say('hello'), [document('broken.md')]);
  const result = await runScenario(plan, await contextFor(fixture.fake.agent, judged()));
  expect(result).toMatchObject(held('SETUP_ERROR'));
  expect(result.error).toContain('broken.md was indexed with 0 chunks (File is empty)');
  const adversarial = planOf({ ...say('hello'), category: 'adversarial' }, [document('broken.md')]);
  const allowed = await runScenario(adversarial, await contextFor(fixture.fake.agent, judged()));
  expect(allowed).toMatchObject({ status: 'PASS', documents: [{ chunk_count: 0 }] });
});

test('fault 37: SETUP_ERROR before anything is sent where the plain simulator has no words for a turn', async () => {
  const turns = [
    { turn: 1, user_message: 'hello', success_criteria: 'A greeting.' },
    { turn: 2, objective: 'Push back, without naming the file.', success_criteria: 'It stays.' },
  ];
  const plan = planOf({ ...say('hello'), turns });
  const settings = { context: { simulator: createPlainSimulator() } };
  const result = await runScenario(plan, await contextFor(fixture.fake.agent, settings));
  expect(result).toMatchObject({ status: 'SETUP_ERROR', session: null, turns: [] });
  expect(result.error).toMatch(/^turn 2: .*"Push back, without naming the file\.".*`user_message`$/);
});

test('SETUP_ERROR: documents that can not be staged', async () => {
  const plan = planOf(say('hello'), [document('good.md')]);
  const result = await runScenario(
    plan,
    await contextFor(fixture.fake.agent, { documentsRoot: document('nowhere') }),
  );
  expect(result.status).toBe('SETUP_ERROR');
  expect(result.error).toContain('AGENT_EVAL_DOCUMENTS_ROOT');
});

test('SETUP_ERROR: a scenario that sets a memory which the agent keeps to itself', async () => {
  const plan = planOf({ ...say('hello'), setup: { index_documents: [], memory_clear: true } });
  const result = await runScenario(plan, await contextFor(fixture.fake.agent, { allowMemoryClear: true }));
  expect(result).toMatchObject(held('SETUP_ERROR'));
  expect(result.error).toContain('Unknown tool: memory_clear');
  expect(result.error).toContain('GAIA_MEMORY_ADMIN');
});

test('a memory that the agent opens is emptied and seeded before the first turn', async () => {
  const calls: unknown[] = [];
  const agent = {
    ...fixture.fake.agent,
    prepareMemory: async (wish: unknown) => void calls.push(wish),
    sendMessage: (...args: Parameters<typeof fixture.fake.agent.sendMessage>) => {
      calls.push('message');
      return fixture.fake.agent.sendMessage(...args);
    },
  };
  const seed = [{ content: 'The user lives in Porto', category: 'fact' }];
  const plan = planOf({
    ...say('hello'),
    setup: { index_documents: [], memory_clear: true, memory_seed: seed },
  });
  const allowed = await contextFor(agent, judged({ allowMemoryClear: true }));
  expect((await runScenario(plan, allowed)).status).toBe('PASS');
  expect(calls).toEqual([{ clear: true, seed }, 'message']);
});

test('fault 8: nobody empties the memory of a live agent unless that is allowed', async () => {
  const calls: unknown[] = [];
  const agent = { ...fixture.fake.agent, prepareMemory: async (wish: unknown) => void calls.push(wish) };
  const plan = planOf({ ...say('hello'), setup: { index_documents: [], memory_clear: true } });
  const refused = await runScenario(plan, await contextFor(agent, judged()));
  expect(refused).toMatchObject(held('SETUP_ERROR'));
  expect(refused.error).toContain('AGENT_EVAL_ALLOW_MEMORY_CLEAR=1');
  expect(calls).toEqual([]);
  const embedded = await contextFor(agent, judged({ target: 'embedded' }));
  expect((await runScenario(plan, embedded)).status).toBe('PASS');
  expect(calls).toHaveLength(1);
});

test('SKIPPED_NO_DOCUMENT: a file that is not on disk; nothing is started', async () => {
  const result = await runScenario(
    planOf(say('hello'), [document('absent.md')]),
    await contextFor(fixture.fake.agent),
  );
  expect(result).toMatchObject({
    status: 'SKIPPED_NO_DOCUMENT',
    error: 'not on disk: absent.md',
    session: null,
  });
});

test('documents are staged where the backend may read, and removed after the run', async () => {
  const root = await mkdtemp(path.join(folder, 'root-'));
  const staging = createStaging(root);
  const seen: string[] = [];
  const agent = {
    ...fixture.fake.agent,
    indexDocument: (input: { path: string; sessionId: string }) => {
      seen.push(input.path);
      return fixture.fake.agent.indexDocument(input);
    },
  };
  const context = await contextFor(agent, {
    documentsRoot: root,
    ...judged({ context: { stage: (documents) => staging.stage(documents) } }),
  });
  for (const plan of [
    planOf(say('hello'), [document('good.md')]),
    planOf(say('hello'), [document('good.md')]),
  ]) {
    expect(await runScenario(plan, context)).toMatchObject({ status: 'PASS' });
  }
  // The same place for both: an agent goes on with the first path at which it met a content.
  const [copy] = seen;
  expect(seen).toEqual([copy, copy]);
  expect(path.relative(root, copy ?? '').split(path.sep)).toEqual([
    expect.stringMatching(/^agent-eval-documents-[0-9a-f]+$/),
    'good.md',
  ]);
  await staging.remove();
  expect(await readdir(root)).toEqual([]);
});

test("SETUP_ERROR: the agent's library has the content at a path that is gone", async () => {
  const gone = document('deleted-since.md');
  const agent = {
    ...fixture.fake.agent,
    indexDocument: async (input: { path: string; sessionId: string }) => ({
      ...(await fixture.fake.agent.indexDocument(input)),
      filepath: gone,
    }),
  };
  const result = await runScenario(planOf(say('hello'), [document('good.md')]), await contextFor(agent));
  expect(result).toMatchObject(held('SETUP_ERROR'));
  expect(result.error).toContain(`knows the content of good.md as ${gone}, which is gone`);
});
