import { expect, test } from 'vitest';
import type { Generation } from '../../../src/agents/mcp/generations/generation.ts';
import { chooseGeneration, generations } from '../../../src/agents/mcp/generations/registry.ts';
import { sendMessageGeneration } from '../../../src/agents/mcp/generations/send-message.ts';

const newer: Generation = {
  ...sendMessageGeneration,
  name: 'start-message',
  needs: ['start_message', 'wait_for_turn'],
};

test('the tools decide, the most capable generation first', () => {
  const tools = [...sendMessageGeneration.needs, 'memory_list'];
  const known = [newer, sendMessageGeneration];
  expect(chooseGeneration(tools, known).name).toBe('send-message');
  expect(chooseGeneration([...tools, 'start_message', 'wait_for_turn'], known).name).toBe('start-message');
});

test('without a match, the error names what each generation lacks', () => {
  expect(() => chooseGeneration(['system_status', 'start_message'], [newer, sendMessageGeneration])).toThrow(
    /start-message needs wait_for_turn; send-message needs create_session, .*It offers: system_status, start_message/,
  );
  expect(() => chooseGeneration([])).toThrow(/It offers: none/);
});

test('names are unique', () => {
  expect(new Set(generations.map(({ name }) => name)).size).toBe(generations.length);
});
