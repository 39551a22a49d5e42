import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GATE_NAMES, parseGates, type Allowance } from '../../../src/gate-settings.ts';
import { compareScorecards } from '../../../src/results/compare/compare.ts';
import { evaluateGates, gatesHold, type GateResult } from '../../../src/results/gates/gates.ts';
import type { Scorecard } from '../../../src/results/store/scorecard.ts';
import { STATUSES } from '../../../src/rubric/verdict-types.ts';
import { card, gaiaCard } from '../../support/scorecards.ts';

interface Case {
  readonly gates: string;
  readonly baseline?: Scorecard;
  readonly allow?: readonly Allowance[];
}

function gate(scorecard: Scorecard, { gates, baseline, allow = [] }: Case): GateResult[] {
  return evaluateGates({
    scorecard,
    gates: parseGates(gates),
    allow,
    comparison:
      baseline === undefined
        ? { problem: 'there is no baseline' }
        : compareScorecards(baseline, scorecard, { allow }),
  });
}

const two = card([{ id: 'a' }, { id: 'b', status: 'FAIL' }]);
const critical = { severity: 'critical' };

test.each<[string, Scorecard, Case, GateResult['outcome'], RegExp]>([
  ['pass rate', two, { gates: 'pass-rate=0.5' }, 'pass', /50 % of what was judged passed \(1 of 2\)/],
  ['pass rate', two, { gates: 'pass-rate=51%' }, 'fail', /at least 51 % wanted/],
  ['average', two, { gates: 'average=6' }, 'pass', /the average is 6.00 over 2/],
  ['average', two, { gates: 'average=6.01' }, 'fail', /at least 6.01 wanted/],
  [
    'a high FAIL is capped in the average',
    card([{ id: 'a', status: 'FAIL', score: 9 }]),
    { gates: 'average=6' },
    'fail',
    /5\.99/,
  ],
  [
    'critical failure',
    card([{ id: 'a', status: 'FAIL', ...critical }]),
    { gates: 'critical' },
    'fail',
    /1 critical scenario\(s\) failed: a/,
  ],
  [
    'blocked is no pass of a critical scenario',
    card([{ id: 'a', status: 'BLOCKED_BY_ARCHITECTURE', ...critical }]),
    { gates: 'critical' },
    'fail',
    /failed: a/,
  ],
  [
    'critical without verdict',
    card([
      { id: 'a', status: 'TIMEOUT', ...critical },
      { id: 'b', ...critical },
    ]),
    { gates: 'critical' },
    'cannot tell',
    /no verdict: a/,
  ],
  [
    'critical skipped',
    card([{ id: 'a', status: 'SKIPPED_NO_DOCUMENT', ...critical }]),
    { gates: 'critical' },
    'cannot tell',
    /no verdict: a/,
  ],
  [
    'all critical pass',
    card([
      { id: 'a', ...critical },
      { id: 'b', status: 'FAIL' },
    ]),
    { gates: 'critical' },
    'pass',
    /all 1/,
  ],
  ['no critical scenario', two, { gates: 'critical' }, 'cannot tell', /has no critical scenario/],
  [
    'unknown severity',
    gaiaCard([{ id: 'a', status: 'FAIL', score: 2 }]),
    { gates: 'critical' },
    'cannot tell',
    /how severe/,
  ],
  [
    'infra share',
    card([{ id: 'a' }, { id: 'b', status: 'TIMEOUT' }, { id: 'c', status: 'SKIPPED_NO_DOCUMENT' }]),
    { gates: 'infra=50%' },
    'pass',
    /1 of 2 scenario\(s\) ended without a verdict/,
  ],
  ['infra share', card([{ id: 'a' }, { id: 'b', status: 'ERRORED' }]), { gates: 'infra=0.4' }, 'fail', /: b/],
  ['an unknown status is infra', card([{ id: 'a', status: 'ODD' }]), { gates: 'infra=0' }, 'fail', /: a/],
  ['cost', two, { gates: 'cost=0.1' }, 'pass', /\$0\.1000 was spent/],
  ['cost', two, { gates: 'cost=0.09' }, 'fail', /at most \$0\.09 wanted/],
  [
    'unknown cost',
    card([{ id: 'a', cost_estimate: { estimated_usd: Number.NaN } }]),
    { gates: 'cost=9' },
    'cannot tell',
    /what these cost: a/,
  ],
  ['required', two, { gates: 'required=a+b' }, 'pass', /all 2 required/],
  ['required', two, { gates: 'required=a+x' }, 'fail', /not in the run: x/],
  [
    'required without verdict',
    card([{ id: 'a', status: 'INFRA_ERROR' }]),
    { gates: 'required=a' },
    'cannot tell',
    /no verdict on: a/,
  ],
  ['no regression', two, { gates: 'regression', baseline: two }, 'pass', /none of 2 scenario\(s\) got worse/],
  [
    'a regression',
    two,
    { gates: 'regression', baseline: card([{ id: 'a' }, { id: 'b' }]) },
    'fail',
    /1 passed before and do not now: b/,
  ],
  [
    'a vanished scenario',
    two,
    { gates: 'regression', baseline: card([{ id: 'a' }, { id: 'b' }, { id: 'gone', ...critical }]) },
    'fail',
    /b; 1 vanished: gone/,
  ],
  [
    'a regression is a no even where something else cannot be told',
    card([
      { id: 'a', status: 'FAIL' },
      { id: 'b', judge: { name: 'x', fingerprint: 'y' } },
    ]),
    { gates: 'regression', baseline: card([{ id: 'a' }, { id: 'b' }]) },
    'fail',
    /: a/,
  ],
  [
    'infrastructure is no regression, and no pass either',
    card([{ id: 'a', status: 'INFRA_ERROR' }, { id: 'b' }]),
    { gates: 'regression', baseline: card([{ id: 'a' }, { id: 'b' }]) },
    'cannot tell',
    /have no verdict now: a/,
  ],
  [
    'a FAIL that has no verdict now cannot have got worse',
    card([{ id: 'a', status: 'INFRA_ERROR' }, { id: 'b' }]),
    { gates: 'regression', baseline: card([{ id: 'a', status: 'FAIL' }, { id: 'b' }]) },
    'pass',
    /none of 1/,
  ],
])('%s (%#)', (_, scorecard, what, outcome, message) => {
  const results = gate(scorecard, what);
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({ outcome, message: expect.stringMatching(message), allowed: false });
  expect(gatesHold(results)).toBe(outcome === 'pass');
});

