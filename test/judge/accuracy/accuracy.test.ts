/** The rules judge on our own labelled answers, and the measurement itself. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadManifest } from '../../../src/corpus/manifest.ts';
import { resolveTruth } from '../../../src/corpus/truth.ts';
import { CasesError, parseCases } from '../../../src/judge/accuracy/cases.ts';
import type { KnownTurn } from '../../../src/judge/accuracy/judge-case.ts';
import { measureAccuracy } from '../../../src/judge/accuracy/measure.ts';
import { accuracyReport } from '../../../src/judge/accuracy/report.ts';
import { judgeTurnByRules } from '../../../src/judge/rules/turn.ts';
import { benchmarkScenarios, CORPUS } from '../../support/benchmark.ts';

const manifest = await loadManifest(CORPUS);
const turns = new Map<string, KnownTurn>();
for (const scenario of await benchmarkScenarios()) {
  for (const turn of scenario.turns) {
    turns.set(`${scenario.id}.${turn.turn}`, {
      turn,
      truth: resolveTruth(turn, manifest),
      turns: scenario.turns.length,
    });
  }
}
const file = new URL('../cases.jsonl', import.meta.url);
const cases = parseCases(readFileSync(file, 'utf8'), 'cases.jsonl');

test('the rules judge meets its aims on the labelled answers', () => {
  const accuracy = measureAccuracy(
    cases,
    (item) => turns.get(`${item.scenario_id}.${item.turn}`) ?? null,
    judgeTurnByRules,
  );
  expect(accuracy.missed).toEqual([]);
  expect(accuracyReport(accuracy).split('\n').at(-1)).toBe(
    `${accuracy.right} right, ${accuracy.wrong} wrong, ${accuracy.undecided} undecided, 0 false passes on critical`,
  );
}, 120_000);

test('every case has an id of its own and a scenario that exists', () => {
  expect(new Set(cases.map((item) => item.case_id)).size).toBe(cases.length);
  for (const item of cases) expect(turns.has(`${item.scenario_id}.${item.turn}`)).toBe(true);
});

test('a judge that passes everything misses the aims', () => {
  const generous = measureAccuracy(
    cases.slice(0, 60),
    () => null,
    (input) => ({
      ...judgeTurnByRules({ ...input, exchange: { ...input.exchange, agent_response: '' } }),
      scores: {
        correctness: 10,
        tool_selection: 10,
        context_retention: 10,
        completeness: 10,
        efficiency: 10,
        personality: 10,
        error_recovery: 10,
      },
      undecided: null,
    }),
  );
  expect(generous.missed).not.toEqual([]);
});

test('a broken file is refused with its line', () => {
  expect(() => parseCases('{"case_id": 1}', 'x.jsonl')).toThrow(CasesError);
  expect(() => parseCases('nonsense', 'x.jsonl')).toThrow(/x\.jsonl:1/);
  expect(() => parseCases('\n', 'x.jsonl')).toThrow(/no case/);
});
