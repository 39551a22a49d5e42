// How the bench's figures are printed. Text in, text out.
import { inUnit } from './checks.mjs';
import { inputOf } from './run.mjs';

const count = (value) => Math.round(value).toLocaleString('en-US');
const seconds = (value) => value.toFixed(1);
const percent = (value) => `${(value * 100).toFixed(0)} %`;
const given = (value, format) => (value === undefined || Number.isNaN(value) ? '–' : format(value));

const COLUMNS = [
  ['wall s', (row) => given(row.wallS, seconds)],
  ['agent busy s', (row) => given(row.busyS, seconds)],
  ['busy', (row) => given(row.busy ?? row.busyS / row.wallS, percent)],
  ['calls', (row) => given(row.calls, count)],
  ['input', (row) => given(row.inputTokens ?? (row.usage && inputOf(row.usage)), count)],
  ['cached', (row) => given(row.cached ?? (row.usage && cachedShare(row.usage)), percent)],
  ['output', (row) => given(row.outputTokens ?? row.usage?.output_tokens, count)],
  ['cost $', (row) => given(row.usd ?? row.costUsd, (usd) => usd.toFixed(3))],
  ['CPU s', (row) => given(row.cpuMs, (ms) => (ms / 1000).toFixed(2))],
  ['peak MB', (row) => given(row.peakMb, count)],
  ['live MB', (row) => given(row.liveMb, count)],
];

function cachedShare(usage) {
  const input = inputOf(usage);
  return input === 0 ? Number.NaN : usage.cache_read_input_tokens / input;
}

/** One line a measured run, and below it what the replaced benchmark took for as much. */
export function figuresTable(rows) {
  const lines = rows.flatMap((row) => [
    [row.name, ...COLUMNS.map(([, cell]) => cell(row))],
    ...(row.replaced === undefined ? [] : [['  replaced', ...COLUMNS.map(([, cell]) => cell(row.replaced))]]),
  ]);
  return table([['', ...COLUMNS.map(([head]) => head)], ...lines]);
}

export function checksTable(checks) {
  const lines = checks.map(({ name, value, limit, unit, note, met }) => [
    met ? 'met' : 'MISSED',
    name,
    inUnit(value, unit),
    `≤ ${inUnit(limit, unit)}`,
    note,
  ]);
  return table([['', 'target', 'measured', 'limit', ''], ...lines], 2);
}

/** The first `left` columns are flush left, the others right. */
function table(rows, left = 1) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const cell = (text, column) =>
    column < left ? text.padEnd(widths[column]) : text.padStart(widths[column]);
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}

/** The last line. */
export function verdictLine(checks, problems) {
  const met = checks.filter((each) => each.met).length;
  const broken = problems.length === 0 ? '' : `, ${problems.length} run(s) did not end as they should`;
  return `${met} of ${checks.length} targets met${broken}`;
}
