import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { summaryMarkdown } from '../../reporters/summary.ts';
import { buildScorecard, scorecardSchema } from '../../src/results/store/scorecard.ts';
import { mapDimensions } from '../../src/rubric/score.ts';
import { STATUSES } from '../../src/rubric/verdict-types.ts';
import { aResult, CONFIG } from '../support/results.ts';

const OPTIONS = { runId: 'run_20260301_120000', timestamp: new Date('2026-03-01T12:00:00Z'), partial: false };
const summaryOf = (rows: readonly object[], more: object = {}): string =>
  summaryMarkdown(buildScorecard(rows, CONFIG, { ...OPTIONS, ...more }));

test('the whole file, as other tools and people know it', () => {
  const text = summaryOf([
    aResult({ cost_estimate: { turns: 1, estimated_usd: 0.124 }, overall_score: 8.2 }),
    aResult({
      scenario_id: 'cross_turn_file_recall',
      category: 'context_retention',
      status: 'FAIL',
      overall_score: 4.8,
      root_cause: 'History window too small to retain document context',
      cost_estimate: { turns: 3, estimated_usd: 0 },
    }),
    aResult({
      scenario_id: 'conversation_summary',
      category: 'context_retention',
      status: 'BLOCKED_BY_ARCHITECTURE',
      overall_score: null,
      performance_summary: null,
      cost_estimate: { turns: 3, estimated_usd: 0 },
    }),
  ]);
  expect(text).toBe(`# GAIA Agent Eval — run_20260301_120000
**Date:** 2026-03-01T12:00:00.000Z
**Model:** claude-sonnet-4-6
**Judge:** anthropic, claude-sonnet-4-6+prompts-1

## Summary
- **Total:** 3 scenarios
- **Passed:** 1 ✅
- **Failed:** 1 ❌
- **Blocked:** 1 🚫
- **Timeout:** 0 ⏱
- **Budget exceeded:** 0 💸
- **Infra error:** 0 🔧
- **Skipped (no doc):** 0 ⏭
- **Errored:** 0 ⚠️
- **Pass rate (all):** 33.3 %
- **Pass rate (judged):** 33.3 %
- **Avg score (judged):** 6.5/10

## By Category
| Category | Pass | Fail | Blocked | Infra | Skipped | Avg Score |
|----------|------|------|---------|-------|---------|-----------|
| context_retention | 0 | 1 | 1 | 0 | 0 | 4.8 |
| rag_quality | 1 | 0 | 0 | 0 | 0 | 8.2 |

## By Dimension
| Dimension | Weight | Avg Score |
|-----------|--------|-----------|
| correctness | 25 % | 8.0 |
| tool_selection | 20 % | 8.0 |
| context_retention | 20 % | 8.0 |
| completeness | 15 % | 8.0 |
| efficiency | 10 % | 8.0 |
| personality | 5 % | 8.0 |
| error_recovery | 5 % | 8.0 |

## Scenarios
- 🚫 **conversation_summary** — BLOCKED_BY_ARCHITECTURE (n/a)
- ❌ **cross_turn_file_recall** — FAIL (4.8/10)
  - Root cause: History window too small to retain document context
- ✅ **simple_factual_rag** — PASS (8.2/10)

## Performance
- **Avg tokens/s:** 40.0
- **Avg time to first token:** 0.500 s
- **Input tokens:** 2400
- **Output tokens:** 160
- **Scenarios with data:** 2

**Cost:** $0.1240
`);
});

test.each([
  ['TIMEOUT', '⏱'],
  ['BUDGET_EXCEEDED', '💸'],
  ['INFRA_ERROR', '🔧'],
  ['SETUP_ERROR', '🔧'],
  ['SKIPPED_NO_DOCUMENT', '⏭'],
  ['ERRORED', '⚠️'],
] as const)('%s has its icon, its error, and is infrastructure in the table', (status, icon) => {
  const text = summaryOf([aResult({ status, overall_score: null, error: 'It went wrong.' })]);
  expect(text).toContain(`- ${icon} **simple_factual_rag** — ${status} (n/a)\n  - Reason: It went wrong.\n`);
  const [infra, skipped] = status === 'SKIPPED_NO_DOCUMENT' ? [0, 1] : [1, 0];
  expect(text).toContain(`| rag_quality | 0 | 0 | 0 | ${infra} | ${skipped} | – |`);
});

