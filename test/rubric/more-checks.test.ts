import { expect, test } from 'vitest';
import { evaluateChecks } from '../../src/rubric/checks.ts';
import type { Checks } from '../../src/scenario/schema.ts';

const outcomeOf = (checks: Checks, agent_response: string, tools = 0): string | undefined =>
  evaluateChecks({
    checks,
    exchange: {
      turn: 1,
      user_message: 'Who wrote it?',
      agent_response,
      tool_calls: Array.from({ length: tools }, () => ({
        tool: 'look',
        arguments: null,
        success: true,
        summary: '',
      })),
      stats: null,
      elapsed_s: 1,
    },
    before: [],
  })[0]?.outcome;

test.each<[Checks, string, string]>([
  [{ mentions: ['tea', ['milk', 'cream']] }, 'Tea with cream', 'pass'],
  [{ mentions: ['tea', ['milk', 'cream']] }, 'Tea with lemon', 'fail'],
  [{ mentions: [['서울', 'Seoul']] }, '서울은 수도입니다', 'undecided'],
  [{ mentions: [{ at_least: 2, of: ['Vaswani', 'Shazeer', 'Parmar'] }] }, 'Parmar and Vaswani', 'pass'],
  [{ mentions: [{ at_least: 2, of: ['Vaswani', 'Shazeer', 'Parmar'] }] }, 'Parmar and Hinton', 'fail'],
  [{ number: [{ value: 10 }, { value: 25 }] }, 'Ten and twenty-five', 'pass'],
  [{ number: { value: 10 } }, 'Eleven', 'fail'],
  [{ never_number: { value: 11 } }, 'It is eleven.', 'fail'],
  [{ answers_no: true }, 'No, nobody did.', 'pass'],
  [{ only_files: ['a.md'] }, 'It is in b.md.', 'fail'],
])('%j on %j: %s', (checks, answer, outcome) => {
  expect(outcomeOf(checks, answer)).toBe(outcome);
});

test('tool calls are counted', () => {
  expect(outcomeOf({ max_tool_calls: 2 }, 'Done.', 2)).toBe('pass');
  expect(outcomeOf({ max_tool_calls: 2 }, 'Done.', 3)).toBe('fail');
});
