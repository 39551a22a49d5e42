import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkPassages } from '../../../src/documents/search/chunks.ts';

test('chunks cover every passage once, in order, and never cross a heading', () => {
  const passage = fc.record({
    text: fc.string({ minLength: 1, maxLength: 400 }),
    section: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(passage, { minLength: 1, maxLength: 40 }), (raw) => {
      const passages = raw.map(({ text, section }) => ({
        text,
        headings: [`s${section}`],
      }));
      const chunks = chunkPassages(passages);
      expect(chunks.flatMap((chunk) => chunk.passages)).toEqual(passages);
      for (const { headings, passages: own } of chunks) {
        expect(own.every((one) => one.headings[0] === headings[0])).toBe(true);
        expect(own.length === 1 || own.map(({ text }) => text).join('').length <= 900).toBe(true);
      }
    }),
  );
});
