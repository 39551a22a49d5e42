import { expect, test } from 'vitest';
import { baselineOf } from '../../../src/results/compare/baseline.ts';
import { compareScorecards } from '../../../src/results/compare/compare.ts';
import type { Comparison, Lone, Pair } from '../../../src/results/compare/types.ts';
import { mapDimensions } from '../../../src/rubric/score.ts';
import { STATUSES } from '../../../src/rubric/verdict-types.ts';
import { card, gaiaCard } from '../../support/scorecards.ts';

/** Names of the lists a scenario is in. */
function listsOf({ lists }: Comparison, id: string): string[] {
  return Object.entries(lists)
    .filter(([, list]: [string, readonly (Pair | Lone)[]]) =>
      list.some(({ scenario_id }) => scenario_id === id),
    )
    .map(([name]) => name)
    .toSorted();
}

const JUDGED = ['PASS', 'FAIL', 'BLOCKED_BY_ARCHITECTURE'];
const ALL = [...STATUSES, 'SOMETHING_NEW'];

/** What a reader expects of a pair of statuses, written once more and more slowly than the code. */
function expectedList(from: string, to: string): string[] {
  if (from === to) return [];
  if (from === 'SKIPPED_NO_DOCUMENT') return ['no_longer_skipped'];
  if (to === 'SKIPPED_NO_DOCUMENT') return ['newly_skipped'];
  if (JUDGED.includes(from) && !JUDGED.includes(to)) return ['verdict_lost'];
  if (!JUDGED.includes(from) && JUDGED.includes(to)) return ['verdict_gained'];
  if (from === 'PASS') return ['regressed'];
  if (to === 'PASS') return ['improved'];
  return ['reclassified'];
}

test.each(ALL.flatMap((from) => ALL.map((to) => [from, to] as const)))('%s → %s', (from, to) => {
  const comparison = compareScorecards(card([{ id: 'a', status: from }]), card([{ id: 'a', status: to }]));
  expect(comparison.differences).toEqual([]);
  expect(listsOf(comparison, 'a')).toEqual(expectedList(from, to));
  const both = JUDGED.includes(from) && JUDGED.includes(to) ? 1 : 0;
  expect(comparison.paired.judged).toBe(both);
  expect(comparison.paired.current.pass_rate).toBe(both === 0 ? null : to === 'PASS' ? 1 : 0);
});

test.each([
  [
    'slower and failing is in both',
    { elapsed_s: 10 },
    { status: 'FAIL', elapsed_s: 25 },
    ['regressed', 'slower'],
  ],
  ['exactly twice the time is not slower', { elapsed_s: 10 }, { elapsed_s: 20 }, []],
  ['twice next to nothing is noise', { elapsed_s: 0.1 }, { elapsed_s: 0.9 }, []],
  [
    'a time-out is slower too',
    { elapsed_s: 10 },
    { status: 'TIMEOUT', elapsed_s: 900 },
    ['slower', 'verdict_lost'],
  ],
  [
    'an early end is not faster',
    { elapsed_s: 10 },
    { status: 'INFRA_ERROR', elapsed_s: 0.1 },
    ['verdict_lost'],
  ],
  ['a drop of 2.0 is not told', { score: 9 }, { score: 7 }, []],
  ['a drop of more than 2.0 is', { score: 9 }, { score: 6.99 }, ['score_dropped']],
  ['floating point does not add a drop', { score: 8.3 }, { score: 6.3 }, []],
  ['a drop within FAIL', { status: 'FAIL', score: 5 }, { status: 'FAIL', score: 2 }, ['score_dropped']],
  ['a drop to FAIL is a regression, not a drop', { score: 9 }, { status: 'FAIL', score: 2 }, ['regressed']],
  [
    'FAIL to BLOCKED with a drop is in both',
    { status: 'FAIL', score: 5 },
    { status: 'BLOCKED_BY_ARCHITECTURE', score: 1 },
    ['reclassified', 'score_dropped'],
  ],
  ['a missing score is no drop to 0', { status: 'FAIL', score: 5 }, { status: 'FAIL', score: null }, []],
  ['a PASS without a score is no pass', { score: 8 }, { score: null }, ['verdict_lost']],
  ['NaN is a missing score', { score: 8 }, { score: Number.NaN }, ['verdict_lost']],
  ['a score as text is a missing score', { score: 8 }, { overall_score: '9' }, ['verdict_lost']],
  [
    'costlier',
    { cost_estimate: { estimated_usd: 0.05 } },
    { cost_estimate: { estimated_usd: 0.15 } },
    ['costlier'],
  ],
  [
    'an unknown cost is not cheaper',
    { cost_estimate: { estimated_usd: 0.5 } },
    { cost_estimate: { estimated_usd: Number.NaN } },
    [],
  ],
])('%s', (_, before, after, lists) => {
  const comparison = compareScorecards(card([{ id: 'a', ...before }]), card([{ id: 'a', ...after }]));
  expect(listsOf(comparison, 'a')).toEqual(lists);
});