const EVERY = 'regression,pass-rate=0,average=0,critical,infra=1,cost=100,required=a';
const passing = card([{ id: 'a', ...critical }]);

test.each<[string, Scorecard, Scorecard | undefined, readonly string[]]>([
  ['everything is well', passing, passing, []],
  ['no baseline', passing, undefined, ['regression']],
  [
    'another judge',
    card([{ id: 'a', ...critical, judge: { name: 'rules', fingerprint: '3' } }]),
    passing,
    ['regression'],
  ],
  [
    'a partial run',
    card([{ id: 'a', ...critical }], { partial: true }),
    passing,
    ['regression', 'pass-rate', 'average', 'critical', 'infra'],
  ],
  [
    'all skipped',
    card([{ id: 'a', status: 'SKIPPED_NO_DOCUMENT', ...critical }]),
    passing,
    ['regression', 'pass-rate', 'average', 'critical', 'infra', 'required'],
  ],
  [
    'all infrastructure',
    card([{ id: 'a', status: 'INFRA_ERROR', ...critical }]),
    passing,
    ['regression', 'pass-rate', 'average', 'critical', 'required'],
  ],
  [
    'NaN for a score',
    card([{ id: 'a', score: Number.NaN, ...critical }]),
    passing,
    ['regression', 'pass-rate', 'average', 'critical', 'required'],
  ],
  ['NaN in the baseline', passing, card([{ id: 'a', score: Number.NaN, ...critical }]), ['regression']],
])('%s', (_, scorecard, baseline, open) => {
  const results = gate(scorecard, { gates: EVERY, ...(baseline === undefined ? {} : { baseline }) });
  expect(results.map((result) => result.gate)).toEqual(GATE_NAMES);
  expect(results.filter(({ outcome }) => outcome !== 'pass').map((result) => result.gate)).toEqual(open);
  expect(gatesHold(results)).toBe(open.length === 0);
});

