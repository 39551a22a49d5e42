/** A finished run held to its gates: each says pass, fail or cannot tell, with its figures. Pure. */
import type { Allowance, GateName, GateSetting } from '../../gate-settings.ts';
import { percent } from '../../percent.ts';
import { judgedWords, meanShare } from '../../rubric/judged-dimensions.ts';
import { meanScore } from '../../rubric/score.ts';
import { list } from '../compare/differences.ts';
import { entriesOf, isJudged, type Entry } from '../compare/rows.ts';
import type { Comparison } from '../compare/types.ts';
import type { Scorecard } from '../store/scorecard-schema.ts';
import { countedScore } from '../store/scorecard.ts';
import { decide, type GateResult } from './gate-result.ts';
import { regressionGate } from './regression-gate.ts';

export type { GateResult } from './gate-result.ts';

export interface GatesInput {
  readonly scorecard: Scorecard;
  readonly gates: readonly GateSetting[];
  readonly allow: readonly Allowance[];
  /** With the baseline; or why there is no comparison. The regression gate needs it, the average heeds it. */
  readonly comparison: Comparison | { readonly problem: string };
}

/** In the order they were asked for. */
export function evaluateGates(input: GatesInput): GateResult[] {
  const entries = entriesOf(input.scorecard);
  return input.gates.map((gate) => {
    const result = evaluate(gate, entries, input);
    return { ...result, allowed: result.outcome === 'cannot tell' && input.allow.includes(result.gate) };
  });
}

/** Every gate passes, or cannot tell and is allowed to. */
export function gatesHold(results: readonly GateResult[]): boolean {
  return results.every(({ outcome, allowed }) => outcome === 'pass' || allowed);
}

function evaluate(gate: GateSetting, entries: readonly Entry[], input: GatesInput): GateResult {
  const partial = input.scorecard.partial === true && !input.allow.includes('partial');
  switch (gate.gate) {
    case 'regression':
      return regressionGate(input.comparison, input.allow);
    case 'pass-rate':
      return partial ? part(gate.gate) : passRate(gate.min, judgedOf(entries, input.gates));
    case 'average':
      return partial ? part(gate.gate) : average(gate.min, judgedOf(entries, input.gates), input.comparison);
    case 'critical':
      return critical(entries, partial);
    case 'infra':
      return partial ? part(gate.gate) : infra(gate.max, entries);
    case 'cost':
      return cost(gate.max, entries);
    case 'required':
    default:
      return required(gate.ids, entries);
  }
}

const PARTIAL = 'only a part of the scenarios was run';

function part(gate: GateName): GateResult {
  return decide(gate, 'cannot tell', `${PARTIAL} (allow it with partial)`);
}

const NOTHING_JUDGED = 'no scenario was judged';

/** What was judged, and what might change it: a scenario without a verdict is neither a pass nor none. */
interface Judged {
  readonly judged: readonly Entry[];
  /** Without a verdict, and not left to the gate `infra`: ids. */
  readonly open: readonly string[];
}

function judgedOf(entries: readonly Entry[], gates: readonly GateSetting[]): Judged {
  const isBounded = gates.some(({ gate }) => gate === 'infra');
  return {
    judged: entries.filter(({ facts }) => isJudged(facts)),
    open: isBounded ? [] : idsOf(entries.filter(({ facts }) => facts.state === 'none')),
  };
}

/** `low` and `high` as they are with every open scenario at its worst and at its best. */
function withBounds(low: number, high: number, min: number): GateResult['outcome'] {
  if (high < min) return 'fail';
  return low >= min ? 'pass' : 'cannot tell';
}

function openWords(open: readonly string[]): string {
  if (open.length === 0) return '';
  return `; ${open.length} ended without a verdict (bound them with infra): ${list(open)}`;
}

function passRate(min: number, { judged, open }: Judged): GateResult {
  const passed = judged.filter(({ facts }) => facts.state === 'pass').length;
  const all = judged.length + open.length;
  const figures = { passed, judged: judged.length, without_verdict: open.length, min };
  if (judged.length === 0) return decide('pass-rate', 'cannot tell', NOTHING_JUDGED, { figures });
  const rate = passed / judged.length;
  return decide(
    'pass-rate',
    withBounds(passed / all, (passed + open.length) / all, min),
    `${percent(rate)} of what was judged passed (${passed} of ${judged.length}), at least ${percent(min)} wanted` +
      openWords(open),
    { figures: { ...figures, rate }, scenarios: open },
  );
}

/**
 * Cannot tell either when the baseline's scores speak of other dimensions: the number that is wanted was chosen for
 * those.
 */
