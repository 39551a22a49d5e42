import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimLock, lockHolder, type LockRecord } from '../../src/disk/lock-file.ts';
import { isAlive, thisProcess } from '../../src/disk/owner.ts';
import { ResultsError } from '../../src/disk/results-error.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-eval-'));
  path = join(folder, 'one.lock');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const record = (more: Partial<LockRecord>): string =>
  JSON.stringify({
    ...thisProcess(),
    token: 'theirs',
    since: '2026-03-01T12:00:00.000Z',
    purpose: 'a run in /somewhere',
    ...more,
  });

/** A process that has ended, and was waited for. */
async function deadPid(): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('one holder at a time; the second learns who, since when and what for', async () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const first = claimLock(path, { purpose: 'a run in /here', now });
  expect(first.ok).toBe(true);
  expect(claimLock(path, { purpose: 'another' })).toEqual({
    ok: false,
    holder: {
      ...thisProcess(),
      token: expect.any(String),
      since: now.toISOString(),
      purpose: 'a run in /here',
    },
  });
  if (first.ok) first.release();
  expect(await readdir(folder)).toEqual([]);
  expect(claimLock(path, { purpose: 'another' }).ok).toBe(true);
});

test('of many claims at once exactly one succeeds, whether the lock is free or its holder dead', async () => {
  for (const left of [null, record({ pid: await deadPid() })]) {
    await rm(path, { force: true });
    if (left !== null) await writeFile(path, left);
    const claims = await Promise.all(
      Array.from({ length: 20 }, async () => claimLock(path, { purpose: 'x' })),
    );
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1);
    for (const claim of claims) if (claim.ok) claim.release();
  }
  expect(await readdir(folder)).toEqual([]);
});

test('the lock of a dead process is taken over, also when its number was given out again', async () => {
  for (const dead of [{ pid: await deadPid() }, { started: 'long ago' }]) {
    await writeFile(path, record(dead));
    expect(lockHolder(path)).toBeNull();
    const claim = claimLock(path, { purpose: 'x' });
    expect(claim.ok).toBe(true);
    if (claim.ok) claim.release();
  }
});

test("a damaged lock is nobody's", async () => {
  for (const text of ['', '{"pid":', '[]', record({}).slice(0, 40)]) {
    await writeFile(path, text);
    const claim = claimLock(path, { purpose: 'x' });
    expect(claim.ok).toBe(true);
    if (claim.ok) claim.release();
  }
});

test('of a process on another machine only the signs of life can be seen, whatever the clocks say', async () => {
  await writeFile(path, record({ host: `not-${hostname()}` }));
  expect(isAlive({ ...thisProcess(), host: `not-${hostname()}` })).toBeNull();
  expect(claimLock(path, { purpose: 'x' }).ok).toBe(false);
  const hour = 3_600_000;
  for (const touched of [Date.now() - hour, Date.now() + hour]) {
    await writeFile(path, record({ host: `not-${hostname()}` }));
    await utimes(path, new Date(touched), new Date(touched));
    const claim = claimLock(path, { purpose: 'x' });
    expect(claim.ok).toBe(true);
    if (claim.ok) claim.release();
  }
});

test('a lock that is held is kept warm, and one that somebody removed is not missed', async () => {
  const claim = claimLock(path, { purpose: 'x', warmMs: 5 });
  await utimes(path, new Date(0), new Date(0));
  await expect.poll(() => lockHolder(path)).not.toBeNull();
  await rm(path);
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (claim.ok) claim.release();
  expect(await readdir(folder)).toEqual([]);
});

test('releasing leaves the lock of another alone', async () => {
  const claim = claimLock(path, { purpose: 'x' });
  await writeFile(path, record({}));
  if (claim.ok) claim.release();
  expect(await readFile(path, 'utf8')).toBe(record({}));
});

test('where no lock can be made the error says what to do', () => {
  expect(() => claimLock(join(folder, 'missing', 'one.lock'), { purpose: 'x' })).toThrow(ResultsError);
});

test('a process that has ended and waits to be collected is dead', async () => {
  // The shell does not wait for its child: it stays a zombie while sleep runs in the shell's place.
  const child = spawn('/bin/sh', ['-c', 'true & echo $!; exec sleep 30'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [chunk] = await once(child.stdout, 'data');
  const pid = Number(String(chunk));
  await expect.poll(() => isAlive({ pid, started: null, host: hostname() })).toBe(false);
  child.kill('SIGKILL');
});
