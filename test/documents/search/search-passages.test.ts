import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexOf } from '../../../src/documents/search/passage-index.ts';
import { searchPassages } from '../../../src/documents/search/search-passages.ts';
import { stemsOf, termsOf, wordsOf } from '../../../src/documents/search/words.ts';

const document = (id: string, texts: readonly string[], headings: readonly string[] = []) => ({
  id,
  index: indexOf({ title: null, tables: [], passages: texts.map((text) => ({ text, headings })) }),
});
const ask = (documents: ReturnType<typeof document>[], own: string, context = '') => {
  const found = searchPassages(documents, {
    own: [...termsOf(own).keys()],
    context: [...termsOf(context).keys()],
  });
  return { texts: found.passages.map(({ text }) => text), id: found.document?.id ?? null };
};

const ferries = document('ferries', [
  'The largest ferry has 410 seats.',
  'A single crossing costs $14.50.',
  'Dogs travel free of charge on every ferry.',
  'The board expects growth of 4%.',
]);
const canteen = document('canteen', ['The canteen opens at 11:15.', 'Soup costs $3.20.']);

describe('search', () => {
  test.each([
    ['How much does a crossing cost?', 'A single crossing costs $14.50.', 'ferries'],
    ['When does the canteen open?', 'The canteen opens at 11:15.', 'canteen'],
    ['How many seats has the largest ferry?', 'The largest ferry has 410 seats.', 'ferries'],
  ])('%s', (question, text, id) => {
    expect(ask([ferries, canteen], question)).toEqual({ texts: [text], id });
  });

  test.each(['Who is the treasurer?', 'How fast is the largest catamaran?', ''])(
    '%j finds nothing when less than half of its words are there',
    (question) => {
      expect(ask([ferries, canteen], question)).toEqual({ texts: [], id: null });
    },
  );

  test('further passages come for words that the best one lacks, from the same document', () => {
    const { texts, id } = ask([ferries, canteen], 'the seats of the largest ferry, and the growth of soup');
    expect(id).toBe('ferries');
    expect(texts).toEqual(['The largest ferry has 410 seats.', 'The board expects growth of 4%.']);
  });

  test('the words of the last question decide between passages that fit alike', () => {
    const list = document('list', [
      'The lamp is red.',
      'The lamp costs 42 euros.',
      'The chair costs 77 euros.',
    ]);
    expect(ask([list], 'And the lamp?', 'What does the chair cost?').texts).toEqual([
      'The lamp costs 42 euros.',
    ]);
    expect(ask([list], 'And the sofa?', 'What does the chair cost?').texts).toEqual([]);
  });

  test('headings count as words of the passages below them', () => {
    const night = document('night', ['It leaves at 23:40.'], ['Night line']);
    expect(ask([night, ferries], 'When does the night line leave?').id).toBe('night');
  });

  test('an answer holds half the words at least, whatever the documents', () => {
    const word = fc.constantFrom('tern', 'gull', 'heron', 'stork', 'wren');
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }),
        fc.uniqueArray(word, { minLength: 1, maxLength: 2 }),
        (texts, own) => {
          const { texts: found } = ask(
            [
              document(
                'a',
                texts.map((words) => words.join(' ')),
              ),
            ],
            own.join(' '),
          );
          const held = (text: string): boolean => own.some((each) => text.includes(each));
          expect(found.every(held)).toBe(true);
          if (texts.some((words) => own.every((each) => words.includes(each)))) expect(found).not.toEqual([]);
        },
      ),
    );
  });
});

describe('words', () => {
  test.each([
    ["Anna's well-kept 1,200 boats", ['anna', 'well', 'kept', '1200', 'boats']],
    ['version 3.11, get_token', ['version', '3.11', 'get', 'token']],
    ['Größe Ö', ['größe', 'ö']],
  ])('%s', (text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
  });

  test('inflected words have one stem', () => {
    expect(new Set(stemsOf('approve approved approves approving'))).toHaveLength(1);
  });

  test('words of asking say nothing about the matter', () => {
    expect([...termsOf('Could you please tell me what the document says about berths?').values()]).toEqual([
      'berths',
    ]);
  });
});
