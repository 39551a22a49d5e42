import { expect, test } from 'vitest';
import { scenarioWarnings } from '../../reporters/scenario-warnings.ts';

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
