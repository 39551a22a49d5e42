/** Several things with figures of their own: no contradiction as long as each is labelled as another thing. */
import { expect, test } from 'vitest';
import { compareAnswer } from '../../src/text/compare.ts';

const outcome = (expected: string, question: string, answer: string): string =>
  compareAnswer({ expected, question, answer, told: [question] }).outcome;

const PRODUCT = [
  'Hammer Drill, 90 units, $18,000',
  'Which product sold best in May, with units and revenue?',
] as const;
const GROWTH = [
  'revenue $8.1 million; 12% year-over-year growth; Q2 outlook 5–7%',
  'Sum up the quarterly report.',
] as const;
const BUDGET = [
  'Most over budget: Logistics, +$84,000; under budget: Research, −$9,000',
  'Which department is most over budget, and which is under?',
] as const;

test.each([
  [...PRODUCT, '- Hammer Drill: 90 units, $18,000\n- Jigsaw: 70 units, $15,400\n- Sander: 55 units, $8,250'],
  [...PRODUCT, '1. Hammer Drill – 90 units, $18,000\n2. Jigsaw – 70 units, $15,400'],
  [
    ...PRODUCT,
    '| Product | Units | Revenue |\n|---|---|---|\n| Hammer Drill | 90 | $18,000 |\n| Jigsaw | 70 | $15,400 |\n\nThe best is Hammer Drill.',
  ],
  [
    ...GROWTH,
    'Revenue was $8.1 million, up 12% on the year; 5 to 7% growth is expected for Q2. Operating margin: 31%.',
  ],
  [...GROWTH, 'Revenue: $8.1 million. Growth: 12%. Outlook for Q2: 5–7%. Share of subscriptions: 44%.'],
  [
    ...BUDGET,
    'Logistics had $5 million and spent $5.084 million, $84,000 too much. Research spent $2.991 million of $3 million, that is $9,000 less than it had.',
  ],
])('%s: %s %s is right', (expected, question, answer) => {
  expect(outcome(expected, question, answer)).toBe('right');
});

test.each([
  [...PRODUCT, 'Hammer Drill: 90 units, $18,000.\nCorrection: the revenue was $22,500.'],
  [...PRODUCT, 'Hammer Drill: 90 units, $18,000\nJust to be precise: $25,000.'],
  [...PRODUCT, '- Jigsaw: 70 units, $15,400\n- Sander: 55 units, $8,250'],
  [...GROWTH, 'Revenue was $8.1 million and grew by 12%, with 5–7% ahead. In short: growth was 27%.'],
  [...BUDGET, 'Logistics is over by $84,000, in other words by $112,000; Research is under by $9,000.'],
])('%s: %s %s is not right', (expected, question, answer) => {
  expect(outcome(expected, question, answer)).not.toBe('right');
});

test.each([
  ['A quarter of 120 is what?', '30', 'Thirty. (A tenth of 120 is 12, and 2.5 of those make 30.)'],
  ['How many sites?', '12', 'Twelve. They are all in Norway.'],
  ['Which sizes are there?', '1, 2 or 4 GB', 'You can take one, two or four gigabytes.'],
])('%s %s: %s', (question, expected, answer) => {
  expect(outcome(expected, question, answer)).toBe('right');
});

test('one end of a range is not the range, however near the other end', () => {
  const ask = 'What range of revenue follows for Q2?';
  expect(outcome('$8.5 million to $8.7 million', ask, 'At 5% growth it would be $8.5 million.')).toBe(
    'missing',
  );
  expect(outcome('$8.5 million to $8.7 million', ask, '$8.5 to 8.7 million.')).toBe('right');
});

const SELLER = [
  'Ines Duarte, $91,000',
  'Who is the top seller in the Lisbon branch, and with how much?',
] as const;
const SHARE = ['$2.6M', 'How much of the plan goes to Research?'] as const;

test.each([
  [...SELLER, '| 1 | Ines Duarte | $91,000 |\n| 2 | Rui Costa | $83,000 |', 'right'],
  [...SELLER, '| 1 | Rui Costa | $108,000 |\n| 2 | Ines Duarte | $91,000 |', 'wrong'],
  [...SHARE, 'Research: $2.6M. Support: $1.4M.', 'right'],
  [...SHARE, 'Research: $1.4M. Support: $2.6M.', 'wrong'],
])('%s: %s %s is %s', (expected, question, answer, wanted) => {
  expect(outcome(expected, question, answer)).toBe(wanted);
});

test('the figure a growth starts from may stand in a comparison', () => {
  const answer = 'Against $8 million the year before, $9.6 million is 20% more.';
  expect(
    outcome('Last year it was $8 million; this year is 20% above it', 'Compare with last year.', answer),
  ).toBe('right');
});

const DEBT = [
  'Loans €40 million (25% of assets); bonds €72 million (45% of assets)',
  'How high are loans and bonds?',
] as const;
const HIRED = ['3,400 posts', 'How many posts were added in May?'] as const;
const VERBS = ['PULL and PUSH', 'Which verbs are required?'] as const;
const VOTE = ['Unanimous vote, 9–0', 'How did the board vote?'] as const;

test.each([
  [...DEBT, '€40 million, 25% of assets. Then €72 million, 45% of assets.', 'right'],
  [...DEBT, '€40 million, 45% of assets. Then €72 million, 25% of assets.', 'wrong'],
  [...HIRED, 'It was up by 3,400 posts.', 'right'],
  [...HIRED, 'It fell by 3,400 posts.', 'wrong'],
  [...VERBS, 'PULL and PUSH; FETCH and DROP are optional.', 'right'],
  [...VERBS, 'PULL, PUSH and DROP.', 'wrong'],
  [...VOTE, 'Nobody voted against it.', 'right'],
  [...VOTE, 'It passed by 7 to 2.', 'wrong'],
])('%s: %s %s is %s', (expected, question, answer, wanted) => {
  expect(outcome(expected, question, answer)).toBe(wanted);
});

test.each([
  ['Alpha leads by 1.5: 8.5 against 7.', 'right'],
  ['Alpha, with 8.5 of 10 against 7 of 10, leads by 1.5.', 'right'],
  ['Alpha leads by 2.5: 8.5 against 6.', 'wrong'],
])('a scale need not be repeated where two ratings are compared: %s', (answer, wanted) => {
  const expected = 'Alpha leads: 8.5 vs 7 out of 10, a margin of 1.5';
  expect(outcome(expected, 'Compare the ratings of both: which leads, and by how much?', answer)).toBe(
    wanted,
  );
});
