import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findQuote, foldText } from '../../../src/judge/llm/quotes.ts';

const found = (answer: string, quote: string): string | null => {
  const folded = foldText(answer);
  const span = findQuote(folded, quote);
  return span === null ? null : folded.slice(span.start, span.end);
};

test.for<[answer: string, quote: string, standing: string]>([
  ['Q3 revenue was **$14.2 million**.', 'revenue was $14.2 million', 'revenue was $14.2 million'],
  ['Revenue\n  was\u00A0$14.2 million.', 'revenue was $14.2 million.', 'Revenue was $14.2 million'],
  ['The so-called “free” plan', '"free" plan', 'free plan'],
  ['It costs — all in — $79', 'costs - all in - $79', 'costs - all in - $79'],
  ['It’s the user’s `API_KEY`', "it's the user's API_KEY", "It's the user's API_KEY"],
  ['| Plan | Price |\n|---|---|\n| Pro | $79 |', 'Pro $79', 'Pro $79'],
  ['- **Total:** 12 items\n- Tax: 3', 'total: 12 items tax: 3', 'Total: 12 items Tax: 3'],
  [
    'See [the report](https://example.com/r) for 12 items',
    'the report for 12 items',
    'the report for 12 items',
  ],
  ['Growth of 15–18 %', 'growth of 15-18 %', 'Growth of 15-18 %'],
  ['It needs < 5 minutes', 'needs &lt; 5 minutes', 'needs < 5 minutes'],
  ['It has 15days of leave', '15', '15'],
  ['On page 3, "yes"', '…page 3…', 'page 3'],
])('in %j stands %j', ([answer, quote, standing]) => {
  expect(found(answer, quote)).toBe(standing);
});

test.for<[answer: string, quote: string]>([
  ['Revenue was $14.2 million.', 'Revenue was $14.3 million'],
  ['Revenue was $114.2 million.', '14.2 million'],
  ['Revenue was $14.2 million.', '2 million'],
  ['Revenue was $14.2 million.', 'Revenue was $14'],
  ['It is -5 °C outside', '5 °C'],
  ['It leaves at 17:55', '55'],
  ['The revenues', 'revenue'],
  ['Revenue was high. It fell.', 'Revenue fell'],
  ['Anything', ''],
  ['Anything…', '…'],
  ['Anything', '  '],
])('in %j does not stand %j', ([answer, quote]) => {
  expect(found(answer, quote)).toBeNull();
});

const word = fc.stringMatching(/^[A-Za-z]{1,8}$/);
const number = fc.integer({ min: 0, max: 99_999 }).map(String);
const words = fc.array(fc.oneof(word, number), { minLength: 1, maxLength: 8 });
const decorate = fc.constantFrom(
  (text: string) => text,
  (text: string) => `**${text}**`,
  (text: string) => `“${text}”`,
  (text: string) => text.toUpperCase(),
  (text: string) => `'${text}'`,
  (text: string) => `\n> ${text}\n`,
);

test('a run of an answer’s words stands in it, however it is set', () => {
  fc.assert(
    fc.property(words, words, words, decorate, ([...head], quote, tail, set) => {
      const answer = [...head, set(quote.join(' ')), ...tail].join(' ');
      expect(found(answer, quote.join('  '))).not.toBeNull();
    }),
  );
});

test('what is found of an answer’s own words is those words, apart from their setting', () => {
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const marked = fc.string({
    unit: fc.constantFrom(
      'a',
      'B',
      '3',
      '.',
      ' ',
      '-',
      '*',
      '_',
      '"',
      '`',
      '#',
      '|',
      '>',
      '“',
      '’',
      '\n',
      ',',
    ),
    maxLength: 60,
  });
  fc.assert(
    fc.property(marked, fc.nat(60), fc.nat(12), (answer, from, length) => {
      const quote = answer.slice(from, from + length);
      const standing = found(answer, quote);
      expect(standing === null || bare(standing) === bare(foldText(quote))).toBe(true);
    }),
  );
});

test('a word of the answer with one letter more or less does not stand in it', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), (all, at) => {
      const picked = all[at % all.length] ?? '';
      const longer = `${picked}x`;
      const known = new Set(all.map((each) => each.toLowerCase()));
      fc.pre(!known.has(longer.toLowerCase()));
      expect(found(all.join(' '), longer)).toBeNull();
    }),
  );
});

test('folding twice changes nothing, and keeps letters and digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const folded = foldText(text);
      expect(foldText(folded)).toBe(folded);
    }),
  );
});
