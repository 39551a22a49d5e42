/** Copies for the agent's backend: nothing of anybody else's is touched, whatever stands in the root. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStaging } from '../../../src/run/shared/staging.ts';

let folder: string;
let root: string;
let documents: { name: string; path: string }[];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-eval-staging-')));
  root = path.join(folder, 'root');
  await mkdir(path.join(folder, 'corpus/documents'), { recursive: true });
  await mkdir(root);
  documents = ['documents/a.md', 'b.md'].map((name) => ({ name, path: path.join(folder, 'corpus', name) }));
  for (const document of documents) await writeFile(document.path, document.name);
});
afterEach(() => rm(folder, { recursive: true }));

const stagedFolder = (staged: readonly string[]) => path.dirname(staged[1] ?? '');

describe('fault 31: a folder of documents is ours alone', () => {
  test('fault 31: files that stand in folders of our name stay', async () => {
    const usual = stagedFolder(await stageAndRemove());
    for (const name of ['agent-eval-documents', path.basename(usual)]) {
      await mkdir(path.join(root, name));
      await writeFile(path.join(root, name, 'precious.txt'), 'mine');
      await writeFile(path.join(root, name, 'b.md'), 'mine too');
    }
    const staged = await stageAndRemove();
    expect(stagedFolder(staged)).not.toBe(usual);
    expect((await readdir(root)).toSorted()).toEqual(
      ['agent-eval-documents', path.basename(usual)].toSorted(),
    );
    expect(await readFile(path.join(usual, 'precious.txt'), 'utf8')).toBe('mine');
    expect(await readFile(path.join(usual, 'b.md'), 'utf8')).toBe('mine too');
  });

  test("fault 31: a link to somebody's folder is not followed", async () => {
    const usual = stagedFolder(await stageAndRemove());
    const home = path.join(folder, 'home');
    await mkdir(home);
    await writeFile(path.join(home, 'letter.txt'), 'mine');
    // Even when that folder looks like one of ours.
    await writeFile(path.join(home, '.vitest-agent-eval-files'), '["letter.txt"]\n');
    await symlink(home, usual);
    await symlink(home, path.join(root, 'agent-eval-documents'));
    await stageAndRemove();
    expect((await readdir(home)).toSorted()).toEqual(['.vitest-agent-eval-files', 'letter.txt']);
    expect(await readdir(root)).toHaveLength(2);
  });

  test('fault 31: what somebody adds while we run stays', async () => {
    const staging = createStaging(root, folder);
    const staged = await staging.stage(documents);
    const theirs = path.join(path.dirname(staged[0] ?? ''), 'theirs.txt');
    await writeFile(theirs, 'mine');
    await staging.remove();
    expect(await readFile(theirs, 'utf8')).toBe('mine');
    expect(staged.filter((file) => existsSync(file))).toEqual([]);
    // The folder is known as ours again, so that an agent meets its documents at the same place.
    expect(await stageAndRemove()).toEqual(staged);
    expect(await readFile(theirs, 'utf8')).toBe('mine');
  });

  test('fault 31: of two runs that share a root, the shorter one leaves the other its documents', async () => {
    const [long, short] = [createStaging(root, folder), createStaging(root, folder)];
    const kept = await long.stage(documents);
    const gone = await short.stage(documents);
    expect(kept).not.toEqual(gone);
    await short.remove();
    expect(gone.filter((file) => existsSync(file))).toEqual([]);
    expect(await readFile(kept[0] ?? '', 'utf8')).toBe('documents/a.md');
    await long.remove();
    expect(await readdir(root)).toEqual([]);
  });

  test('fault 31: a run after another, or after one that was killed, stages in the same place', async () => {
    const first = await stageAndRemove();
    await stageInKilledProcess();
    expect(first.filter((file) => existsSync(file))).toEqual(first);
    expect(await stageAndRemove()).toEqual(first);
    expect(await readdir(root)).toEqual([]);
  });

  test('fault 31: a list that names files outside is not believed', async () => {
    const usual = stagedFolder(await stageAndRemove());
    await writeFile(path.join(folder, 'outside.txt'), 'mine');
    await mkdir(path.join(folder, 'elsewhere'));
    await writeFile(path.join(folder, 'elsewhere/in.txt'), 'mine');
    await mkdir(usual);
    await symlink(path.join(folder, 'elsewhere'), path.join(usual, 'link'));
    const lines = [['..', '..', 'outside.txt'], ['../../outside.txt'], ['link', 'in.txt']];
    await writeFile(
      path.join(usual, '.vitest-agent-eval-files'),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    await stageAndRemove();
    expect(existsSync(path.join(folder, 'outside.txt'))).toBe(true);
    expect(existsSync(path.join(folder, 'elsewhere/in.txt'))).toBe(true);
  });
});

test('a root that is not there is refused, and not made', async () => {
  const nowhere = path.join(folder, 'nowhere');
  await expect(createStaging(nowhere, folder).stage(documents)).rejects.toThrow(/ENOENT/);
  expect(existsSync(nowhere)).toBe(false);
});

async function stageAndRemove(): Promise<readonly string[]> {
  const staging = createStaging(root, folder);
  const staged = await staging.stage(documents);
  expect(await Promise.all(staged.map((file) => readFile(file, 'utf8')))).toEqual(['documents/a.md', 'b.md']);
  await staging.remove();
  return staged;
}

async function stageInKilledProcess(): Promise<void> {
  const module = path.resolve(import.meta.dirname, '../../../src/run/shared/staging.ts');
  const vite = path.resolve(import.meta.dirname, '../../../node_modules/vite/dist/node/index.js');
  const code = `
    import { createServer } from ${JSON.stringify(vite)};
    const server = await createServer({ configFile: false, logLevel: 'silent', server: { middlewareMode: true, ws: false } });
    const { createStaging } = await server.ssrLoadModule(${JSON.stringify(module)});
    await createStaging(${JSON.stringify(root)}, ${JSON.stringify(folder)}).stage(${JSON.stringify(documents)});
    console.log('staged');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
