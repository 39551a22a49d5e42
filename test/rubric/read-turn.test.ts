import { expect, test } from 'vitest';
import type { Exchange } from '../../src/conversation.ts';
import { readTurn, type TurnFacts } from '../../src/rubric/read-turn.ts';
import type { Checks } from '../../src/scenario/schema.ts';

const query = { tool: 'query_documents', arguments: '{"query":"fee"}', success: true, summary: '1 chunk' };
const exchange = (agent_response: string, over: Partial<Exchange> = {}): Exchange => ({
  turn: 1,
  user_message: 'What is the entry fee?',
  agent_response,
  tool_calls: [query],
  stats: null,
  elapsed_s: 1,
  ...over,
});
const read = (
  expected_answer: string | null | undefined,
  said: Exchange,
  { checks, phrases = [], before = [] }: { checks?: Checks; phrases?: string[]; before?: Exchange[] } = {},
) => {
  const facts: TurnFacts = {
    turn: { turn: 1, ...(checks === undefined ? {} : { checks }) },
    truth: {
      doc_id: null,
      facts: [],
      expected_answer,
      expected_behavior: null,
      expected_phrases: phrases,
      note: null,
    },
    before,
    exchange: said,
    turns: 2,
  };
  return readTurn(facts);
};

test('an expected answer is compared, an unknown one read for an admission, none for nothing', () => {
  expect(read('9 €', exchange('It is 9 €.')).truth).toMatchObject({ comparison: { outcome: 'right' } });
  expect(read(null, exchange('The flyer does not say.')).truth).toMatchObject({
    reading: { verdict: 'admitted' },
  });
  expect(read(undefined, exchange('Hello there.')).truth).toEqual({ kind: 'none' });
});

test.each([
  ['It is 9 €.', 'right'],
  ['It is 12 €.', 'right'],
  ['It is 10 €.', 'wrong'],
])('several wordings count: %s is %s', (answer, outcome) => {
  expect(read('9 €', exchange(answer), { phrases: ['12 €'] }).truth).toMatchObject({
    comparison: { outcome },
  });
});

test('a tolerance of the number check holds for the expected answer, too', () => {
  const checks = { number: { value: 100, tolerance: 0.05 } };
  expect(read('100 kg', exchange('104 kg'), { checks })).toMatchObject({
    truth: { comparison: { outcome: 'right' } },
    checks: [{ name: 'number', outcome: 'pass' }],
  });
});

test('asks again, where the conversation has begun', () => {
  const asking = exchange("I don't know. Which flyer do you mean?");
  expect(read('9 €', asking).asksAgain).toBe(false);
  expect(read('9 €', asking, { before: [exchange('Hello.')] }).asksAgain).toBe(true);
  expect(read('9 €', exchange('It is 9 €.'), { before: [exchange('Hello.')] }).asksAgain).toBe(false);
});

test('looking, loops and answers that are none', () => {
  expect(read('9 €', exchange('It is 9 €.'))).toMatchObject({ hasLooked: true, loop: null, invalid: null });
  const listed = { ...query, tool: 'list_documents' };
  expect(read('9 €', exchange('', { tool_calls: [listed] }))).toMatchObject({
    hasLooked: false,
    invalid: { rule: 'empty' },
  });
  expect(read('9 €', exchange('9 €', { tool_calls: [query, query, query] })).loop).toContain('3 times');
});

test('the same turn gives the same reading', () => {
  const said = exchange('It is 9 €, or so.');
  expect(read('9 €', said)).toEqual(read('9 €', said));
});