test('a partial run, a run that no LLM judged, and warnings are told', () => {
  const card = buildScorecard(
    [aResult({ performance_summary: null })],
    { judge: 'rules', judge_fingerprint: 'rules:3' },
    { ...OPTIONS, partial: true, warnings: ['Memory was on.'] },
  );
  const text = summaryMarkdown(card);
  expect(text).toContain(
    '**Model:** unknown\n**Judge:** rules (deterministic checks, no LLM), rules:3\n**Partial:** ',
  );
  expect(text).toContain('## Warnings\n- Memory was on.\n');
  expect(text).not.toContain('## Performance');
});

test('where correctness alone was judged, the head, the table and a scenario that differs say so', () => {
  const turns = aResult().turns.map((turn) => ({
    ...turn,
    declared: ['correctness' as const],
    scores: { ...mapDimensions(() => null), correctness: 8 },
  }));
  const text = summaryOf([aResult({ turns, declared: ['correctness'], judged_weight: 0.25 })]);
  expect(text).toContain('\n**Scores:** correctness only, 25 % of the weights\n');
  expect(text).toContain('PASS (8.0/10)\n');
  expect(text).toContain('| correctness | 25 % | 8.0 |\n| tool_selection | 20 % | – |\n');
  expect(summaryOf([aResult()])).not.toContain('of the weights');
  const only = { scenario_id: 'b', turns, declared: ['correctness' as const], judged_weight: 0.25 };
  const mixed = summaryOf([aResult(), aResult(only)]);
  expect(mixed).toContain('PASS (8.0/10, all dimensions)\n');
  expect(mixed).toContain('PASS (8.0/10, correctness only, 25 % of the weights)\n');
});

test('a scorecard of GAIA’s own is worded, its root cause an object', () => {
  const { partial: _, ...card } = buildScorecard(
    [
      {
        scenario_id: 'a',
        category: 'vision',
        status: 'FAIL',
        overall_score: 3,
        root_cause: { target: 'prompt' },
      },
    ],
    { model: 'claude-sonnet-4-6' },
    OPTIONS,
  );
  expect(summaryMarkdown(scorecardSchema.parse(card))).toContain('  - Root cause: {"target":"prompt"}\n');
});

test.each([
  ['a new section', 'x\n## Summary\n- **Passed:** 99 ✅', String.raw`x \#\# Summary - \*\*Passed:\*\* 99 ✅`],
  ['a link', '[free](http://evil.example)', String.raw`\[free\](http://evil.example)`],
  ['an image', '![x](http://evil.example/p.png)', String.raw`!\[x\](http://evil.example/p.png)`],
  ['HTML', '<img src=x onerror=alert(1)>', String.raw`\<img src=x onerror=alert(1)\>`],
  ['a character by name', '&lt;script&gt;', '&amp;lt;script&amp;gt;'],
  ['a table cell', 'a | b', String.raw`a \| b`],
  ['code', '`rm -rf`', String.raw`\`rm -rf\``],
  ['emphasis', '_a_ snake_case **b**', String.raw`\_a\_ snake_case \*\*b\*\*`],
  ['a backslash before', String.raw`\[x]`, String.raw`\\\[x\]`],
  ['a formula', '$x$', String.raw`\$x\$`],
])('an agent cannot write %s', (_name, root_cause, shown) => {
  const text = summaryOf([aResult({ status: 'FAIL', root_cause })]);
  expect(text).toContain(`  - Root cause: ${shown}\n`);
});

test('a root cause of a megabyte takes a line', () => {
  const text = summaryOf([aResult({ status: 'FAIL', root_cause: 'x'.repeat(1_000_000) })]);
  expect(text.split('\n').find((line) => line.includes('Root cause'))?.length).toBeLessThan(330);
});

test('whatever a result holds, the layout stands', () => {
  const hostile = fc.string({ unit: 'binary' }).map((text) => `x${text}\n# **Cost:** $0`);
  fc.assert(
    fc.property(
      fc.constantFrom(...STATUSES),
      hostile,
      hostile,
      hostile,
      (status, root_cause, category, error) => {
        const tame = { status, root_cause: 'x', category: 'x', error: 'x' };
        const expected = summaryOf([aResult(tame)]).split('\n');
        const lines = summaryOf([aResult({ ...tame, root_cause, category, error })]).split('\n');
        expect(lines).toHaveLength(expected.length);
        expect(lines.filter((line) => line.startsWith('#'))).toEqual(
          expected.filter((line) => line.startsWith('#')),
        );
        expect(lines.at(-2)).toBe('**Cost:** $0.0124');
        const row = lines.find((line) => line.startsWith('| x')) ?? '';
        expect(row.replaceAll(/\\./gs, '').split('|')).toHaveLength(9);
      },
    ),
  );
});
