import { expect, test } from 'vitest';
import { baselineName } from '../../../src/results/compare/baseline.ts';
import { compareScorecards } from '../../../src/results/compare/compare.ts';
import { card } from '../../support/scorecards.ts';

test('fault 41: one target under two spellings is one, for comparison and baseline', () => {
  const at = (target: string) => card([{ id: 'a' }], { config: { target } });
  const spelled = [
    'http://localhost:4200',
    'http://127.0.0.1:4200/',
    'http://LOCALHOST:4200',
    'http://[::1]:4200',
  ];
  for (const target of spelled) {
    expect(compareScorecards(at(spelled[0] ?? ''), at(target)).differences, target).toEqual([]);
    expect(baselineName(at(target).config)).toBe(baselineName(at(spelled[0] ?? '').config));
  }
  for (const target of [
    'http://localhost:4201',
    'http://10.0.0.1:4200',
    'https://localhost:4200',
    'embedded',
  ])
    expect(compareScorecards(at('http://localhost:4200'), at(target)).differences, target).toHaveLength(1);
});

test('fault 41: an agent type that only one tool records is a note, and hides no difference that both record', () => {
  const asked = { session: { agent_type: 'chat', model: 'a-model' } };
  const unsaid = { session: { agent_type: null, model: 'a-model' } };
  const { differences, notes } = compareScorecards(
    card([{ id: 'a', ...unsaid }], { config: { agent_type: null } }),
    card([{ id: 'a', ...asked }]),
  );
  expect(differences).toEqual([]);
  expect(notes).toContain('only one of the runs recorded the agent type; it is taken to be the same');
});
