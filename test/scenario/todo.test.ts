import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { isTodo, todoNote } from '../../src/scenario/todo.ts';

const yaml = (...todos: readonly (string | null)[]) =>
  [
    'id: small',
    'category: captured',
    'persona: casual_user',
    'turns:',
    ...todos.flatMap((todo, index) => [
      `  - turn: ${String(index + 1)}`,
      '    user_message: Hello',
      todo === null ? '    success_criteria: Greets.' : `    todo: ${todo}`,
    ]),
  ].join('\n');

test.each([
  [['say what is right'], 'todo, turn 1: say what is right'],
  [['the same', null, 'the same', 'the same'], 'todo, turns 1, 3 and 4: the same'],
  [['one', 'another'], 'todo, turn 1: one; todo, turn 2: another'],
  [[null], null],
])('%j', (todos, note) => {
  const { scenario, problems } = parseScenario(yaml(...todos), 'small.yaml');
  expect(problems).toEqual([]);
  expect(scenario && todoNote(scenario)).toBe(note);
  expect(scenario && isTodo(scenario)).toBe(note !== null);
});

test('a todo with nothing behind it excuses nothing', () => {
  const { scenario, problems } = parseScenario(yaml(''), 'small.yaml');
  expect(scenario).toBeNull();
  expect(problems.map(({ message }) => message).join()).toContain('cannot be judged');
});
