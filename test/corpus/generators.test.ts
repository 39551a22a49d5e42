import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { GENERATORS } from '../../corpus/build/generators.mjs';
import { choicesFrom } from '../../corpus/build/random.mjs';
import { zip } from '../../corpus/build/zip.mjs';
import { loadManifest } from '../../src/corpus/manifest.ts';
import { CORPUS } from '../support/benchmark.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('every generator writes the bytes that the manifest has the hash of, on every call', async () => {
  const { documents } = await loadManifest(CORPUS);
  const generated = documents.filter((document) => document.generated !== null);
  expect(generated.map((document) => document.generated ?? '').toSorted()).toEqual(
    [...GENERATORS.keys()].toSorted(),
  );
  for (const { generated: name, sha256: expected, path: file } of generated) {
    const generate = GENERATORS.get(name ?? '');
    expect([file, generate && sha256(generate())]).toEqual([file, expected]);
    expect([file, generate && sha256(generate())]).toEqual([file, expected]);
  }
});

test('the long report has more than 100,000 tokens, and its finding stands in Section 52 alone', () => {
  const text = strFromU8(GENERATORS.get('large_report')?.() ?? new Uint8Array());
  // A word of English prose is at least one token.
  expect(text.split(/\s+/).length).toBeGreaterThan(100_000);
  expect(text.length).toBeGreaterThan(400_000);
  const sections = text.split(/^## Section /m).slice(1);
  expect(sections).toHaveLength(100);
  expect(sections.map((section) => Number(/^\d+/.exec(section)?.[0]))).toEqual(
    sections.map((_, index) => index + 1),
  );
  const speaking = sections.filter((section) => /non-?conform|supply chain/i.test(section));
  expect(speaking).toEqual([sections[51]]);
  expect(new Set(sections.map((section) => section.replace(/^\d+/, ''))).size).toBe(100);
});

test('a zip comes out as it went in, and two of the same are the same', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8})?\.xml$/);
  fc.assert(
    fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' })), (files) => {
      const entries = Object.entries(files).map(([key, content]) => ({ name: key, content }));
      const archive = zip(entries);
      const read = unzipSync(archive);
      expect(Object.fromEntries(Object.entries(read).map(([key, data]) => [key, strFromU8(data)]))).toEqual({
        ...files,
      });
      expect(zip(entries).equals(archive)).toBe(true);
    }),
  );
});

test('choices stay in bounds, and shuffling loses nothing', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: -50, max: 50 }),
      fc.nat(100),
      fc.array(fc.integer()),
      (seed, low, span, items) => {
        const choose = choicesFrom(seed);
        const value = choose.integer(low, low + span);
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThanOrEqual(low + span);
        expect(choose.shuffled(items).toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
        expect(choicesFrom(seed).shuffled(items)).toEqual(choicesFrom(seed).shuffled(items));
      },
    ),
  );
});
