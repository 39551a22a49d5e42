import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { codeOf, isAbsence } from '../src/error-code.ts';

test.for([
  [Object.assign(new Error('x'), { code: 'EACCES' }), 'EACCES'],
  [Object.assign(new Error('x'), { code: 404 }), ''],
  [new Error('ENOENT'), ''],
  [{ code: 'ENOENT' }, ''],
  ['ENOENT', ''],
  [undefined, ''],
])('the code of %o is %j', ([error, code]) => {
  expect(codeOf(error)).toBe(code);
});

test.for([
  ['a file that is not there', `${import.meta.filename}.not`, true],
  ['a path through a file', `${import.meta.filename}/inside`, true],
  ['a folder', import.meta.dirname, false],
] as const)('%s is absent: %s', async ([, file, isAbsent]) => {
  const error: unknown = await readFile(file).catch((cause: unknown) => cause);
  expect(isAbsence(error)).toBe(isAbsent);
});
