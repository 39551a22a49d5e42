import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { readsOnly, wantedLookUps } from '../../src/scenario/verification.ts';
import { scenarioYaml } from '../support/scenario.ts';

test.for<[tool: string, reads: boolean]>([
  ['memory_recall', true],
  ['memory_get_by_entity', true],
  ['memory_get_conversation_turns', true],
  ['memory_stats', true],
  ['list_documents', true],
  ['system_status', true],
  ['memory_clear', false],
  ['memory_seed', false],
  ['send_message', false],
  ['get_or_create_session', false],
  ['index_document', false],
  ['frobnicate', false],
])('fault 18: %s only reads: %s', ([tool, reads]) => {
  expect(readsOnly(tool)).toBe(reads);
});

test('fault 18: calls are read from the words of the criteria, each once', () => {
  const criteria =
    'Stores it (calls remember).\nVERIFY VIA MCP: memory_recall(query="Alex", limit=5) finds it; ' +
    'memory_list(include_superseded=true, search=\'Alice\') may too, and memory_recall(query="Alex", limit=5) again ' +
    'with default args (which hide the old).';
  expect(wantedLookUps({ success_criteria: criteria })).toStrictEqual({
    calls: [
      { tool: 'memory_recall', arguments: { query: 'Alex', limit: 5 } },
      { tool: 'memory_list', arguments: { include_superseded: true, search: 'Alice' } },
    ],
    problem: null,
  });
});

const problemsOf = (turn: object) =>
  parseScenario(
    scenarioYaml({ turns: [{ turn: 1, user_message: 'Hi', success_criteria: 'x', ...turn }] }),
    'a.yaml',
  ).problems.map(({ severity, message }) => `${severity}: ${message}`);

test('fault 18: what cannot be looked up is said when the file is read', () => {
  expect(
    problemsOf({ checks: { verify: { tool: 'memory_recall', arguments: { query: 'x' }, mentions: ['x'] } } }),
  ).toEqual([]);
  expect(problemsOf({ checks: { verify: [{ tool: 'memory_clear' }] } }).join()).toContain(
    'error: `verify.tool` memory_clear',
  );
  expect(problemsOf({ success_criteria: 'VERIFY VIA MCP: look.' }).join()).toMatch(
    /warning: .*so the turn stays undecided/,
  );
});
