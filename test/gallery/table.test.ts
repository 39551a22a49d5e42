import { expect, test } from 'vitest';
import { separationLines, withSeparation } from './report.ts';
import { correlations, countColumn, missedAims, uniform, type Mark, type Table } from './table.ts';

/** 60 scenarios of one category that the oracle passes and two bad agents fail, the first of them critical. */
function tableOf(change: (marks: Mark[], scenario: number) => Mark[] = (marks) => marks): Table {
  return {
    columns: [
      { name: 'oracle', fault: null },
      { name: 'liar', fault: 'lies' },
      { name: 'mute', fault: 'says nothing' },
    ],
    rows: Array.from({ length: 60 }, (_, scenario) => ({
      scenario: `s${scenario}`,
      category: scenario < 30 ? 'one' : 'two',
      critical: scenario === 0,
      cells: change(['P', 'F', 'F'], scenario).map((mark) => ({ mark, reasons: [] })),
    })),
  };
}

test('a table in which all is as it should be misses no aim', () => {
  expect(missedAims(tableOf())).toEqual([]);
  expect(uniform(tableOf())).toEqual({ all: [], none: [] });
});

test.each<[string, (marks: Mark[], scenario: number) => Mark[], RegExp]>([
  ['an oracle fails', (marks, at) => (at === 3 ? ['F', 'F', 'F'] : marks), /^oracle fails s3$/],
  [
    'an oracle is often open',
    (marks, at) => (at < 11 ? ['?', 'F', 'F'] : marks),
    /^oracle passes 49 scenarios, not 56/,
  ],
  ['a fault shows too seldom', (marks, at) => (at < 7 ? ['P', '?', 'F'] : marks), /^liar fails 53 of the 60/],
  [
    'a critical scenario lets one through',
    (marks, at) => (at === 0 ? ['P', 'P', 'F'] : marks),
    /^liar passes s0/,
  ],
  ['only one bad agent fails', (marks, at) => (at === 5 ? ['P', '·', 'F'] : marks), /^s5 is failed by 1/],
])('%s: missed', (_, change, aim) => {
  expect(missedAims(tableOf(change))).toContainEqual(expect.stringMatching(aim));
});

test('what the fault does not touch is not counted', () => {
  const table = tableOf((marks, at) => (at < 40 ? ['P', '·', 'F'] : marks));
  expect(countColumn(table, 1)).toMatchObject({ touched: 20 });
  expect(missedAims(table).filter((aim) => aim.startsWith('liar'))).toEqual([]);
});

test('scenarios that tell nobody apart are named', () => {
  const table = tableOf((marks, at) => (at === 1 ? ['P', 'P', '·'] : at === 2 ? ['?', 'F', 'F'] : marks));
  expect(uniform(table)).toEqual({ all: ['s1'], none: ['s2'] });
});

test('the correlation is 1 where all agree, -1 where two are opposed, and none where nothing varies', () => {
  expect(correlations(tableOf()).get('one')).toBeCloseTo(1);
  const opposed = tableOf((_, at) => (at % 2 === 0 ? ['P', 'F', 'F'] : ['F', 'P', 'P']));
  expect(correlations({ ...opposed, rows: opposed.rows.slice(0, 2) }).get('one')).toBeCloseTo(-1);
  expect(correlations(tableOf(() => ['P', 'P', 'P'])).get('two')).toBeNull();
});

test('the page gets one line a scenario between its markers, and stays as it is the second time', () => {
  const markers = [
    '<!-- what each core scenario separates: written by `npm run discriminate -- --write` -->',
    '<!-- end of what each core scenario separates -->',
  ];
  const page = `before\n${markers.join('\nold\n')}\nafter`;
  const table = tableOf((marks, at) => (at === 1 ? ['P', '?', 'F'] : marks));
  const written = withSeparation(page, 'core', table);
  expect(separationLines(table)).toContain('| s1 | mute | undecided: liar |');
  expect(written).toMatch(/^before\n[\s\S]*\nafter$/);
  expect(written).not.toContain('old');
  expect(withSeparation(written, 'core', table)).toBe(written);
  expect(() => withSeparation('no markers', 'core', table)).toThrow(/add them/);
});
