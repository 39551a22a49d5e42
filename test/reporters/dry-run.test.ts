import { expect, test } from 'vitest';
import { dryRunNote, dryRunSummary } from '../../reporters/dry-run.ts';

const estimate = { turns: 3, documents: 1, calls: 7, atMostUsd: 1.674, aboutUsd: 0.026 };
const free = { turns: 1, documents: 0, calls: 0, atMostUsd: 0, aboutUsd: 0 };

test('a note says how many calls and what they may cost', () => {
  expect(dryRunNote(estimate)).toBe(
    'dry run: 3 turns, 1 document, up to 7 LLM calls, about $0.03, never more than $1.67',
  );
  expect(dryRunNote(free)).toBe('dry run: 1 turn, 0 documents, no LLM call');
  expect(dryRunNote({ ...estimate, atMostUsd: 0, aboutUsd: 0 })).toContain('free of charge');
});

test.for([
  { runBudget: null, cost: 'up to 14 calls, about $0.05, never more than $3.35' },
  { runBudget: 2, cost: 'up to 14 calls, about $0.05, never more than $2.00' },
  { runBudget: 0.01, cost: 'up to 14 calls, about $0.01, never more than $0.01' },
])('a run budget of $runBudget bounds the whole', ({ runBudget, cost }) => {
  const summary = dryRunSummary({
    scenarios: [estimate, estimate],
    failed: 1,
    target: 'http://localhost:4200',
    judge: 'claude-sonnet-4-6 (anthropic)',
    runBudget,
  });
  expect(summary.split('\n')).toEqual([
    'Dry run: nothing was sent to the agent or to a model, and no results were written',
    'Would run  2 scenarios, 6 turns, 2 documents to index',
    'Target     http://localhost:4200',
    'Judge      claude-sonnet-4-6 (anthropic)',
    `LLM        ${cost}`,
    'Not told   1 scenario: see the errors above',
  ]);
});
