/** Worktrees come and go, and the agent on them is the one that was started. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { whileAgentIsUp, type RestartOptions } from '../../src/fix/agent-process.ts';
import { addWorktree } from '../../src/fix/worktree.ts';
import { AGENT, git, isAlive, NO_TRACES, put, repository, temporary, traces } from './support.ts';

const head = (agent: string) => git(agent, 'rev-parse', 'HEAD').trim();

test('a worktree whose process was killed is removed by the next fix; a living one is not', async () => {
  const agent = repository(AGENT);
  const dead = path.join(tmpdir(), 'agent-eval-fix-999999999-abcdef');
  mkdirSync(dead);
  git(agent, 'worktree', 'add', '-q', '--detach', path.join(dead, 'tree'), 'HEAD');
  const living = await addWorktree(agent, head(agent));
  expect(existsSync(dead)).toBe(false);
  const second = await addWorktree(agent, head(agent));
  expect(existsSync(living.folder)).toBe(true);
  await Promise.all([living.remove(), second.remove()]);
  expect(traces(agent)).toEqual(NO_TRACES);
});

test('restore brings back every file, whatever became of them', async () => {
  const agent = repository({ ...AGENT, 'deep/er/file.txt': 'x', 'run.sh': '#!/bin/sh\n' });
  const tree = await addWorktree(agent, head(agent));
  rmSync(path.join(tree.folder, 'tools.txt'));
  rmSync(path.join(tree.folder, 'deep'), { recursive: true });
  rmSync(path.join(tree.folder, '.git'));
  symlinkSync('/etc', path.join(tree.folder, 'deep'));
  put(tree.folder, { 'deep2/new.txt': 'y', 'ignored/z': 'z', '.gitignore': 'z\n', 'tools.txt/inside': 'x' });
  const tried = await tree.capture();
  await tree.restore(tree.start);
  expect(await tree.capture()).toBe(tree.start);
  expect(existsSync(path.join(tree.folder, 'ignored'))).toBe(false);
  expect(await tree.files(tree.start, tried)).not.toEqual([]);
  await tree.restore(tried);
  expect(await tree.capture()).toBe(tried);
  await tree.remove();
});

const until = (text: string) => ['-e', text];
const options = (more: Partial<RestartOptions>): RestartOptions => ({
  argv: null,
  worktree: temporary('tree'),
  env: process.env,
  limit: 5,
  isReady: () => Promise.resolve({ ok: true }),
  mask: (text) => text.replaceAll('s3cret', '***'),
  signal: new AbortController().signal,
  ...more,
});

test('the agent runs as long as it is used, with everything it started', async () => {
  const worktree = temporary('tree');
  const pids = path.join(worktree, 'pids');
  const child = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])`;
  const code = `require('fs').writeFileSync('pids', process.pid + ' ' + ${child}.pid); setInterval(() => {}, 1000)`;
  const read = () => readFileSync(pids, 'utf8').split(' ').map(Number);
  const alive = await whileAgentIsUp(
    options({
      argv: [process.execPath, ...until(code)],
      worktree,
      isReady: () => Promise.resolve(existsSync(pids) ? { ok: true } : { ok: false, message: 'no' }),
    }),
    () => Promise.resolve(read().filter(isAlive).length),
  );
  expect(alive).toBe(2);
  await vi.waitFor(() => expect(read().filter(isAlive)).toEqual([]));
});

test('who answered before is not taken for the repaired agent, unless the command has ended', async () => {
  const stays = options({ argv: [process.execPath, ...until('setInterval(() => {}, 1000)')], limit: 0.5 });
  await expect(whileAgentIsUp(stays, () => Promise.resolve('used'))).rejects.toThrow(
    /another agent answered there already: stop it/,
  );
  const ends = options({ argv: [process.execPath, ...until('0')] });
  await expect(whileAgentIsUp(ends, () => Promise.resolve('used'))).resolves.toBe('used');
});

test('a restart that fails says why, without secrets', async () => {
  const failing = options({
    argv: [process.execPath, ...until('console.error("no s3cret"); process.exit(4)')],
  });
  await expect(whileAgentIsUp(failing, () => Promise.resolve())).rejects.toThrow(
    'the command that restarts the agent failed: it exited with 4. Its last words: no ***',
  );
  const missing = options({ argv: ['/no/such/program'] });
  await expect(whileAgentIsUp(missing, () => Promise.resolve())).rejects.toThrow(/ENOENT/);
});
