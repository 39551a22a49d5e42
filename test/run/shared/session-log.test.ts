import { appendFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimLock } from '../../../src/disk/lock-file.ts';
import { OWNER_FILE } from '../../../src/results/store/resume.ts';
import { claimBackend, lockPath } from '../../../src/run/shared/backend-lock.ts';
import { openSessionLog, orphanedSessions, SESSION_LOG } from '../../../src/run/shared/session-log.ts';

const TARGET = 'http://localhost:4200';
let results = '';
beforeEach(async () => {
  results = await mkdtemp(join(tmpdir(), 'agent-eval-'));
  await mkdir(join(results, 'run_1'));
});
afterEach(async () => {
  await rm(results, { recursive: true, force: true });
});
const directory = () => join(results, 'run_1');

test('what was made and not deleted is left, also after the process has gone', async () => {
  const log = openSessionLog(directory(), TARGET);
  for (const id of ['a', 'b', 'c']) log.opened(id);
  log.deleted('b');
  log.deleted('never ours');
  expect(log.left()).toEqual(['a', 'c']);
  expect(openSessionLog(directory(), TARGET).left()).toEqual(['a', 'c']);
});

test('without sessions left there is no file', async () => {
  const log = openSessionLog(directory(), TARGET);
  log.close();
  log.opened('a');
  log.deleted('a');
  log.close();
  expect(await readdir(directory())).toEqual([]);
});

test('a log cut off at any byte costs at most its last line', async () => {
  const log = openSessionLog(directory(), TARGET);
  log.opened('first');
  log.opened('second');
  const file = join(directory(), SESSION_LOG);
  const text = await readFile(file, 'utf8');
  const end = text.indexOf('\n', text.indexOf('first'));
  for (let length = end; length < text.length; length += 1) {
    await rm(file);
    await appendFile(file, text.slice(0, length));
    expect(openSessionLog(directory(), TARGET).left()).toContain('first');
  }
});

test('orphans are those of this target whose run nobody works on', async () => {
  openSessionLog(directory(), TARGET).opened('a');
  expect(await orphanedSessions(results, 'http://localhost:1')).toEqual([]);
  const lock = claimLock(join(directory(), OWNER_FILE), { purpose: 'x' });
  expect(await orphanedSessions(results, TARGET)).toEqual([]);
  if (lock.ok) lock.release();
  const [orphans] = await orphanedSessions(results, TARGET);
  expect(orphans?.ids).toEqual(['a']);
  orphans?.deleted(['a']);
  expect(await readdir(directory())).toEqual([]);
});

test('names of one machine are one backend, other ports and machines are not', () => {
  const same = [
    'http://localhost:4200',
    'http://127.0.0.1:4200/',
    'http://[::1]:4200/api',
    'http://LOCALHOST:4200',
  ];
  expect(new Set(same.map(lockPath)).size).toBe(1);
  expect(lockPath('http://localhost')).toBe(lockPath('http://localhost:80'));
  const others = [
    'http://localhost:4200',
    'http://localhost:4201',
    'http://host:4200',
    'https://localhost:4200',
  ];
  expect(new Set(others.map(lockPath)).size).toBe(others.length);
});

test('the embedded agent needs no lock', () => {
  expect([claimBackend('embedded', '/a').ok, claimBackend('embedded', '/b').ok]).toEqual([true, true]);
});

test('fault 26: a line that a dying process cut takes no later line with it', async () => {
  openSessionLog(directory(), TARGET).opened('a');
  await appendFile(join(directory(), SESSION_LOG), '{"opened": "b');
  openSessionLog(directory(), TARGET).opened('c');
  expect(openSessionLog(directory(), TARGET).left()).toEqual(['a', 'c']);
});
