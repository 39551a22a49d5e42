import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/conversation.ts';
import { transcriptDifference } from '../../src/run/transcript.ts';

const held = (...answers: string[]): Exchange[] =>
  answers.map((agent_response, index) => ({
    turn: index + 1,
    user_message: `question ${index + 1}`,
    agent_response,
    tool_calls: [],
    stats: null,
    elapsed_s: 1,
  }));
const stored = (...answers: string[]) =>
  answers.flatMap((content, index) => [
    { role: 'user', content: `question ${index + 1}` },
    { role: 'assistant', content },
  ]);

test.each([
  { name: 'the same', given: ['one', 'two'], kept: ['one', 'two'], want: null },
  { name: 'other spacing', given: ['one\n\n two '], kept: ['one two'], want: null },
  { name: 'an answer too few', given: ['one', 'two'], kept: ['one'], want: 'holds 1 answers, 2 were given' },
  { name: 'an answer too many', given: ['one'], kept: ['one', 'x'], want: 'holds 2 answers, 1 were given' },
  { name: 'another answer', given: ['one', 'two'], kept: ['one', 'tow'], want: 'another answer for turn 2' },
  {
    name: 'cut where the storage cuts',
    given: ['a'.repeat(5000)],
    kept: [`${'a'.repeat(1997)}...`],
    want: null,
  },
  {
    name: 'long and different at the start',
    given: [`b${'a'.repeat(5000)}`],
    kept: ['a'.repeat(2000)],
    want: 'another answer for turn 1',
  },
  {
    name: 'a short one is never taken for a cut one',
    given: ['a'.repeat(500)],
    kept: ['a'.repeat(100)],
    want: 'another answer',
  },
])('$name', ({ given, kept, want }) => {
  const difference = transcriptDifference(held(...given), stored(...kept));
  if (want === null) expect(difference).toBeNull();
  else expect(difference).toContain(want);
});

const [first, firstAnswer, second, secondAnswer] = stored('one', 'two');

test.each([
  ["another session's messages", [{ role: 'user', content: 'who are you?' }, firstAnswer], ['one']],
  ['messages in another order', [second, firstAnswer, first, secondAnswer], ['one', 'two']],
  ['an answer before its message', [firstAnswer, first], ['one']],
  ['no message at all', [firstAnswer], ['one']],
])('fault 11: a session that holds %s is not the one that was spoken with', (_, messages, answers) => {
  const kept = messages.flatMap((message) => message ?? []);
  expect(transcriptDifference(held(...answers), kept)).toContain('does not hold the message of turn 1');
});

test('fault 11: system messages, and names of documents around a message, are no difference', () => {
  const kept = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: '[documents: a.md]\nquestion 1' },
    { role: 'assistant', content: 'one' },
  ];
  expect(transcriptDifference(held('one'), kept)).toBeNull();
});

test('what was given is what is stored, for any answers', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 3000 }), { minLength: 1 }), (answers) => {
      expect(transcriptDifference(held(...answers), stored(...answers))).toBeNull();
      const cut = answers.map((answer) => answer.slice(0, 2000));
      expect(transcriptDifference(held(...answers), stored(...cut))).toBeNull();
    }),
  );
});
