/** Sessions from real SQLite files with each version's columns, while a writer holds them open. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { captureSession, listSessions } from '../../src/capture/capture.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { DATABASE_VERSIONS } from '../support/agent-database.ts';
import { twoTurns, workspace } from './support.ts';

function scenarioOf(yaml: string): Scenario {
  const { scenario, problems } = parseScenario(yaml, 'captured.yaml');
  expect(problems).toEqual([]);
  if (scenario === null) throw new Error('no scenario');
  return scenario;
}

test.each(DATABASE_VERSIONS)('a session of %s becomes a scenario that loads', async (version) => {
  const space = workspace(version);
  const session = twoTurns(space);
  const capture = await space.capture(session);
  expect(capture).toMatchObject({ id: 'captured_acme_revenue', turns: 2, warnings: [], masked: {} });
  expect(capture.file).toBe(path.join(space.scenarios, 'captured/captured_acme_revenue.yaml'));
  expect(capture.todo).toEqual(['turn 1: what a right answer is', 'turn 2: what a right answer is']);
  expect(scenarioOf(capture.yaml)).toMatchObject({
    name: 'Acme revenue',
    category: 'captured',
    captured_from: { session, title: 'Acme revenue', agent_type: 'chat', read_from: 'sqlite' },
    setup: { index_documents: [{ corpus_doc: 'acme', path: 'documents/acme.md' }] },
    turns: [
      {
        user_message: 'What was the revenue?',
        expected_tools: ['query_documents'],
        todo: expect.stringContaining('right answer'),
      },
      { user_message: 'And who is the CFO?', expected_tools: ['query_specific_file'] },
    ],
  });
  // What helps the author is comment: no judge reads the agent's own answer as truth.
  expect(capture.yaml).toContain('# The agent answered then, right or wrong: It was $14.2 million.');
  expect(capture.yaml).toContain('#   acme: q3_revenue');
  expect(JSON.stringify(scenarioOf(capture.yaml))).not.toContain('14.2');
});

test('the agent goes on writing: what it has not committed is not seen, and nothing of its files changes', async () => {
  const space = workspace();
  const session = twoTurns(space);
  const { store, file } = space.database;
  store.exec('BEGIN IMMEDIATE');
  space.database.user(session, 'A third question');
  const before = [readdirSync(path.dirname(file)), readFileSync(file), readFileSync(`${file}-wal`)];
  expect(await space.capture(session)).toMatchObject({ turns: 2, warnings: [] });
  expect([readdirSync(path.dirname(file)), readFileSync(file), readFileSync(`${file}-wal`)]).toEqual(before);
  space.database.answer(session, 'A third answer');
  store.exec('COMMIT');
  expect(await space.capture(session)).toMatchObject({ turns: 3 });
});

test('an agent that has ended leaves a file that can be read too', async () => {
  const space = workspace();
  const session = twoTurns(space);
  space.database.store.pragma('wal_checkpoint(TRUNCATE)');
  space.database.close();
  expect(await space.capture(session)).toMatchObject({ turns: 2 });
});

test('0.25 stores tools in the model messages, and joins what was said while a turn ran', async () => {
  const space = workspace('0.25');
  const session = space.database.session();
  space.database.user(session, 'Summarise the report.');
  space.database.user(session, 'In one sentence, please.');
  space.database.answer(session, {
    content: 'Revenue was $14.2 million.',
    modelMessages: [
      { role: 'user', content: 'Summarise the report.' },
      {
        role: 'assistant',
        tool_calls: [{ id: '1', function: { name: 'query_documents', arguments: '{}' } }],
      },
      { role: 'tool', name: 'query_documents', content: [{ type: 'text', text: '{}' }] },
    ],
  });
  space.database.message(session, 'autonomous', 'A note of its own.');
  const capture = await space.capture(session);
  expect(scenarioOf(capture.yaml).turns).toMatchObject([
    {
      user_message: 'Summarise the report.\n\nIn one sentence, please.',
      expected_tools: ['query_documents'],
    },
  ]);
  expect(capture.warnings).toEqual(['1 messages of neither user nor agent are left out']);
});

test('a document that the agent found itself is not handed to it in the replay', async () => {
  const space = workspace();
  const session = space.database.session({ title: 'PTO' });
  space.database.user(session, 'How many days off?');
  space.database.document(session, path.join(space.folder, 'home/handbook.md'), 'Fifteen days.');
  space.database.answer(session, {
    content: 'Fifteen.',
    steps: [{ tool: 'search_files' }, { tool: 'index_document' }],
  });
  const capture = await space.capture(session);
  const { setup, turns } = scenarioOf(capture.yaml);
  expect(setup.index_documents).toEqual([]);
  expect(turns[0]?.expected_tools).toEqual(['search_files', 'index_document']);
  expect(capture.warnings).toEqual([expect.stringContaining('handbook.md was found by the agent')]);
});

test('an agent type that is no default is asked for in the replay', async () => {
  const space = workspace();
  const session = space.database.session({ agent_type: 'doc' });
  space.database.user(session, 'Hello');
  space.database.answer(session, 'Hi.');
  expect(scenarioOf((await space.capture(session)).yaml).agent_type).toBe('doc');
});

test('sessions can be listed, the newest first', async () => {
  const space = workspace();
  space.database.session({ title: 'old' });
  twoTurns(space);
  expect(await listSessions(space.database.file)).toMatchObject([
    { title: 'Acme revenue', messages: 4 },
    { title: 'old', messages: 0 },
  ]);
});

test('an unknown session is refused with those there are', async () => {
  const space = workspace();
  const session = twoTurns(space);
  await expect(space.capture('nosuch')).rejects.toThrow(
    new RegExp(`has no session nosuch. Its newest are:\\s+${session} \\(4 messages\\)`),
  );
  // An id is a value, never a part of the query.
  await expect(space.capture("x' OR '1'='1")).rejects.toThrow('has no session');
});

test.each([
  ['missing', (folder: string) => path.join(folder, 'none.db'), 'There is no database'],
  ['a folder', (folder: string) => folder, 'There is no database'],
  ['no database', (folder: string) => path.join(folder, 'corpus/manifest.json'), 'cannot be read'],
])('a file that is %s is refused', async (_what, file, message) => {
  const { folder, scenarios, corpus } = workspace();
  const from = { database: file(folder) };
  const capture = captureSession({ from, sessionId: 'x', scenariosDir: scenarios, corpusDir: corpus });
  await expect(capture).rejects.toThrow(message);
});

test('another database is told from the agent’s', async () => {
  const space = workspace();
  space.database.store.exec('ALTER TABLE messages RENAME TO letters');
  await expect(space.capture('x')).rejects.toThrow(
    'is no database of the Agent UI: it has no table messages',
  );
});
