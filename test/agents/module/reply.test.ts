import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeInStack } from '../../../src/place-in-stack.ts';
import { readAgentReply } from '../../../src/agents/module/reply.ts';

describe("what an agent of one's own answered", () => {
  test.each([
    ['Hello.', { agent_response: 'Hello.', tool_calls: [], stats: null }],
    [{ answer: '' }, { agent_response: '', tool_calls: [], stats: null }],
    [
      {
        answer: 'x',
        tools: [
          { name: 'a', arguments: { q: 1 }, result: ['r'], success: false },
          { name: 'b', arguments: 'as said' },
        ],
      },
      {
        tool_calls: [
          { tool: 'a', arguments: '{"q":1}', success: false, summary: '["r"]' },
          { tool: 'b', arguments: 'as said', success: true, summary: '' },
        ],
      },
    ],
    [
      { answer: 'x', usage: { input: 3 }, stats: { timeToFirstToken: 0.2 } },
      { stats: { input_tokens: 3, output_tokens: null, time_to_first_token: 0.2, tokens_per_second: null } },
    ],
  ])('%j', (value, reply) => {
    expect(readAgentReply(value)).toMatchObject({ ok: true, reply });
  });

  test.each([
    [undefined, /it returned undefined$/],
    [null, /it returned null$/],
    [7, /it returned a number$/],
    [['a'], /it returned a list$/],
    [{ text: 'a' }, /it returned an object: answer: /],
    [{ answer: 7 }, /answer: .*string/],
    [{ answer: 'a', tool: [] }, /tool/],
    [{ answer: 'a', tools: [{ tool: 'x' }] }, /tools\.0/],
    [{ answer: 'a', usage: { input: '3' } }, /usage\.input/],
  ])('%j is no answer', (value, words) => {
    const read = readAgentReply(value);
    expect(read).toMatchObject({ ok: false, problem: expect.stringMatching(words) });
    expect(read).toMatchObject({
      problem: expect.stringMatching(/^send\(\) must return the answer as a string, or \{/),
    });
  });

  test('any value is read or refused, never thrown over', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect([true, false]).toContain(readAgentReply(value).ok);
      }),
    );
  });
});

test.each([
  [
    'TypeError: x\n    at send (file:///p/eval/agent.ts:12:9)\n    at file:///p/node_modules/a/b.js:1:1',
    'eval/agent.ts:12:9',
  ],
  [
    'Error: x\n    at /p/node_modules/a/b.js:1:1\n    at Object.send (/p/eval/agent.ts:3:4)',
    'eval/agent.ts:3:4',
  ],
  ['Error: x\n    at async /p/lib/words.ts:7:1', 'lib/words.ts:7:1'],
  ['Error: x\n    at node:internal/process:1:1\n    at /elsewhere/a.ts:1:1', null],
  ['', null],
])('the place in %j', (stack, place) => {
  expect(placeInStack(stack, '/p')).toBe(place);
});
