/** Scenarios as AMD GAIA's own runner takes them. */
import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';

const GAIA = `id: mem_colour
category: memory
severity: high
persona: home_user
setup:
  index_documents: []
  memory_clear: true
turns:
  - turn: 1
    objective: Tell the agent a favourite colour
    ground_truth:
      expected_answer: null
      expected_behavior: Confirms it
      expected_phrases: [noted]
    success_criteria: Confirms
  - turn: 2
    objective: Ask for it
    persona: student
    ground_truth:
      doc_id: some_doc
      fact_ids: [one, two]
      expected_answer: teal
    success_criteria: Says teal
captured_from: { session: abc, at: 2026-01-01 }
notes: kept
`;

test('defaults are filled in, the severity as written is kept, a category is just a word', () => {
  const { scenario, problems } = parseScenario(GAIA, 'g.yaml');
  expect(problems).toEqual([]);
  expect(scenario).toMatchObject({
    name: 'mem_colour',
    description: '',
    expected_outcome: '',
    severity: 'standard',
    severity_as_written: 'high',
    setup: { memory_clear: true },
    captured_from: { session: 'abc', at: '2026-01-01' },
    note: 'kept',
  });
  expect(scenario?.turns[0]?.ground_truth?.expected_phrases).toEqual(['noted']);
  expect(scenario?.turns[1]?.persona).toBe('student');
});

test.each([
  ['critical', 'critical', undefined],
  ['standard', 'standard', undefined],
  ['high', 'standard', 'high'],
  ['medium', 'standard', 'medium'],
  ['low', 'standard', 'low'],
])('severity %s is judged as %s', (written, severity, kept) => {
  const { scenario } = parseScenario(GAIA.replace('severity: high', `severity: ${written}`), 'g.yaml');
  expect([scenario?.severity, scenario?.severity_as_written]).toEqual([severity, kept]);
});

test.each(['', 'severity:\n'])('a missing severity (%j) is standard', (written) => {
  const { scenario } = parseScenario(GAIA.replace('severity: high\n', written), 'g.yaml');
  expect(scenario).toMatchObject({ severity: 'standard' });
  expect(scenario).not.toHaveProperty('severity_as_written');
});

test.each(['', 'setup:\n', 'setup: {}\n', 'setup: {index_documents: null}\n'])(
  'a setup of %j has no documents',
  (written) => {
    const text = GAIA.replace(/setup:[^]*true\n/, written);
    expect(parseScenario(text, 'g.yaml').scenario?.setup).toEqual({ index_documents: [] });
  },
);