test('new and vanished scenarios, and rates over what both judged', () => {
  const comparison = compareScorecards(
    card([{ id: 'gone', status: 'FAIL' }, { id: 'a' }, { id: 'b', status: 'FAIL' }, { id: 'c' }]),
    card([{ id: 'fresh' }, { id: 'a' }, { id: 'b' }, { id: 'c', status: 'TIMEOUT' }]),
  );
  expect(listsOf(comparison, 'gone')).toEqual(['vanished']);
  expect(listsOf(comparison, 'fresh')).toEqual(['appeared']);
  expect(comparison.paired).toEqual({
    judged: 2,
    baseline: { passed: 1, pass_rate: 0.5, avg_score: 6 },
    current: { passed: 2, pass_rate: 1, avg_score: 8 },
  });
  expect(comparison.categories['rag_quality']).toEqual(comparison.paired);
});

test('a FAIL with a high score counts as 5.99 in the averages', () => {
  const before = card([{ id: 'a', status: 'FAIL', score: 9.8 }]);
  expect(compareScorecards(before, before).paired.current.avg_score).toBe(5.99);
});

const other = { fingerprint: 'another', name: 'anthropic' };

test.each([
  ['judge', { judge: other }, {}],
  ['simulator', { simulator: other }, {}],
  ['scenario', { scenario_fingerprint: 'changed' }, {}],
  ['corpus', { identity: { documents: 'changed', truth: 'truth-of-a' } }, {}],
  ['corpus', { identity: { documents: 'documents-of-a', truth: 'changed' } }, {}],
  ['agent-type', { session: { agent_type: 'doc', model: 'a-model' } }, {}],
  ['target', {}, { config: { target: 'embedded' } }],
  ['isolation', {}, { config: { isolation: 'turn' } }],
] as const)('another %s is named, takes out what it concerns, and can be allowed', (kind, change, run) => {
  const concerned = Object.keys(change).length > 0;
  const before = card([{ id: 'a' }, { id: 'b' }]);
  const now = card(
    [
      { id: 'a', status: 'FAIL', ...change },
      { id: 'b', status: 'FAIL' },
    ],
    run,
  );
  const refused = compareScorecards(before, now);
  expect(refused.differences).toEqual([
    expect.objectContaining({ kind, allowed: false, scenarios: concerned ? ['a'] : 'all' }),
  ]);
  expect(refused.excluded).toEqual(concerned ? ['a'] : ['a', 'b']);
  expect(refused.lists.regressed.map((pair) => pair.scenario_id)).toEqual(concerned ? ['b'] : []);
  expect(refused.paired.judged).toBe(concerned ? 1 : 0);
  const allowed = compareScorecards(before, now, { allow: [kind] });
  expect(allowed.differences).toEqual([expect.objectContaining({ kind, allowed: true })]);
  expect(allowed.lists.regressed.map((pair) => pair.scenario_id)).toEqual(['a', 'b']);
});

const ONLY = { declared: ['correctness'], judged_weight: 0.25 };
/** As a file of before has it: no word of dimensions. */
const SILENT = { declared: undefined, judged_weight: undefined };

test.each([
  ['other dimensions', {}, ONLY, /all dimensions → correctness only, 25 % of the weights/],
  [
    'another share',
    { ...ONLY, judged_weight: 0.3 },
    ONLY,
    /correctness only, 30 % .* → correctness only, 25 %/,
  ],
  ['a baseline that does not say', SILENT, {}, /not recorded → all dimensions/],
])('%s: scores cannot be compared, and verdicts only when it is allowed', (_, before, now, says) => {
  const [baseline, current] = [
    card([{ id: 'a', score: 9, ...before }, { id: 'b' }]),
    card([{ id: 'a', score: 6.5, ...now }, { id: 'b' }]),
  ];
  const refused = compareScorecards(baseline, current);
  expect(refused.differences).toEqual([
    expect.objectContaining({ kind: 'dimensions', message: expect.stringMatching(says), scenarios: ['a'] }),
  ]);
  expect(refused.excluded).toEqual(['a']);
  const allowed = compareScorecards(baseline, current, { allow: ['dimensions'] });
  expect(listsOf(allowed, 'a')).toEqual([]);
  expect(allowed.paired).toMatchObject({ judged: 2, baseline: { avg_score: 8 }, current: { avg_score: 8 } });
  const failed = card([{ id: 'a', status: 'FAIL', score: 1, ...now }, { id: 'b' }]);
  const [pair] = compareScorecards(baseline, failed, { allow: ['dimensions'] }).lists.regressed;
  expect(pair).toMatchObject({ scenario_id: 'a', score_delta: null });
});

