/** List numbers, idioms, announcements: small readings that others build on. */
import { expect, test } from 'vitest';
import { readAnswer } from '../../src/text/answer.ts';
import { knows, stem, vocabulary } from '../../src/text/keywords.ts';
import { listNumbers } from '../../src/text/list-numbers.ts';
import { onlyAnnounces } from '../../src/text/pending.ts';

test.each([
  ['1. First', 1],
  ['1. First\n2. Second\n3. Third', 3],
  ['Two things:\n2) later\n3) last', 2],
  ['30. That is a tenth of it.', 0],
  ['0. None were found.', 0],
  ['It was 30. Then it rose.', 0],
])('%j has %i list numbers', (text, count) => {
  expect(listNumbers(text)).toHaveLength(count);
});

test.each([
  ['Forty. (Half of 80.)', [40, 80]],
  ['1. Forty\n2. Fifty', [40, 50]],
  ['Zero. The team found nothing.', [0]],
])('%j gives %j', (text, values) => {
  expect(readAnswer(text).figures.numbers.map((number) => number.value)).toEqual(values);
});

test.each([
  ['You may telework on Fridays.', 'remote'],
  ["If you don't want to come in to the office, ask.", 'remote'],
  ['Staying away the whole week is another matter.', 'fully'],
  ['A director has the final say.', 'approval'],
])('%s speaks of "%s"', (text, word) => {
  expect(knows(vocabulary(text), stem(word))).toBe(true);
});

test.each([
  ["Hold on, I'm still checking the battery.", true],
  ['Let me query the table once more.', true],
  ['I keep searching for it.', true],
  ["I'm still checking. The battery is at 80%.", false],
  ['Let me know if you need more.', false],
  ['Which table should I check?', false],
  ['', false],
])('%j only announces: %s', (text, announces) => {
  expect(onlyAnnounces(text)).toBe(announces);
});
