/** The bench itself: that it runs and says what it should. Its figures are for a quiet machine. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const repository = path.resolve(import.meta.dirname, '../..');
const bench = async (...args: readonly string[]) =>
  await promisify(execFile)(process.execPath, ['bench/bench.mjs', ...args], { cwd: repository });

test('a quick look at scenarios alone ends with its count of targets', { timeout: 300_000 }, async () => {
  const { stdout } = await bench('--quick', '--only', 'one');
  const lines = stdout.trim().split('\n');
  expect(lines.at(-1)).toMatch(/^A quick look, figures mean nothing: \d of 6 targets met$/);
  expect(lines.filter((line) => line.startsWith('  replaced'))).toHaveLength(1);
  // What does not depend on the machine: calls, tokens, cost.
  for (const name of ['input tokens', 'output tokens', 'cost', 'of them not read from the cache']) {
    expect(lines.filter((line) => line.startsWith('met') && line.includes(name))).toHaveLength(1);
  }
});

test('an unknown part is a usage error', async () => {
  await expect(bench('--only', 'tow')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--only takes one, whole, small, embedded, watch, stored'),
  });
});
