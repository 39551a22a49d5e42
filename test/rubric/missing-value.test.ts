import { expect, test } from 'vitest';
import { checkAdmission } from '../../src/rubric/admission-check.ts';

const PRICE = 'What was the closing share price on December 31, 2024?';

test.each([
  [
    PRICE,
    "I wasn't able to find a share price in the 10-K, neither for 31 December 2024 nor for another day. It covers revenues. A data service would have the price.",
  ],
  [
    'What does the 8 GB model cost?',
    'The document confirms that an 8 GB version exists, but it is silent on what it costs. Prices vary between resellers anyway.',
  ],
  [
    'And when does Python 3.12 come out?',
    "The notes are about Python 3.11 and tell when that one was released; for 3.12 there's no date to be found in them.",
  ],
  [
    'How many major findings were there?',
    "I couldn't find a count of major findings. It only speaks of the three minor ones.",
  ],
])('%s: an admission in several sentences, and nothing in its place', (question, answer) => {
  expect(checkAdmission(answer, question).outcome).toBe('pass');
});

test.each([
  [PRICE, "I couldn't find a share price for that day in the report. It was $189.30 a week before."],
  [PRICE, "The share price isn't given in the report. It was probably higher than in the year before."],
  ["What is the name of Acme's CFO?", 'Acme has no CFO. The report covers other matters.'],
  [
    "What is the name of Acme's CFO?",
    "The report doesn't name the CFO. It was signed by Laura Benning, though.",
  ],
  [
    'How many major findings were there?',
    "I couldn't find a count of major findings in the report. There were only a few.",
  ],
  [
    'What are contractors entitled to?',
    "The handbook doesn't list it in one place. Lunch and parking are free for them.",
  ],
])('%s: something may be given in its place', (question, answer) => {
  expect(checkAdmission(answer, question).outcome).not.toBe('pass');
});
