import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isOnPath } from '../../src/agent-ui/which.ts';

const folder = mkdtempSync(join(tmpdir(), 'which-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.runIf(process.platform !== 'win32')('finds what may be executed, and nothing else', () => {
  writeFileSync(join(folder, 'tool'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(folder, 'text'), 'hello', { mode: 0o644 });
  const env = { PATH: ['/no/such/folder', folder].join(delimiter) };
  expect(isOnPath('tool', env)).toBe(true);
  expect(isOnPath('nothing', env)).toBe(false);
  expect(isOnPath('tool', {})).toBe(false);
  if (process.getuid?.() !== 0) expect(isOnPath('text', env)).toBe(false);
});
