import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hostCommentProblem, safeModuleId } from '../../src/vitest/host-comments.ts';

/** In two parts: Vitest would read them in this file too. */
const AT = '@vitest';
const JEST = '@jest';
const MODULE = '@module';

test.for([
  { text: `a: 1\nb: say ${AT}-environment jsdom`, line: 2, column: 8 },
  { text: `${JEST}-environment-options {}`, line: 1, column: 1 },
  { text: `a: 1\r\nb: // ${MODULE}-tag x`, line: 2, column: 7 },
  { text: `* ${MODULE}-tag x`, line: 1, column: 3 },
])('refuses $text at its place', ({ text, line, column }) => {
  expect(hostCommentProblem({ text, file: 'a.yaml' })).toMatchObject({
    severity: 'error',
    file: 'a.yaml',
    line,
    column,
  });
});

test.for([
  'a: vitest-environment jsdom',
  `a: "\\x40vitest-environment jsdom"`,
  `a: the ${MODULE}-tag of a file`,
  `a: ${AT}/runner`,
])('lets %s be', (text) => {
  expect(hostCommentProblem({ text, file: 'a.yaml' })).toBeNull();
});

test('only a file with such a comment is hidden from the search', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'host-comments-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [plain, bad] = [path.join(folder, 'plain.yaml'), path.join(folder, 'bad.yaml')];
  await writeFile(plain, 'a: 1');
  await writeFile(bad, `a: ${AT}-environment jsdom`);
  expect(safeModuleId(plain)).toBe(plain);
  expect(safeModuleId(bad)).toBe(`${bad}?scenario`);
  expect(safeModuleId(path.join(folder, 'gone.yaml'))).toBe(path.join(folder, 'gone.yaml'));
});
