import { expect, test } from 'vitest';
import { formatFinding } from '../../../src/corpus/check/finding.ts';
import { checkUsage } from '../../../src/corpus/check/usage.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';

const YAML = `id: refunds
category: rag_quality
persona: casual_user
turns:
  - turn: 1
    objective: Ask how long goods can be returned.
    success_criteria: Says 30 days.
    checks:
      number: { value: 30 }
  - turn: 2
    objective: Ask for the fee.
    success_criteria: Says that it is not known.
  - turn: 3
    objective: Ask for more.
    todo: Say what is right.
`;

test('a turn without checks is a warning, a turn that is still to do is none', () => {
  const { scenario } = parseScenario(YAML, 'refunds.yaml');
  if (scenario === null) throw new Error('the scenario does not parse');
  const found = checkUsage([scenario], { documents: [], byId: new Map(), byPath: new Map() });
  expect(found.map(({ kind, warning }) => [kind, warning])).toEqual([['turn_without_checks', true]]);
  expect(found.map(formatFinding).join()).toMatch(/^warning: scenario refunds, turn 2: it has no `checks`/);
});