test('an empty run holds no gate', () => {
  const results = gate(card([]), { gates: EVERY, baseline: passing });
  expect(results.filter(({ outcome }) => outcome === 'pass')).toEqual([]);
  expect(results.find((result) => result.gate === 'required')?.outcome).toBe('fail');
});

test('a gate that cannot tell is allowed by its name only, and a fail never is', () => {
  const allow: readonly Allowance[] = ['regression', 'pass-rate'];
  const results = gate(two, { gates: 'regression,pass-rate=0.9', allow });
  expect(results).toMatchObject([
    { gate: 'regression', outcome: 'cannot tell', allowed: true },
    { gate: 'pass-rate', outcome: 'fail', allowed: false },
  ]);
  expect(gatesHold(results)).toBe(false);
  expect(gatesHold(gate(two, { gates: 'regression', allow }))).toBe(true);
  expect(gatesHold(gate(two, { gates: 'regression', allow: ['critical'] }))).toBe(false);
});

test.each<[string, Scorecard, Scorecard, Allowance]>([
  ['partial', card([{ id: 'a' }], { partial: true }), card([{ id: 'a' }, { id: 'b' }]), 'partial'],
  ['vanished', card([{ id: 'a' }]), card([{ id: 'a' }, { id: 'b' }]), 'vanished'],
  ['judge', card([{ id: 'a', judge: { name: 'x', fingerprint: 'y' } }]), card([{ id: 'a' }]), 'judge'],
])('a difference allowed by name: %s', (_, scorecard, baseline, name) => {
  expect(gatesHold(gate(scorecard, { gates: 'regression', baseline }))).toBe(false);
  expect(gatesHold(gate(scorecard, { gates: 'regression', baseline, allow: [name] }))).toBe(true);
});

test('making a scenario worse never turns a no into a yes', () => {
  const status = fc.constantFrom(...STATUSES);
  const rows = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      status,
      severity: fc.constantFrom('critical', 'standard'),
    }),
    { selector: ({ id }) => id, minLength: 1 },
  );
  const gates = fc.constantFrom('pass-rate=0.5', 'average=6', 'critical', 'regression', 'required=a');
  fc.assert(
    fc.property(rows, gates, fc.nat(), (list, gates_, nth) => {
      const baseline = card(['a', 'b', 'c', 'd'].map((id) => ({ id })));
      const worse = list.map((each, index) =>
        index === nth % list.length && each.status === 'PASS' ? { ...each, status: 'FAIL' } : each,
      );
      if (gatesHold(gate(card(worse), { gates: gates_, baseline }))) {
        expect(gatesHold(gate(card(list), { gates: gates_, baseline }))).toBe(true);
      }
    }),
  );
});

test.each([
  ['regression, critical', [{ gate: 'regression' }, { gate: 'critical' }]],
  ['pass-rate=90%', [{ gate: 'pass-rate', min: 0.9 }]],
  [
    'average=7.5,cost=5',
    [
      { gate: 'average', min: 7.5 },
      { gate: 'cost', max: 5 },
    ],
  ],
  [
    'infra=0,required=a+b',
    [
      { gate: 'infra', max: 0 },
      { gate: 'required', ids: ['a', 'b'] },
    ],
  ],
  ['pass-rate=0.5,pass-rate=0.6', [{ gate: 'pass-rate', min: 0.6 }]],
  ['none', []],
])('reads %s', (text, gates) => {
  expect(parseGates(text)).toEqual(gates);
});

test.each([
  ['pass-rate', 'pass-rate needs a share from 0 to 1, such as pass-rate=0.9 or pass-rate=90%'],
  ['pass-rate=90', 'pass-rate needs a share from 0 to 1'],
  ['pass-rate=NaN', 'pass-rate needs a share'],
  ['pass-rate=', 'pass-rate needs a share'],
  ['infra=-1', 'infra needs a share'],
  ['average=11', 'average needs a number from 0 to 10'],
  ['cost=Infinity', 'cost needs a number from 0'],
  ['regression=1', 'regression takes no value'],
  ['required=', 'required needs ids'],
  ['required=a+', 'required needs ids'],
  ['fast', 'there is no gate "fast"; there are: regression, pass-rate'],
  ['none,critical', 'there is no gate "none"'],
])('refuses %s', (text, message) => {
  expect(() => parseGates(text)).toThrow(message);
});
