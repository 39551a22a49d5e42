/** `agent-eval audit` and `agent-eval capture` as they are typed. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { auditSchema } from '../../src/audit/schema.ts';
import { runCommandLine } from '../../src/commands/program.ts';
import { HELPERS, pairsSource, tree } from '../audit/trees.ts';
import { twoTurns, workspace } from '../capture/support.ts';

async function type(cwd: string, words: readonly string[], env: Record<string, string> = {}) {
  const said = { out: '', err: '' };
  const code = await runCommandLine(words, {
    cwd,
    env,
    columns: 100,
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  return { code, ...said };
}

test('audit prints for people and for programs, and saves for a run', async () => {
  const folder = tree({ [`src/${HELPERS}`]: pairsSource() });
  const words = await type(folder, ['audit', '.', '--save', 'audit.json']);
  expect(words).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('| History window | 5 pairs |'),
  });
  const data = await type(folder, ['audit', '.', '--json']);
  const audit = auditSchema.parse(JSON.parse(data.out));
  expect(audit).toEqual(JSON.parse(readFileSync(path.join(folder, 'audit.json'), 'utf8')));
});

test('audit of nothing is the user’s mistake', async () => {
  expect(await type('/', ['audit', '/nowhere/at/all'])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^agent-eval {2}There is no folder \/nowhere\/at\/all\. Give .*\n$/),
  });
  expect(await type('/', ['audit', '--python', 'no-such-python'])).toMatchObject({ code: 2 });
});

test('capture shows first, and writes when asked', async () => {
  const space = workspace();
  const session = twoTurns(space);
  const capture = ['capture', session, '--database', space.database.file];
  const shown = await type(space.folder, capture);
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toContain('Would write scenarios/captured/captured_acme_revenue.yaml:');
  expect(shown.out).toContain('Nothing is written yet: add --yes');
  const file = path.join(space.scenarios, 'captured/captured_acme_revenue.yaml');
  expect(existsSync(file)).toBe(false);

  const written = await type(space.folder, [...capture, '--yes']);
  expect(written).toMatchObject({ code: 0, out: expect.stringContaining('Written:\n  scenarios/captured/') });
  expect(readFileSync(file, 'utf8')).toContain(`session: ${session}`);
});

test('capture without a session lists those there are, where the agent keeps them', async () => {
  const space = workspace();
  const session = twoTurns(space);
  const home = path.join(space.folder, 'home');
  const missing = await type(space.folder, ['capture'], { GAIA_HOME: home });
  expect(missing).toMatchObject({
    code: 2,
    err: expect.stringContaining(path.join(home, 'chat/gaia_chat.db')),
  });
  const listed = await type(space.folder, ['capture', '--database', space.database.file]);
  expect(listed).toMatchObject({ code: 0, out: expect.stringContaining(`${session}  2026-03-04T10:00`) });
});

test('capture of a session that cannot be captured says why', async () => {
  const space = workspace();
  const session = space.database.session();
  const words = ['capture', session, '--database', space.database.file];
  expect(await type(space.folder, words)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('is empty'),
  });
  const both = await type(space.folder, [...words, '--mcp']);
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('--mcp') });
  const toy = await type(space.folder, ['capture', session, '--mcp'], { AGENT_EVAL_TARGET: 'embedded' });
  expect(toy).toMatchObject({ code: 2, err: expect.stringContaining('keeps no sessions') });
});
