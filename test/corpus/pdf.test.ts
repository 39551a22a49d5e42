/** The documents in PDF are set in two columns, and a reader of the format gets their whole text in order. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { GENERATORS } from '../../corpus/build/generators.mjs';
import { pdf } from '../../corpus/build/pdf/pdf.mjs';
import { documentText, singleSpaced } from '../../src/corpus/check/document-text.ts';
import { CORPUS } from '../support/benchmark.ts';

const DOCUMENTS = [
  { name: 'attention_transformer_pdf', source: 'attention_transformer_arxiv.txt' },
  { name: 'cdc_flu_pdf', source: 'cdc_influenza_2023_2024.txt' },
  { name: 'raspberry_pi4_pdf', source: 'raspberry_pi4_specifications.txt' },
];

/** A copy, because the reader takes its buffer over. */
async function opened(name: string): ReturnType<typeof getDocumentProxy> {
  return getDocumentProxy(new Uint8Array(GENERATORS.get(name)?.() ?? []), { verbosity: 0 });
}

test.each(DOCUMENTS)('$name: between header and footer stands the text, in its order', async (document) => {
  const { text: pages } = await extractText(await opened(document.name), { mergePages: false });
  expect(pages.length).toBeGreaterThan(4);
  const lines = pages.map((page) => page.trim().split('\n'));
  expect(new Set(lines.map((page) => page[0])).size).toBe(1);
  const count = String(pages.length);
  for (const [index, page] of lines.entries())
    expect(page.at(-1)).toMatch(new RegExp(`, page ${String(index + 1)} of ${count}$`));
  const body = lines.flatMap((page) => page.slice(1, -1)).join('\n');
  const source = await readFile(path.join(CORPUS, 'build/pdf', document.source), 'utf8');
  expect(singleSpaced(body)).toBe(singleSpaced(source));
});

test.each(DOCUMENTS)(
  '$name: two columns of prose, tables across the page, nothing in the margins',
  async ({ name }) => {
    const file = await opened(name);
    let tables = 0;
    for (let number = 1; number <= file.numPages; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- page by page
      const { items } = await (await file.getPage(number)).getTextContent();
      const pieces = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
      const starts = new Set(pieces.map(({ transform }) => Math.round(Number(transform[4]))));
      expect([number, starts.has(54), starts.has(316)]).toEqual([number, true, true]);
      if (starts.size > 4) tables += 1;
      for (const { str, transform, width } of pieces) {
        expect([str, Number(transform[4]) >= 54 && Number(transform[4]) + width <= 560]).toEqual([str, true]);
        expect([str, Number(transform[5]) > 30 && Number(transform[5]) < 760]).toEqual([str, true]);
      }
    }
    expect(tables).toBeGreaterThan(1);
  },
);

test('brackets, backslashes and letters beyond ASCII survive', async () => {
  const text = String.raw`Łukasz (ä) \ é`;
  const bytes = pdf([[{ face: 'regular', size: 9, x: 60, y: 700, text }]], 'A title');
  expect(await documentText(bytes, 'pdf')).toBe(text);
  expect(() => pdf([[{ face: 'regular', size: 9, x: 60, y: 700, text: '漢' }]], 'A title')).toThrow(
    /no code/,
  );
});
