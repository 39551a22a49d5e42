/** A sentence that stands twice is filler, and makes two chunks look alike to a retriever. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadManifest } from '../../src/corpus/manifest.ts';
import { CORPUS } from '../support/benchmark.ts';

/** Of six words or more, in lower case. Lines with columns are no prose: a table may repeat its head. */
function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((paragraph) =>
      paragraph
        .split('\n')
        .filter((line) => !/\S {3,}\S/.test(line))
        .join(' ')
        .split(/(?<=[.!?])\s+/),
    )
    .filter((sentence) => /[.!?]$/.test(sentence))
    .map((sentence) => sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((words) => words.length >= 6)
    .map((words) => words.join(' '));
}

test('no sentence stands twice in the documents written after originals, nor in two of them', async () => {
  const { documents } = await loadManifest(CORPUS);
  const texts = documents.filter(({ figures, format }) => figures !== null && format === 'txt');
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const { path: file } of texts) {
    for (const sentence of sentencesOf(await readFile(path.join(CORPUS, file), 'utf8'))) {
      const first = seen.get(sentence);
      if (first === undefined) seen.set(sentence, file);
      else twice.push(`${first} and ${file}: ${sentence}`);
    }
  }
  expect(twice).toEqual([]);
  expect(seen.size).toBeGreaterThan(500);
});

test('a repeated sentence would be found', () => {
  const sentence = 'Wages are up\n3.8 percent over the year.';
  expect(sentencesOf(`${sentence} Other.\n\nHead     2023     2024\n${sentence}`)).toEqual(
    Array.from({ length: 2 }, () => 'wages are up 3 8 percent over the year'),
  );
});
