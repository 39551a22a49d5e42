/** What no gate may overlook: scenarios without a verdict, a PASS without a score, a scenario that is gone. */
import { expect, test } from 'vitest';
import { parseGates, type Allowance } from '../../../src/gate-settings.ts';
import { compareScorecards } from '../../../src/results/compare/compare.ts';
import { evaluateGates, gatesHold, type GateResult } from '../../../src/results/gates/gates.ts';
import type { Scorecard } from '../../../src/results/store/scorecard.ts';
import { card } from '../../support/scorecards.ts';

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

const critical = { severity: 'critical' };
const oneOpen = card([{ id: 'a' }, { id: 'b' }, { id: 'open', status: 'ERRORED' }]);

test.each<[string, Scorecard, Case, GateResult['outcome'], RegExp]>([
  ['a broken file', oneOpen, { gates: 'pass-rate=1' }, 'cannot tell', /1 ended without a verdict .*: open/],
  ['whatever it would be', oneOpen, { gates: 'pass-rate=0.6' }, 'pass', /100 % of what was judged/],
  [
    'however well it did',
    card([
      { id: 'a', status: 'FAIL' },
      { id: 'b', status: 'FAIL' },
      { id: 'open', status: 'INFRA_ERROR' },
    ]),
    { gates: 'pass-rate=0.5' },
    'fail',
    /0 % of what was judged/,
  ],
  ['an open score', oneOpen, { gates: 'average=8' }, 'cannot tell', /without a verdict/],
  ['any score would do', oneOpen, { gates: 'average=5' }, 'pass', /average is 8\.00/],
  ['no score would do', oneOpen, { gates: 'average=9' }, 'fail', /average is 8\.00/],
  [
    'nobody knows how severe a broken file is',
    card([
      { id: 'a', ...critical },
      { id: 'open', status: 'ERRORED', judge: { name: 'none', fingerprint: '', model: null } },
    ]),
    { gates: 'critical' },
    'cannot tell',
    /how severe these are: open/,
  ],
  [
    'a new scenario without a verdict',
    oneOpen,
    { gates: 'regression', baseline: card([{ id: 'a' }, { id: 'b' }]) },
    'cannot tell',
    /1 new scenario\(s\) have no verdict: open/,
  ],
])('fault 5: %s does not pass unseen (%#)', (_, scorecard, what, outcome, message) => {
  expect(gate(scorecard, what)).toMatchObject([{ outcome, message: expect.stringMatching(message) }]);
});

test('fault 5: scenarios without a verdict that infra bounds are not counted twice', () => {
  expect(gate(oneOpen, { gates: 'pass-rate=1,infra=0.5' }).map(({ outcome }) => outcome)).toEqual([
    'pass',
    'pass',
  ]);
  expect(gatesHold(gate(oneOpen, { gates: 'pass-rate=1,infra=0.1' }))).toBe(false);
});

const unscored = card([{ id: 'a', score: null }, { id: 'b' }]);

test.each(['FAIL', 'TIMEOUT', 'ERRORED'])(
  'fault 6: a PASS without a score that is %s now does not pass',
  (status) => {
    const results = gate(card([{ id: 'a', status }, { id: 'b' }]), {
      gates: 'regression',
      baseline: unscored,
    });
    expect(results).toMatchObject([{ outcome: 'cannot tell', scenarios: ['a'] }]);
  },
);

test('fault 6: a scenario that is gone has vanished, also where only a part was run', () => {
  const baseline = card([{ id: 'a' }, { id: 'b' }, { id: 'c' }], { partial: true });
  const part = { ...card([{ id: 'a' }], { partial: true }), left_out: ['b'] };
  const allow: readonly Allowance[] = ['partial'];
  expect(gate(part, { gates: 'regression', baseline, allow })).toMatchObject([
    { outcome: 'fail', message: expect.stringMatching(/1 vanished: c/), scenarios: ['c'] },
  ]);
  const whole = { ...part, left_out: ['b', 'c'] };
  expect(gate(whole, { gates: 'regression', baseline, allow })).toMatchObject([{ outcome: 'pass' }]);
});
