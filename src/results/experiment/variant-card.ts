/** What a run says of one variant, from its cells. What nobody measured is null. Pure. */
import { bandOf } from '../../grade/grade.ts';
import { levelName } from '../../grade/level.ts';
import { criteriaOf } from '../../grade/task.ts';
import { caseMeans, meanInterval, meanOf, rateInterval } from '../../statistics/clusters.ts';
import { meanPassK } from '../../statistics/pass-k.ts';
import { summarise } from '../../statistics/quantiles.ts';
import { chargedAnswers } from '../cells/cell-row.ts';
import type { Cell, CellSample, CellUsage } from '../cells/cell-schema.ts';
import type { Estimate, VariantCard } from './card-schema.ts';
import { byDocument, caseValue, measureOf } from './case-values.ts';

/** Reasons that are told; more are in the cells. */
const MOST_REASONS = 5;

/** `cells`: of one variant, at least one; `repeats`: samples that each was to have. */
export function variantCard(cells: readonly Cell[], repeats: number): VariantCard {
  const [first] = cells;
  if (first === undefined) throw new RangeError('A variant without cells has no card.');
  const samples = cells.flatMap((cell) => cell.samples);
  const answered = samples.filter(({ stop }) => stop !== null);
  const unjudged = cells.filter(({ status }) => status !== 'PASS' && status !== 'FAIL');
  const grade = gradeEstimate(cells);
  const isAsked = measureOf(first.task) === 'pass';
  return {
    variant: first.variant,
    model: first.model.asked,
    endpoint: first.model.endpoint,
    local: first.model.local,
    n: cells.length,
    unjudged: unjudged.length,
    errors: reasonsOf(unjudged),
    grade,
    band: grade.value === null ? null : bandOf(grade.value),
    pass_rate: isAsked ? passEstimate(cells) : null,
    pass_all: isAsked ? passAll(cells, repeats) : null,
    levels: levelCounts(cells),
    coverage: coverageMeans(samples),
    usd: costOf(samples),
    tokens: tokensOf(answered),
    latency_ms: spread(answered.map(({ ms }) => ms.total)),
    first_token_ms: spread(answered.flatMap(({ ms }) => ms.first_token ?? [])),
    tokens_per_second: spread(answered.flatMap(({ tokens_per_second }) => tokens_per_second ?? [])),
  };
}

function gradeEstimate(cells: readonly Cell[]): Estimate {
  const clusters = byDocument(cells, ({ grade }) => grade);
  const values = clusters.flat();
  const open = cells.length - values.length;
  if (values.length === 0) return { value: null, low: null, high: null, why: 'no case has a grade' };
  const found = meanInterval(clusters);
  const why = open === 0 ? null : `${open} of ${cells.length} cases have no grade`;
  if (!found.known) return { value: meanOf(values), low: null, high: null, why: why ?? found.reason };
  return { value: found.mean, low: Math.max(0, found.low), high: Math.min(100, found.high), why };
}

function passEstimate(cells: readonly Cell[]): Estimate {
  const clusters = byDocument(cells, (cell) => caseValue(cell, 'pass'));
  const values = clusters.flat();
  const open = cells.length - values.length;
  if (values.length === 0) return { value: null, low: null, high: null, why: 'no answer has a verdict' };
  const found = rateInterval(clusters);
  const why = open === 0 ? null : `${open} of ${cells.length} cases have no verdict`;
  if (!found.known) return { value: meanOf(values), low: null, high: null, why: why ?? found.reason };
  return { value: found.rate, low: found.low, high: found.high, why };
}

/** Of cases whose every sample has a verdict. */
function passAll(cells: readonly Cell[], repeats: number): number | null {
  const counts = cells.flatMap(({ samples }) => {
    const passed = samples.map(({ judgement }) => judgement?.passed ?? null);
    return passed.includes(null) ? [] : [{ passed: passed.filter(Boolean).length, n: passed.length }];
  });
  const found = counts.length === 0 ? null : meanPassK(counts, repeats);
  return found?.known === true ? found.all : null;
}

function levelCounts(cells: readonly Cell[]): VariantCard['levels'] {
  const [first] = cells;
  if (first === undefined) return {};
  const keys = criteriaOf(first.task, first.mode).map(({ key }) => key);
  return Object.fromEntries(
    keys.map((key) => {
      const counts = { excellent: 0, good: 0, fair: 0, poor: 0, open: 0 };
      for (const { judgement } of cells.flatMap(({ samples }) => samples)) {
        if (judgement === null) continue;
        const level = judgement.levels[key]?.level ?? null;
        counts[level === null ? 'open' : levelName(level)] += 1;
      }
      return [key, counts];
    }),
  );
}

function coverageMeans(samples: readonly CellSample[]): Readonly<Record<string, number>> {
  const shares = new Map<string, number[]>();
  for (const { judgement } of samples) {
    for (const [key, share] of Object.entries(judgement?.coverage ?? {})) {
      shares.set(key, [...(shares.get(key) ?? []), share]);
    }
  }
  return Object.fromEntries([...shares].map(([key, values]) => [key, meanOf(caseMeans([values]))]));
}

function reasonsOf(cells: readonly Cell[]): VariantCard['errors'] {
  const counts = new Map<string, number>();
  for (const { reasons, status } of cells) {
    const reason = reasons[0] ?? status;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .slice(0, MOST_REASONS);
}

function costOf(samples: readonly CellSample[]): VariantCard['usd'] {
  const answers = chargedAnswers(samples).map(({ usd }) => usd);
  const judge = samples.flatMap((sample) => (sample.judge === null ? [] : [sample.judge.usd]));
  const known = [...answers, ...judge].flatMap((usd) => usd ?? []);
  return {
    answers: knownSum(answers),
    judge: knownSum(judge),
    at_least: known.reduce((sum, usd) => sum + usd, 0),
  };
}

/** One that is not known makes the sum unknown, never smaller. */
function knownSum(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );
}

function tokensOf(samples: readonly CellSample[]): CellUsage | null {
  if (samples.length === 0 || samples.some(({ usage }) => usage === null)) return null;
  const total = (key: keyof CellUsage) => samples.reduce((sum, { usage }) => sum + (usage?.[key] ?? 0), 0);
  return { input: total('input'), output: total('output'), cached: total('cached') };
}

function spread(values: readonly number[]): { readonly p50: number; readonly p95: number } | null {
  const found = summarise(values);
  return found.known ? { p50: found.p50, p95: found.p95 } : null;
}
