/** Scores of other dimensions are other numbers: a gate that needs them cannot tell. */
import { expect, test } from 'vitest';
import { parseGates, type Allowance } from '../../../src/gate-settings.ts';
import { compareScorecards } from '../../../src/results/compare/compare.ts';
import { evaluateGates, type GateResult } from '../../../src/results/gates/gates.ts';
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

const ONLY = { declared: ['correctness'], judged_weight: 0.25 };

test('the average says of how much it is one', () => {
  expect(gate(card([{ id: 'a', ...ONLY }]), { gates: 'average=6' })).toMatchObject([
    {
      outcome: 'pass',
      message:
        'the average is 8.00 over 1 scenario(s) (correctness only, 25 % of the weights), at least 6.00 wanted',
      figures: { average: 8, judged_weight: 0.25 },
    },
  ]);
});

test.each<[string, object, readonly Allowance[], GateResult['outcome']]>([
  ['the same dimensions', ONLY, [], 'pass'],
  ['other dimensions', {}, [], 'cannot tell'],
  ['other dimensions, accepted by name', {}, ['dimensions'], 'pass'],
  ['a baseline that does not say', { declared: undefined, judged_weight: undefined }, [], 'cannot tell'],
])('average and regression against a baseline of %s', (_, before, allow, outcome) => {
  const baseline = card([{ id: 'a', ...before }]);
  const results = gate(card([{ id: 'a', ...ONLY }]), { gates: 'average=6,regression', baseline, allow });
  expect(results.map((result) => result.outcome)).toEqual([outcome, outcome]);
  const names = outcome === 'pass' ? [] : [expect.stringContaining('the judged dimensions differ')];
  expect(results.flatMap(({ message }) => (message.includes('differ') ? [message] : []))).toEqual([
    ...names,
    ...names,
  ]);
});