test.each([
  ['both silent', SILENT, SILENT],
  ['a score is missing', ONLY, { status: 'FAIL', score: null }],
  ['only one was judged', ONLY, { status: 'TIMEOUT' }],
])('no difference of dimensions: %s', (_, before, now) => {
  const { differences } = compareScorecards(card([{ id: 'a', ...before }]), card([{ id: 'a', ...now }]));
  expect(differences).toEqual([]);
});

test('what an older file declares is read off the numbers of its turns', () => {
  const turn = (but: object) => ({ turn: 1, scores: { ...mapDimensions(() => 9), ...but } });
  const old = card([{ id: 'a', ...SILENT, turns: [{ ...turn({}), overall_score: 9 }] }]);
  expect(compareScorecards(old, card([{ id: 'a' }])).differences).toEqual([]);
  const gap = card([{ id: 'a', ...SILENT, turns: [{ ...turn({ efficiency: null }), overall_score: 9 }] }]);
  expect(compareScorecards(gap, card([{ id: 'a' }])).differences.map(({ kind }) => kind)).toEqual([
    'dimensions',
  ]);
});

test('a baseline keeps what its scores speak of', () => {
  const whole = card([{ id: 'a', ...ONLY }]);
  expect(baselineOf(whole).scenarios[0]).toMatchObject(ONLY);
  expect(compareScorecards(baselineOf(whole), whole).differences).toEqual([]);
});

test('another judge does not matter where one run has no verdict', () => {
  const comparison = compareScorecards(
    card([{ id: 'a' }]),
    card([{ id: 'a', status: 'ERRORED', judge: { name: 'none', fingerprint: '' } }]),
  );
  expect(comparison.differences).toEqual([]);
  expect(listsOf(comparison, 'a')).toEqual(['verdict_lost']);
});

test('what a partial run did not run has not vanished', () => {
  const comparison = compareScorecards(
    card([{ id: 'a' }, { id: 'b' }]),
    card([{ id: 'a' }], { partial: true }),
  );
  expect(listsOf(comparison, 'b')).toEqual(['not_run_now']);
  expect(comparison.differences.map(({ kind }) => kind)).toEqual(['partial']);
  expect(comparison.compared).toBe(1);
});

test('a scenario with two results is in no list', () => {
  const comparison = compareScorecards(
    card([{ id: 'a' }]),
    card([{ id: 'a' }, { id: 'a', status: 'FAIL' }]),
    {
      allow: ['partial'],
    },
  );
  expect(listsOf(comparison, 'a')).toEqual([]);
  expect(comparison.differences.map(({ kind }) => kind)).toEqual(['duplicate', 'nothing-in-common']);
});

test.each([
  ['an empty baseline', [], [{ id: 'a' }], 'the baseline holds no scenario'],
  ['an empty run', [{ id: 'a' }], [], 'this run holds no scenario'],
  ['other scenarios', [{ id: 'a' }], [{ id: 'b' }], 'the two runs have no scenario in common'],
] as const)('%s: nothing in common', (_, before, after, message) => {
  const { differences } = compareScorecards(card(before), card(after));
  expect(differences).toEqual([{ kind: 'nothing-in-common', message, allowed: false, scenarios: 'all' }]);
});

test("two scorecards of AMD GAIA's own runner compare, and a note says what they do not record", () => {
  const comparison = compareScorecards(
    gaiaCard([{ id: 'a' }]),
    gaiaCard([{ id: 'a', status: 'FAIL', score: 3 }]),
  );
  expect(comparison.differences).toEqual([]);
  expect(listsOf(comparison, 'a')).toEqual(['regressed']);
  expect(comparison.notes).toHaveLength(2);
  expect(comparison.current.judge).toBe("AMD GAIA's runner, claude-sonnet-4-6");
});

test('theirs against ours: another judge, and texts that only one recorded; allowed by name it compares', () => {
  const kinds = ['judge', 'simulator', 'scenario', 'corpus'] as const;
  const [theirs, ours] = [gaiaCard([{ id: 'a' }]), card([{ id: 'a', status: 'FAIL' }])];
  for (const [before, now, list] of [
    [theirs, ours, 'regressed'],
    [ours, theirs, 'improved'],
  ] as const) {
    const refused = compareScorecards(before, now);
    expect(refused.differences.map(({ kind }) => kind)).toEqual(kinds);
    expect(refused.differences.at(-1)?.message).toContain('not recorded by one of the runs');
    expect(refused.compared).toBe(0);
    expect(listsOf(compareScorecards(before, now, { allow: kinds }), 'a')).toEqual([list]);
  }
});

test('another model of the agent is what a comparison is for: a note, no difference', () => {
  const { notes, differences } = compareScorecards(
    card([{ id: 'a' }]),
    card([{ id: 'a', session: { agent_type: 'chat', model: 'bigger' } }]),
  );
  expect(differences).toEqual([]);
  expect(notes).toEqual(["the agent's model changed: a-model → bigger"]);
});
