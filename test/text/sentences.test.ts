import { expect, test } from 'vitest';
import { countableWords, countSentences, sentencesOf, withoutListNumbers } from '../../src/text/sentences.ts';

test.each([
  ['The train leaves at 5 p.m. on Jan. 5.', 1, 1],
  ['It leaves at 5 p.m. Bring a coat.', 2, 2],
  ['Dr. Lee lives in St. Ives, i.e. in Cornwall. She moved in Sept. 2020.', 2, 2],
  ['It costs 3.50.', 1, 1],
  ['Wow!!!', 1, 1],
  ['Visit example.com.', 1, 1],
  ['Yes. No.', 2, 2],
  ['one\ntwo\nthree', 3, 3],
  ['1. Wash.\n2. Dry.', 2, 2],
  ['これは一つ。これは二つ。', 2, 2],
  ['"Stop!" he said.', 1, 1],
  ['Well... maybe.', 1, 1],
  ['The U.S. economy grew.', 1, 1],
  ['He lives in the U.S. She does too.', 1, 2],
  ['Choose option B. It is cheaper.', 1, 2],
  ['it takes 5 hours. that is long.', 1, 2],
  ['😊', 0, 0],
  ['', 0, 0],
])('%j: %d to %d sentences', (text, least, most) => {
  expect(countSentences(text)).toEqual({ least, most });
});

test('sentences keep their words', () => {
  expect(sentencesOf('The hens lay. Do they? Yes, approx. 5 a week!')).toEqual([
    'The hens lay.',
    'Do they?',
    'Yes, approx. 5 a week!',
  ]);
});

test('"No." is an answer, "no. 5" is a number', () => {
  expect(sentencesOf('No. It is closed.')).toHaveLength(2);
  expect(sentencesOf('Take no. 5 today.')).toHaveLength(1);
});

test('list numbers go only when they count', () => {
  expect(withoutListNumbers('1. a\n2. b')).toBe('a\nb');
  expect(withoutListNumbers('5. a\n9. b')).toBe('5. a\n9. b');
  expect(countableWords('It is 3.5 % – yes!')).toEqual(['It', 'is', '3.5', 'yes']);
});

test('a contraction ends a sentence: its last letter is no initial', () => {
  expect(sentencesOf("They don't. Contractors aren't covered.")).toHaveLength(2);
  expect(sentencesOf('Ask J. Smith about it.')).toHaveLength(1);
});
