import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  discoverScenarios,
  findScenarioFiles,
  idConflicts,
  readScenario,
} from '../../src/scenario/discover.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { MINIMAL } from '../support/scenario-text.ts';

let root = '';

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'discover-')));
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

async function write(file: string, content: string | Uint8Array): Promise<string> {
  const full = path.join(root, file);
  await mkdir(path.dirname(full), { recursive: true });
  await writeFile(full, content);
  return full;
}

const scenario = (id: string): string => MINIMAL.replace('small_one', id);

test('finds yaml and yml at any depth, sorted, each once, and leaves out hidden and installed folders', async () => {
  for (const file of ['s/b/two.yml', 's/a.yaml', 's/README.md', 's/.git/x.yaml', 's/node_modules/p/x.yaml']) {
    await write(file, MINIMAL);
  }
  const folder = path.join(root, 's');
  const found = await findScenarioFiles([folder, path.join(folder, 'b')]);
  expect(found.map((file) => path.relative(folder, file).split(path.sep).join('/'))).toEqual([
    'a.yaml',
    'b/two.yml',
  ]);
});

test('a missing folder is an error that names it', async () => {
  await expect(findScenarioFiles([path.join(root, 'none')])).rejects.toThrow(
    `The scenario folder ${path.join(root, 'none')} cannot be read`,
  );
});

test('reads all, keeps those with errors, and names files relative to the root', async () => {
  await write('s/good.yaml', scenario('good'));
  await write('s/bad.yaml', 'id: bad\n');
  const { scenarios, problems } = await discoverScenarios(['s'], root);
  expect(scenarios.map(({ file, scenario: read }) => [file, read?.id ?? null])).toEqual([
    ['s/bad.yaml', null],
    ['s/good.yaml', 'good'],
  ]);
  expect(new Set(problems.map(({ file }) => file))).toEqual(new Set(['s/bad.yaml']));
});

test.each([
  ['a file over 1 MB', Buffer.alloc(1_000_001, 'a'), 'the file is larger than 1 MB'],
  ['Latin-1 text', Buffer.from([0x69, 0x64, 0x3a, 0x20, 0xe9]), 'the file holds bytes that are not UTF-8'],
  ['UTF-16 text', Buffer.from('\ufeffid: a', 'utf16le'), 'the file holds bytes that are not UTF-8'],
])('%s is a problem, not an exception', async (_name, content, message) => {
  const file = await write('big.yaml', content);
  const { scenario: read, problems } = await readScenario(file, root);
  expect(read).toBeNull();
  expect(problems.map((problem) => problem.message)).toEqual([expect.stringContaining(message)]);
});

test('what cannot be read is a problem: a folder, a dangling link', async () => {
  await mkdir(path.join(root, 'folder.yaml'));
  await symlink(path.join(root, 'gone'), path.join(root, 'link.yaml'));
  for (const file of ['folder.yaml', 'link.yaml']) {
    const { problems } = await readScenario(file, root);
    expect(problems[0]).toMatchObject({ file, line: 1, message: expect.stringContaining('cannot be read') });
  }
});

test('fault 48: nothing is read or shown of a file outside that a link leads to; a linked folder within is read', async () => {
  await write('project/elsewhere/one.yaml', scenario('one'));
  await write('secrets/key.yaml', 'key: hunter2\n- broken');
  await symlink('../secrets/key.yaml', path.join(root, 'project/key.yaml'));
  await symlink('../secrets', path.join(root, 'project/more'));
  await symlink('elsewhere', path.join(root, 'project/within'));
  const project = path.join(root, 'project');
  for (const file of ['key.yaml', 'more/key.yaml']) {
    const { text, problems } = await readScenario(file, project);
    expect(text).toBe('');
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('outside the project')]);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  }
  expect((await readScenario('within/one.yaml', project)).id).toBe('one');
  expect((await readScenario('../secrets/key.yaml', project)).text).toContain('hunter2');
});

test('an id that two files have is an error at the second that names the first with its line', async () => {
  const first = parseScenario(`# a comment\n${scenario('same')}`, 'a.yaml');
  const conflicts = idConflicts([
    first,
    parseScenario(scenario('other'), 'b.yaml'),
    parseScenario(`category: x\n${scenario('Same')}`, 'c.yaml'),
    parseScenario('id: same\n', 'broken.yaml'),
    parseScenario('', 'empty.yaml'),
  ]);
  expect(conflicts.map(({ file, line, message }) => [file, line, message])).toEqual([
    ['broken.yaml', 1, 'the id `same` is taken by a.yaml:2; ids are unique'],
  ]);
  expect(idConflicts([first, parseScenario(scenario('SAME'), 'd.yaml')])[0]?.message).toBe(
    'the id `SAME` is taken by a.yaml:2 as `same`; ids are unique',
  );
});

test('fault 33: a link that leads back, and a second way to a file, give each file once, by its own path', async () => {
  await write('s/z/one.yaml', scenario('one'));
  await write('elsewhere/two.yaml', scenario('two'));
  const folder = path.join(root, 's');
  await symlink('..', path.join(folder, 'z/loop'));
  await symlink('z/one.yaml', path.join(folder, 'alias.yaml'));
  await symlink('z', path.join(folder, 'a-link'));
  await symlink(path.join(root, 'elsewhere'), path.join(folder, 'more'));
  await symlink('nothing', path.join(folder, 'gone.yaml'));
  const found = await findScenarioFiles([folder]);
  expect(found.map((file) => path.relative(folder, file).split(path.sep).join('/'))).toEqual([
    'gone.yaml',
    'more/two.yaml',
    'z/one.yaml',
  ]);
});
