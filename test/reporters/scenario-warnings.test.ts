import { expect, test } from 'vitest';
import { aResult } from '../support/results.ts';
import { fileWarningsLine, scenarioWarnings, selfJudgedWarning } from '../../reporters/scenario-warnings.ts';

test('each warning names its scenario', () => {
  const results = [
    { scenario_id: 'a', warnings: ['one', 'two'] },
    { scenario_id: 'b', warnings: [] },
  ];
  expect(scenarioWarnings(results)).toEqual(['a: one', 'a: two']);
});

test('a flood is cut, and says so', () => {
  const results = Array.from({ length: 30 }, (_, index) => ({ scenario_id: `s${index}`, warnings: ['w'] }));
  const shown = scenarioWarnings(results);
  expect(shown).toHaveLength(21);
  expect(shown.at(-1)).toBe('… and 10 more warnings of scenarios, in their traces');
});

test('fault 40: warnings of scenario files are one line with their number', () => {
  const warning = (line: number) => ({
    file: 'scenarios/a.yaml',
    line,
    column: 3,
    message: 'unknown key `x`',
  });
  expect(fileWarningsLine([])).toBeNull();
  expect(fileWarningsLine([warning(2)])).toBe('warning: scenarios/a.yaml:2:3 unknown key `x`');
  expect(fileWarningsLine([warning(2), warning(4), warning(6)])).toBe(
    '3 warnings in scenario files (agent-eval corpus check lists them), the first: scenarios/a.yaml:2:3 unknown key `x`',
  );
});

test.each([
  ['claude-sonnet-4-6', { model: 'x', effective_model: 'claude-sonnet-4-6-20260101' }, true],
  ['ollama/qwen3:8b', { model: 'Qwen3:8b', effective_model: null }, true],
  ['claude-sonnet-4-6', { model: 'qwen3', effective_model: null }, false],
  ['claude-sonnet-4-6', null, false],
  [null, { model: 'qwen3', effective_model: null }, false],
])('a judge %j of the agent %j', (model, session, warned) => {
  const result = aResult({
    judge: { name: model === null ? 'rules' : 'llm', fingerprint: 'f', model },
    session: session && {
      id: 's',
      agent_type_asked: null,
      agent_type: 'chat',
      device: null,
      deleted: true,
      ...session,
    },
  });
  expect(selfJudgedWarning([result, result])).toHaveLength(warned ? 1 : 0);
});
