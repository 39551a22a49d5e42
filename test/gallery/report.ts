/** The table in words: for the terminal, and one line a scenario for the documentation. Pure. */
import {
  BAD_FAILS,
  correlations,
  countColumn,
  FAILED_BY,
  missedAims,
  ORACLE_PASSES,
  separationOf,
  type Table,
  uniform,
} from './table.ts';

export function reportOf(table: Table, oraclePasses = ORACLE_PASSES): string {
  const { all, none } = uniform(table);
  const missed = missedAims(table, oraclePasses);
  const least = Math.ceil(oraclePasses * table.rows.length);
  return [
    tableLines(table),
    '',
    `Each wording of the oracle is to pass ${least} or more and to fail none; each bad agent is to fail in ` +
      `${BAD_FAILS * 100} % of the scenarios that its fault touches, and to pass no critical one of them; each scenario ` +
      `is to be failed by ${FAILED_BY} bad agents or more.`,
    '',
    ...table.columns.map((_, at) => columnLine(table, at)),
    '',
    ...doubtfulLines(table),
    '',
    'Mean correlation between the scenarios of a category: ' +
      [...correlations(table)].map(([name, r]) => `${name} ${r === null ? '–' : r.toFixed(2)}`).join(', '),
    `Scenarios that all pass: ${all.join(', ') || 'none'}`,
    `Scenarios that none passes: ${none.join(', ') || 'none'}`,
    '',
    ...(missed.length === 0 ? ['Every aim is met.'] : ['Missed:', ...missed.map((aim) => `  ${aim}`)]),
  ].join('\n');
}

function tableLines({ columns, rows }: Table): string {
  const width = Math.max(...rows.map(({ scenario }) => scenario.length)) + 2;
  const heads = columns.map(({ name }, at) => `${' '.repeat(width)}${'│ '.repeat(at)}${name}`);
  const lines = rows.map(
    ({ scenario, critical, cells }) =>
      `${`${scenario}${critical ? ' !' : ''}`.padEnd(width)}${cells.map(({ mark }) => mark).join(' ')}`,
  );
  const legend = 'P passes  F fails  ? the rules cannot tell  · the fault does not touch it  ! critical';
  return [legend, '', ...heads, ...lines].join('\n');
}

function columnLine(table: Table, at: number): string {
  const { column, passed, failed, undecided, touched } = countColumn(table, at);
  const outcome = `passes ${passed.length}, fails ${failed.length}, undecided ${undecided.length} of ${touched}`;
  return `${column.name.padEnd(14)}${outcome.padEnd(48)}${column.fault ?? 'the right answers'}`;
}

/** Why an oracle does not pass, and where a bad agent does not fail. */
function doubtfulLines({ columns, rows }: Table): string[] {
  return rows.flatMap(({ scenario, cells }) =>
    cells.flatMap(({ mark, reasons }, at) => {
      const column = columns[at];
      if (column === undefined || mark === '·' || mark === (column.fault === null ? 'P' : 'F')) return [];
      return [`${mark} ${column.name}, ${scenario}${reasons.map((reason) => `\n      ${reason}`).join('')}`];
    }),
  );
}

type Part = 'core' | 'extended';

const beginOf = (part: Part): string =>
  `<!-- what each ${part} scenario separates: written by \`npm run discriminate -- --write\` -->`;
const endOf = (part: Part): string => `<!-- end of what each ${part} scenario separates -->`;

/** One line a scenario: which bad agents fail it, and which the rules let through. */
export function separationLines(table: Table): string {
  const lines = table.rows.map((row) => {
    const { scenario, failed, passed, undecided } = separationOf(table, row);
    const rest = [
      ...(undecided.length > 0 ? [`undecided: ${undecided.join(', ')}`] : []),
      ...(passed.length > 0 ? [`passed by: ${passed.join(', ')}`] : []),
    ];
    return `| ${scenario} | ${failed.join(', ')} | ${rest.join('; ')} |`;
  });
  return ['| scenario | failed by | rest |', '|---|---|---|', ...lines].join('\n');
}

/** A page with the lines between its markers. @throws Error when the page has no markers. */
export function withSeparation(page: string, part: Part, table: Table): string {
  const [begin, end] = [beginOf(part), endOf(part)];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no lines "${begin}" and "${end}": add them.`);
  return `${page.slice(0, from + begin.length)}\n${separationLines(table)}\n${page.slice(to)}`;
}
