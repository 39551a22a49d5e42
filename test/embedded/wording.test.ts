import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainSum } from '../../src/embedded/agent/arithmetic.ts';
import {
  cellNumber,
  figuresIn,
  percentRange,
  wordedLike,
  wordedMoney,
} from '../../src/embedded/agent/figures.ts';
import { generalKnowledge } from '../../src/embedded/agent/general-knowledge.ts';
import { intentOf } from '../../src/embedded/agent/intent.ts';
import { isYesNo, readQuestion, splitQuestions } from '../../src/embedded/agent/question.ts';
import { withAbsoluteYears } from '../../src/embedded/agent/relative-periods.ts';
import { polarityOf } from '../../src/embedded/agent/wording.ts';
import { stem } from '../../src/embedded/agent/words.ts';

describe('figures', () => {
  test.each([
    ['$8.4 million', 8_400_000, 'money'],
    ['€1,250.50', 1250.5, 'money'],
    ['up 12%', 12, 'percent'],
    ['-6,000 units', -6000, 'plain'],
    ['3.2k visitors', 3200, 'plain'],
  ])('%s', (text, value, kind) => {
    expect(figuresIn(text)[0]).toMatchObject({ value, kind });
  });
  test.each(['model B12', 'version v3', 'no figure'])('%s has none', (text) => {
    expect(figuresIn(text)).toEqual([]);
  });
  test.each([
    ['$1,200', 1200],
    ['(30)', -30],
    ['4.8 out of 5', 4.8],
    ['12%', 12],
    ['$640/month', 640],
    ['Tern', null],
    ['', null],
    ['14 days, then 3', null],
  ])('cell %j', (cell, value) => {
    expect(cellNumber(cell)).toBe(value);
  });
  test('a worded amount reads back as itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (value) => {
        const read = figuresIn(wordedMoney(value))[0]?.value ?? 0;
        expect(Math.abs(read - value) / value).toBeLessThan(0.01);
      }),
    );
  });
  test('at the scale of the sample', () => {
    expect(wordedLike(9_240_000, '$8.4 million')).toBe('$9.24 million');
    expect(wordedLike(1234, '€900')).toBe('€1,234');
  });
  test.each([
    ['4–6%', 4, 6],
    ['between 3 and 5 percent', 3, 5],
    ['10% to 20%', 10, 20],
  ])('range %s', (text, low, high) => {
    expect(percentRange(text)).toMatchObject({ low, high });
  });
});

describe('sums', () => {
  test.each([
    ['What is 20% of 350?', '20% of 350 is 70.'],
    ['what is 7 * (2 + 3)?', '7 * (2 + 3) = 35.'],
    ['how much is 9 divided by 4', '9 / 4 = 2.25.'],
    ['square root of 81?', 'The square root of 81 is 9.'],
  ])('%s', (message, answer) => {
    expect(plainSum(message)).toBe(answer);
  });
  test.each([
    'What grew by 15% of revenue?',
    'Tell me about 2031',
    'the 2030-2031 season',
    'What is 5 / 0?',
    'Section 3 - duties',
  ])('%s is no sum', (message) => {
    expect(plainSum(message)).toBeNull();
  });
});

describe('questions', () => {
  test.each([
    ['How long is it, and who built it?', ['How long is it?', 'who built it?']],
    ['If it rains, what happens?', ['If it rains, what happens?']],
    ['Open the log and tell me who signed it.', ['Open the log', 'tell me who signed it.']],
    ['What costs more, tea or milk?', ['What costs more, tea or milk?']],
  ])('%s', (message, parts) => {
    expect(splitQuestions(message)).toEqual(parts);
  });
  test.each([
    ['Can guests park here?', true],
    ['And dogs, are they allowed?', false],
    ['Could you tell me if guests can park?', true],
    ['Which guests can park?', false],
    ['What can you do?', false],
  ])('%s asks for yes or no: %s', (text, expected) => {
    expect(isYesNo(text)).toBe(expected);
  });
  test.each([
    ['How many seats are there?', 'count'],
    ['How much does it cost?', 'money'],
    ['How much did it grow?', 'percent'],
    ['When does it open?', 'date'],
    ['Who wrote it?', 'person'],
    ['Why was it closed?', 'reason'],
    ['How fast is it?', 'quantity'],
    ['What do I do when it rains?', 'any'],
  ])('%s wants %s', (text, kind) => {
    expect(readQuestion(text).kind).toBe(kind);
  });
  test.each([
    ["last year's Q2", 'Q2 2030'],
    ['Q2 of last year', 'Q2 2030'],
    ['the Q2 income of last year', 'the Q2 2030 income'],
    ['last year', 'last year'],
  ])('%s in 2031 is %s', (text, expected) => {
    expect(withAbsoluteYears(text, 2031)).toBe(expected);
  });
  test.each([
    ['kept', 'keep'],
    ['connections', 'connect'],
    ['sizes', 'size'],
    ['cities', 'city'],
    ['stopping', 'stopped'],
  ])('%s and %s have one stem', (a, b) => {
    expect(stem(a)).toBe(stem(b));
  });
});

describe('yes or no', () => {
  test.each([
    ['Are bicycles allowed on deck?', 'Bicycles are not allowed on deck.', 'no'],
    ['Are bicycles allowed on deck?', 'Bicycles are allowed on deck.', 'yes'],
    ['May children steer?', 'Steering is for the crew only.', 'no'],
    ['May the crew steer?', 'Steering is for the crew only.', 'yes'],
    ['Is private use fine?', 'No use is excluded, so private use is fine.', 'yes'],
    ['Is it not allowed to smoke?', 'Smoking is not allowed.', 'open'],
  ])('%s %s', (question, evidence, expected) => {
    expect(polarityOf(question, evidence)).toBe(expected);
  });
});

describe('kinds of messages', () => {
  test.each([
    ['hello there', 'greeting'],
    ['thanks a lot', 'thanks'],
    ['What are you able to do?', 'capabilities'],
    ['which files do you have access to?', 'list-documents'],
    ['Where did you get that from?', 'sources'],
    ['Recap our conversation please', 'recap'],
    ['Give me a summary of the report', 'summarise'],
    ['can you read images?', 'image-ability'],
    ['Are you able to generate pictures?', 'image-creation-ability'],
    ['paint a picture of a red boat', 'image-creation'],
    ['index notes.txt please', 'open-file'],
    ['What does the report say about windows?', 'question'],
    ['How is the memory of the machine organised?', 'question'],
  ])('%s is %s', (message, intent) => {
    expect(intentOf(message, false, null)).toBe(intent);
  });
  test('doubt counts only after an answer', () => {
    expect(intentOf('are you sure?', true, null)).toBe('push-back');
    expect(intentOf('are you sure?', false, null)).toBe('question');
  });
  test.each([
    ['What is the capital of Peru?', 'Lima'],
    ['tell me something interesting about wolves', 'howl'],
    ['a fun fact about octopuses?', 'hearts'],
  ])('%s', (message, word) => {
    expect(generalKnowledge(message)).toContain(word);
  });
  test.each([
    'What is the capital of the company?',
    'been there, any interesting fact?',
    'Who leads France?',
  ])('%s is not known', (message) => {
    expect(generalKnowledge(message)).toBeNull();
  });
});
