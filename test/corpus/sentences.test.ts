/** A sentence that stands twice is filler, and makes two chunks look alike to a retriever. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { figures } from '../../src/corpus/check/figures.ts';
import { loadManifest } from '../../src/corpus/manifest.ts';
import { CORPUS } from '../support/benchmark.ts';

/** Of six words or more, in lower case. Headings, and lines with columns, are no prose: a table may repeat its head. */
function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((paragraph) =>
      paragraph
        .split('\n')
        .filter((line) => !/\S {3,}\S|^\s*[|#]/.test(line))
        .join(' ')
        .split(/(?<=[.!?])\s+/),
    )
    .filter((sentence) => /[.!?]$/.test(sentence))
    .map((sentence) => sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((words) => words.length >= 6)
    .map((words) => words.join(' '));
}

/** What stands in the PDFs is read from the texts that they are made of. */
async function writtenTexts(): Promise<ReadonlyMap<string, string>> {
  const { documents } = await loadManifest(CORPUS);
  const stored = documents
    .filter(({ generated, format }) => generated === null && ['txt', 'md', 'py', 'html'].includes(format))
    .map(({ path: file }) => file);
  const sources = (await readdir(path.join(CORPUS, 'build/pdf')))
    .filter((file) => file.endsWith('.txt'))
    .map((file) => `build/pdf/${file}`);
  const texts = [...stored, ...sources].map(async (file) => {
    const text = await readFile(path.join(CORPUS, file), 'utf8');
    return [file, file.endsWith('.html') ? text.replaceAll(/<[^>]*>/g, '\n\n') : text] as const;
  });
  return new Map(await Promise.all(texts));
}

test('no sentence stands twice in the documents, nor in two of them', async () => {
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const [file, text] of await writtenTexts()) {
    for (const sentence of sentencesOf(text)) {
      const first = seen.get(sentence);
      if (first === undefined) seen.set(sentence, file);
      else twice.push(`${first} and ${file}: ${sentence}`);
    }
  }
  expect(twice).toEqual([]);
  expect(seen.size).toBeGreaterThan(2000);
});

test('nothing that is asked stands in bold, and no document speaks of tests', async () => {
  const { documents } = await loadManifest(CORPUS);
  const texts = await writtenTexts();
  for (const { path: file, facts } of documents) {
    const text = texts.get(file) ?? '';
    const bold = [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, words = '']) => words);
    const answers = facts.flatMap(({ answer }) => (answer === null ? [] : figures(answer)));
    expect([file, bold.filter((words) => figures(words).some((figure) => answers.includes(figure)))]).toEqual(
      [file, []],
    );
    expect([file, /\b(?:for tests|test document|digest)\b/i.exec(text)?.[0]]).toEqual([file, undefined]);
  }
});

test('a repeated sentence would be found', () => {
  const sentence = 'Wages are up\n3.8 percent over the year.';
  expect(sentencesOf(`${sentence} Other.\n\nHead     2023     2024\n${sentence}`)).toEqual(
    Array.from({ length: 2 }, () => 'wages are up 3 8 percent over the year'),
  );
});
