import { expect, test } from 'vitest';
import { hasName, valueIn, withNeighbour } from './figures.ts';

test.each([
  ['$14.2 million.', '$14.2 million', '$13.0 million', 'What was the revenue?', '$13.0 million.'],
  [
    '15–18%, by enterprise.',
    '15–18% growth in Q4',
    '10–12% for Q4',
    'Growth in Q4?',
    '10–12%, by enterprise.',
  ],
  ['COMP-3004', 'RX 7900 is COMP-3004', 'COMP-3005 RX 7900', 'SKU of the RX 7900?', 'COMP-3005'],
  ['4.50%–4.75%', '4.50%–4.75%', '4.75 to 5.00 percent', 'Which range?', '4.75%–5.00%'],
])('%s with a neighbour of %s', (right, answer, neighbour, question, wrong) => {
  expect(withNeighbour(right, { answer, neighbour, question })).toBe(wrong);
});

test('no neighbour without a figure, in another wording, or with the same figure', () => {
  const of = (right: string, neighbour: string) =>
    withNeighbour(right, { answer: '$1,200', neighbour, question: 'How much?' });
  expect(of('$1,200', 'a reasonable fee')).toBeNull();
  expect(of('twelve hundred dollars', '$900')).toBeNull();
  expect(of('$1,200', '1200')).toBeNull();
});

test('a value comes with its unit, and a name is a capital within a sentence', () => {
  expect(valueIn('growth of 3.9 percent for men')).toBe('3.9 percent');
  expect(valueIn('about $5M in all')).toBe('$5M');
  expect(valueIn('free of charge')).toBeNull();
  expect([hasName('The Transformer'), hasName('Without undue delay')]).toEqual([true, false]);
});
