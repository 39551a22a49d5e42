import { expect, test } from 'vitest';
import type { Exchange, ToolCall } from '../../src/conversation.ts';
import { toolLoop } from '../../src/rubric/tool-loop.ts';

const call = (tool: string, args = ''): ToolCall => ({ tool, arguments: args, success: true, summary: '' });
const calls = (...tool_calls: ToolCall[]): Exchange => ({
  turn: 1,
  user_message: '',
  agent_response: '',
  tool_calls,
  stats: null,
  elapsed_s: 1,
});

test('the same call three times running, or two by turns, is a loop', () => {
  const [same, other] = [call('query', 'a'), call('read', 'b')];
  expect(toolLoop(calls(same, same), [], 9)).toBeNull();
  expect(toolLoop(calls(same, same, same), [], 9)).toContain('3 times running');
  expect(toolLoop(calls(same, other, same, other), [], 9)).toBeNull();
  expect(toolLoop(calls(same, other, same, other, same), [], 9)).toContain('alternated');
});

test('many calls for one turn are a loop; indexing is none', () => {
  const many = ['a', 'b', 'c', 'd'].map((args) => call('query', args));
  expect(toolLoop(calls(...many.slice(1)), [], 1)).toBeNull();
  expect(toolLoop(calls(...many), [], 1)).toContain('4 tool calls');
  const index = call('index_documents');
  expect(toolLoop(calls(index, index, index), [], 1)).toBeNull();
});
