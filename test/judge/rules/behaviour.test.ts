/** Turns without a fixed answer: figures, denials and announcements against the described behaviour. */
import { expect, test } from 'vitest';
import type { ToolCall } from '../../../src/conversation.ts';
import { judgeTurnByRules } from '../../../src/judge/rules/turn.ts';
import type { Checks } from '../../../src/scenario/schema.ts';

const judged = (expected_behavior: string, answer: string, checks: Checks, calls: readonly ToolCall[] = []) =>
  judgeTurnByRules({
    scenario: { id: 'a', category: 'web_system', severity: 'standard', persona: 'casual_user' },
    turn: { turn: 1, checks },
    truth: {
      doc_id: null,
      facts: [],
      expected_answer: undefined,
      expected_behavior,
      expected_phrases: [],
      note: null,
    },
    before: [],
    exchange: {
      turn: 1,
      user_message: 'Tell me.',
      agent_response: answer,
      tool_calls: calls,
      stats: null,
      elapsed_s: 1,
    },
  });

const KEY = 'Describes the function that renews the key';

test.each([
  [KEY, 'It renews the key before it runs out.', 10],
  [KEY, 'Without a key it asks the server for a new key.', 10],
  [KEY, 'It deletes old log files. No key is involved.', 0],
  [KEY, 'It works without any secret key and only prints the time.', 0],
  [KEY, 'It only prints the time; keys play no part in it.', 0],
  ['Says that there is no key in the file', 'There is no key in it.', 10],
])('%s: %s', (behaviour, answer, score) => {
  expect(judged(behaviour, answer, { mentions: ['key'] }).scores.correctness).toBe(score);
});

const RATINGS = 'Reasons from ratings of 3.9 and 4.4, prices of $20 and $35';

test.each([
  ['The first has 3.9 out of 5\nand costs $20, the second 4.4/5 for $35.', 10],
  ['The first has 3.9 of 5 stars at $20, the second 4.4 of 5 at $35.', 10],
  ['The first has 3.9 out of 5 and costs $28.', 0],
  ['The second is $15 more than the first, which is $20 at 3.9.', 10],
  ['The second is the better deal at $24.', 0],
])('the top of a scale is no figure of its own: %s', (answer, score) => {
  expect(judged(RATINGS, answer, { asks_nothing_back: true }).scores.correctness).toBe(score);
});

const battery: ToolCall = {
  tool: 'get_battery',
  arguments: '{}',
  success: true,
  summary: 'charge 80 %, on mains',
};

test.each([
  ["Just a moment, I'm still checking the battery …", 0, 'tool_loop'],
  ['The battery is charged to 80 % and on mains.', 10, null],
])('a loop that ends without a result fails its turn: %s', (answer, score, category) => {
  const judgement = judged('Reports the battery', answer, { calls_tool: ['get_battery'] }, [
    battery,
    battery,
    battery,
    battery,
  ]);
  expect([judgement.scores.correctness, judgement.failure_category]).toEqual([score, category]);
});
