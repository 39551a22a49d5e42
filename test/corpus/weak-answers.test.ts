/** Answers with one wrong thing in them, which the checks of the benchmark have to catch. */
import { expect, test } from 'vitest';
import { evaluateChecks } from '../../src/rubric/checks.ts';
import { benchmarkScenarios } from '../support/benchmark.ts';

const scenarios = await benchmarkScenarios();

function outcomeOf(id: string, turn: number, answer: string): string {
  const found = scenarios.find((each) => each.id === id)?.turns[turn - 1];
  const exchange = {
    turn,
    user_message: found?.objective ?? found?.user_message ?? '',
    agent_response: answer,
    tool_calls: [{ tool: 'query_documents', arguments: null, success: true, summary: '' }],
    stats: null,
    elapsed_s: 1,
  };
  const outcomes = evaluateChecks({ checks: found?.checks ?? {}, exchange, before: [] }).map(
    ({ outcome }) => outcome,
  );
  return outcomes.includes('fail') ? 'fail' : outcomes.includes('undecided') ? 'undecided' : 'pass';
}

test.each([
  ['table_extraction', 2, 'ProFlow is rated higher: 4.7 vs 4.1.', 'fail'],
  ['table_extraction', 2, 'ProFlow has 4.6 and StreamLine 4.2.', 'fail'],
  ['table_extraction', 2, 'ProFlow, 4.7 against 4.2.', 'pass'],
  ['table_extraction', 2, 'ProFlow, by half a point.', 'pass'],
  [
    'product_inventory_xlsx',
    2,
    'The USB-C Docking Station (ACCS-5005) has the highest margin, 48.0%. None is below its reorder point.',
    'fail',
  ],
  ['product_inventory_xlsx', 2, 'SKU ACCS-5005 with 48.0%; none is below its reorder point.', 'fail'],
  [
    'product_inventory_xlsx',
    2,
    'The USB-C Docking Station (ACCS-5006) has the highest margin, 48.0%. None is below its reorder point.',
    'pass',
  ],
  [
    'cross_section_rag',
    1,
    'With Q3 revenue of $13.0 million and 15–18% growth, Q4 comes to $16.3 million to $16.8 million.',
    'fail',
  ],
  [
    'cross_section_rag',
    1,
    'With Q3 revenue of $14.2 million and 15–18% growth, Q4 comes to $16.3 million to $16.8 million.',
    'pass',
  ],
])('%s, turn %i: %s is a %s', (id, turn, answer, outcome) => {
  expect(outcomeOf(id, turn, answer)).toBe(outcome);
});
