import { expect, test } from 'vitest';
import { findRival } from '../../../src/rubric/truth/find-rival.ts';

const REVENUE = ['$14.2 million', "What was Acme's revenue in Q3?"] as const;
const DAYS = [
  '15 days in the first year',
  'How many days do new employees get in their first year?',
] as const;

test.each([
  ['In your first year you get 15 days.', ...DAYS],
  ['According to the report for 2025, revenue was $14.2 million in Q3.', ...REVENUE],
  ['Engineering gets $1.3 million of the $4.2 million.', '$1.3M', 'How much goes to Engineering?'],
  [
    'ProFlow costs $30 per month more than StreamLine ($79 vs. $49).',
    '$30/month (ProFlow costs more)',
    'What is the difference in price?',
  ],
  [
    'It tells two cases apart: up to 3 days a week with approval.',
    '3 days per week',
    'How much remote work?',
  ],
  [
    'That makes thirty: 10% of 200 is 20, another 5% is 10, and together 30.',
    '30',
    'How much is 15% of 200?',
  ],
  ['CSF 2.0 has six functions.', '6 functions', 'How many functions does it have?'],
])('%s: nothing stands in the place of the answer', (answer, expected, question) => {
  expect(findRival(answer, expected, question)).toBeNull();
});

test.each([
  ["Acme's revenue in Q3 was $11.5 million, while a year earlier it had been $14.2 million.", ...REVENUE],
  ['Q3 revenue was $14.2 million. Total revenue for the quarter: $16.8 million.', ...REVENUE],
  ['The file originally had $14.2 million, which was later restated to $12.6 million.', ...REVENUE],
  ['You get 15 days. New employees get 18 days.', ...DAYS],
  ['It costs $49/year.', '$49/month', 'What does it cost?'],
])('%s: another value may be meant', (answer, expected, question) => {
  expect(findRival(answer, expected, question)).not.toBeNull();
});
