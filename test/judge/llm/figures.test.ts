import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figuresIn } from '../../../src/judge/llm/figures.ts';

const written = (text: string): string[] => figuresIn(text).map(({ start, end }) => text.slice(start, end));

test.for<[text: string, figures: readonly string[]]>([
  ['It was $14.2 thousand then.', ['$14.2 thousand']],
  ['Over 12 days.', ['Over 12 days']],
  ['about fifteen days or so', ['about fifteen days or so']],
  ['one hundred and six subcategories in all', ['one hundred and six subcategories']],
  ['fourteen point two million dollars, and fifteen', ['fourteen point two million dollars', 'fifteen']],
  ['two and a half days', ['two and a half days']],
  ['130 buildings of stone', ['130 buildings']],
  ['$12 per month', ['$12 per month']],
  ['It leaves at 17:55 from COMP-3004', ['17:55', 'COMP-3004']],
  ['between 10–20 days', ['10–20 days']],
  ['No one knows', []],
])('%j', ([text, figures]) => {
  expect(written(text)).toStrictEqual(figures);
});

test('figures stand in order, within the text, and are read from there again', () => {
  const word = fc.constantFrom(
    'five',
    'twenty-seven',
    '12',
    '$3',
    'kg',
    'and',
    'days',
    'two',
    'hundred',
    'it',
    '%',
    '.',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const text = words.join(' ');
      for (const { start, end } of figuresIn(text)) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});