function average(min: number, { judged, open }: Judged, comparison: GatesInput['comparison']): GateResult {
  const scored = judged.filter(({ facts }) => facts.score !== null);
  const scores = scored.map(({ facts }) => countedScore(facts.status, facts.score));
  const mean = meanScore(scores);
  const figures = { judged: judged.length, scored: scored.length, without_verdict: open.length, min };
  if (mean === null) {
    const message = judged.length === 0 ? NOTHING_JUDGED : 'no judged scenario has a score';
    return decide('average', 'cannot tell', message, { figures });
  }
  const share = meanShare(
    scored.map(({ facts: { declared, judged_weight } }) => ({ declared: declared ?? [], judged_weight })),
  );
  const { judged_weight: weight } = share;
  const all = { ...figures, average: mean, ...(weight === null ? {} : { judged_weight: weight }) };
  const other = otherDimensions(comparison);
  if (other !== null) return decide('average', 'cannot tell', other, { figures: all });
  const without = judged.length - scored.length;
  const words = judgedWords(share);
  const bound = (score: number) => meanScore([...scores, ...open.map(() => score)]) ?? mean;
  return decide(
    'average',
    withBounds(bound(0), bound(10), min),
    `the average is ${mean.toFixed(2)} over ${scored.length} scenario(s)` +
      `${words === null ? '' : ` (${words})`}${without === 0 ? '' : ` (${without} judged without a score)`}, ` +
      `at least ${min.toFixed(2)} wanted${openWords(open)}`,
    { figures: all, scenarios: open },
  );
}

function otherDimensions(comparison: GatesInput['comparison']): string | null {
  if ('problem' in comparison) return null;
  const found = comparison.differences.find(({ kind, allowed }) => kind === 'dimensions' && !allowed);
  return found === undefined
    ? null
    : `${found.message}, so the averages are of different things (dimensions)`;
}

function critical(entries: readonly Entry[], partial: boolean): GateResult {
  const relevant = entries.filter(({ severity }) => severity === 'critical');
  const failed = idsOf(relevant.filter(({ facts }) => facts.state === 'fail'));
  const open = idsOf(relevant.filter(({ facts }) => !isJudged(facts)));
  const unknown = idsOf(entries.filter(({ severity, facts }) => severity === null && facts.state !== 'pass'));
  const figures = { critical: relevant.length, failed: failed.length, without_verdict: open.length };
  const say = (outcome: GateResult['outcome'], message: string, scenarios: readonly string[] = []) =>
    decide('critical', outcome, message, { figures, scenarios });
  if (failed.length > 0)
    return say('fail', `${failed.length} critical scenario(s) failed: ${list(failed)}`, failed);
  if (open.length > 0) {
    return say('cannot tell', `${open.length} critical scenario(s) have no verdict: ${list(open)}`, open);
  }
  if (unknown.length > 0) {
    return say('cannot tell', `the run does not say how severe these are: ${list(unknown)}`, unknown);
  }
  if (partial) return say('cannot tell', `${PARTIAL} (allow it with partial)`);
  if (relevant.length === 0) return say('cannot tell', 'the run has no critical scenario');
  return say('pass', `all ${relevant.length} critical scenario(s) passed`);
}

function infra(max: number, entries: readonly Entry[]): GateResult {
  const asked = entries.filter(({ facts }) => facts.state !== 'skipped');
  const without = idsOf(asked.filter(({ facts }) => facts.state === 'none'));
  const figures = { without_verdict: without.length, scenarios: asked.length, max };
  if (asked.length === 0) {
    const message = entries.length === 0 ? 'the run holds no scenario' : 'every scenario was skipped';
    return decide('infra', 'cannot tell', message, { figures });
  }
  const share = without.length / asked.length;
  return decide(
    'infra',
    share <= max ? 'pass' : 'fail',
    `${without.length} of ${asked.length} scenario(s) ended without a verdict (${percent(share)}), ` +
      `at most ${percent(max)} wanted${without.length === 0 ? '' : `: ${list(without)}`}`,
    { figures: { ...figures, share }, scenarios: without },
  );
}

function cost(max: number, entries: readonly Entry[]): GateResult {
  const usd = entries.reduce((sum, { facts }) => sum + (facts.usd ?? 0), 0);
  // Skipped scenarios cost nothing whether a file says so or not.
  const unknown = idsOf(entries.filter(({ facts }) => facts.usd === null && facts.state !== 'skipped'));
  const figures = { usd, max };
  const spent = `$${usd.toFixed(4)} was spent, at most $${max.toFixed(2)} wanted`;
  if (usd > max) return decide('cost', 'fail', spent, { figures });
  if (entries.length === 0) return decide('cost', 'cannot tell', 'the run holds no scenario', { figures });
  if (unknown.length > 0) {
    const message = `the run does not say what these cost: ${list(unknown)}`;
    return decide('cost', 'cannot tell', message, { figures, scenarios: unknown });
  }
  return decide('cost', 'pass', spent, { figures });
}

function required(ids: readonly string[], entries: readonly Entry[]): GateResult {
  const absent = ids.filter((id) => !entries.some((entry) => entry.id === id));
  const open = ids.filter(
    (id) => !absent.includes(id) && !entries.some((entry) => entry.id === id && isJudged(entry.facts)),
  );
  const figures = { required: ids.length, missing: absent.length, without_verdict: open.length };
  if (absent.length > 0) {
    return decide('required', 'fail', `not in the run: ${list(absent)}`, { figures, scenarios: absent });
  }
  if (open.length > 0) {
    return decide('required', 'cannot tell', `no verdict on: ${list(open)}`, { figures, scenarios: open });
  }
  return decide('required', 'pass', `all ${ids.length} required scenario(s) were judged`, { figures });
}

function idsOf(entries: readonly Entry[]): string[] {
  return entries.map(({ id }) => id);
}
