import { expect, test } from 'vitest';
import { onlySentence, prepared, readStatement } from '../../src/text/statement.ts';

test.each([
  ['The ferry leaves at nine.', 'The ferry leaves at 9.'],
  ['Sure! The ferry leaves at 9.', 'The ferry leaves at 9.'],
  ['According to the timetable, the ferry leaves at 9.', 'the ferry leaves at 9.'],
  ['The timetable says the ferry leaves at 9. Let me know if you need more.', 'the ferry leaves at 9.'],
  ['The ferry leaves at 9, as stated in the timetable.', 'The ferry leaves at 9.'],
  ['It leaves at **9**. Anything else?', 'It leaves at 9.'],
])('%j says %j', (answer, sentence) => {
  expect(onlySentence(answer)).toBe(sentence);
});

test.each([
  'It leaves at 9. It arrives at 11.',
  'Does it leave at 9?',
  'It leaves at 9. Or shall I say 10?',
  '',
  Array.from({ length: 50 }, () => 'long').join(' '),
])('%j is not one plain sentence', (answer) => {
  expect(onlySentence(answer)).toBeNull();
});

test('places in a source can be kept', () => {
  expect(prepared('Clause 9.3 of the lease')).toBe('of the lease');
  expect(prepared('Clause 9.3 of the lease', true)).toBe('Clause 9.3 of the lease');
});

test('words and values in order', () => {
  const { tokens, values, words } = readStatement('Ines does not pay 5 kg');
  const said = tokens.map((token) => (token.kind === 'word' ? token.word : token.value.text));
  expect(said).toEqual(['Ines', 'does', 'not', 'pay', '5 kg']);
  expect(values).toHaveLength(1);
  expect(words[0]).toMatchObject({ isCapital: true, guard: null });
  expect(words[2]).toMatchObject({ isCapital: false, guard: 'negation' });
});
