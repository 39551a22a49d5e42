import { expect, test } from 'vitest';
import { staleCopy } from '../../src/run/stale-copy.ts';

test.each([
  { name: 'handbook.md', size: 24_000, chunks: 1, librarySize: 24_000, holds: '1 chunk' },
  { name: 'handbook.md', size: 24_000, chunks: 15, librarySize: 0, holds: '0 bytes' },
  { name: 'DATA.CSV', size: 9_000, chunks: 1, librarySize: null, holds: '1 chunk' },
])('$name with $chunks chunk(s) and $librarySize bytes in the library is stale', ({ holds, ...copy }) => {
  const warning = staleCopy(copy);
  expect(warning).toContain(`holds ${holds} of it`);
  expect(warning).toContain('~/.gaia/*.pkl');
});

test.each([
  { name: 'handbook.md', size: 24_000, chunks: 15, librarySize: 24_000 },
  { name: 'note.md', size: 700, chunks: 1, librarySize: 700 },
  { name: 'note.md', size: 700, chunks: 1, librarySize: null },
  { name: 'sheet.xlsx', size: 30_000, chunks: 1, librarySize: 30_000 },
  { name: 'empty.txt', size: 0, chunks: 0, librarySize: 0 },
])('$name with $size bytes and $chunks chunk(s) is not', (copy) => {
  expect(staleCopy(copy)).toBeNull();
});
