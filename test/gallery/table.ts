/** Scenario × agent, and what it shows. Pure. */

/** P passes, F fails, ? the rules cannot tell; `·`: the agent's fault touches no turn of the scenario. */
export type Mark = 'P' | 'F' | '?' | '·';

export interface Cell {
  readonly mark: Mark;
  /** Why it fails or cannot be told; empty for a pass. */
  readonly reasons: readonly string[];
}

export interface Row {
  readonly scenario: string;
  readonly category: string;
  readonly critical: boolean;
  /** One for each agent, in the table's order. */
  readonly cells: readonly Cell[];
}

export interface Column {
  readonly name: string;
  /** null: an oracle. */
  readonly fault: string | null;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** Least share of the scenarios that each wording of the oracle passes: 50 of 54. */
export const ORACLE_PASSES = 50 / 54;
/** Beyond the core half of them: sums of several figures are for a judge that reads. */
export const ORACLE_PASSES_BEYOND = 0.5;
/** Least share of the scenarios that its fault touches in which a bad agent fails. */
export const BAD_FAILS = 0.9;
/** Least number of bad agents that fail a scenario. */
export const FAILED_BY = 2;

export interface Count {
  readonly column: Column;
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly undecided: readonly string[];
  /** How many scenarios the fault touches; for an oracle all. */
  readonly touched: number;
}

export function countColumn({ columns, rows }: Table, at: number): Count {
  const column = columns[at];
  if (column === undefined) throw new Error(`the table has no column ${at}`);
  const marked = (mark: Mark) =>
    rows.filter(({ cells }) => cells[at]?.mark === mark).map(({ scenario }) => scenario);
  const [passed, failed, undecided] = [marked('P'), marked('F'), marked('?')];
  return { column, passed, failed, undecided, touched: passed.length + failed.length + undecided.length };
}

export interface Separation {
  readonly scenario: string;
  /** Names of the bad agents that fail it, that pass it, and of which the rules cannot tell. */
  readonly failed: readonly string[];
  readonly passed: readonly string[];
  readonly undecided: readonly string[];
}

/** What a scenario tells apart. */
export function separationOf({ columns }: Table, { scenario, cells }: Row): Separation {
  const named = (mark: Mark) =>
    columns.flatMap(({ name, fault }, at) => (fault !== null && cells[at]?.mark === mark ? [name] : []));
  return { scenario, failed: named('F'), passed: named('P'), undecided: named('?') };
}

/** Every aim that is missed, in words; empty when the benchmark holds. */
export function missedAims(table: Table, oraclePasses = ORACLE_PASSES): string[] {
  const critical = new Set(table.rows.filter((row) => row.critical).map(({ scenario }) => scenario));
  const ofColumns = table.columns.flatMap((column, at) => {
    const count = countColumn(table, at);
    return column.fault === null ? oracleAims(count, oraclePasses) : badAims(count, critical);
  });
  const ofRows = table.rows.flatMap((row) => {
    const { failed } = separationOf(table, row);
    if (failed.length >= FAILED_BY) return [];
    return [`${row.scenario} is failed by ${failed.length} of the bad agents, not by ${FAILED_BY} or more`];
  });
  return [...ofColumns, ...ofRows];
}

function oracleAims({ column, passed, failed, touched }: Count, share: number): string[] {
  const least = Math.ceil(share * touched);
  return [
    ...(passed.length < least
      ? [`${column.name} passes ${passed.length} scenarios, not ${least} or more`]
      : []),
    ...(failed.length > 0 ? [`${column.name} fails ${failed.join(', ')}`] : []),
  ];
}

function badAims({ column, passed, failed, touched }: Count, critical: ReadonlySet<string>): string[] {
  const let_through = passed.filter((scenario) => critical.has(scenario));
  return [
    ...(failed.length < BAD_FAILS * touched
      ? [
          `${column.name} fails ${failed.length} of the ${touched} scenarios that its fault touches, not ${BAD_FAILS * 100} %`,
        ]
      : []),
    ...(let_through.length > 0
      ? [`${column.name} passes ${let_through.join(', ')}, which are critical`]
      : []),
  ];
}

/** Scenarios that all agents pass, and scenarios that none passes: they tell nobody apart. */
export function uniform({ rows }: Table): { all: string[]; none: string[] } {
  const those = (test: (marks: readonly Mark[]) => boolean) =>
    rows
      .filter(({ cells }) => test(cells.map(({ mark }) => mark).filter((mark) => mark !== '·')))
      .map(({ scenario }) => scenario);
  return {
    all: those((marks) => marks.every((mark) => mark === 'P')),
    none: those((marks) => !marks.includes('P')),
  };
}

/**
 * For each category the mean correlation (phi) between its scenarios over all agents, a pass counting 1 and all else 0.
 * An agent whose fault does not touch a scenario answers it as the oracle, and counts as a pass. null: no pair has one.
 */
export function correlations({ rows }: Table): Map<string, number | null> {
  const categories = [...new Set(rows.map(({ category }) => category))];
  return new Map(
    categories.map((category) => [
      category,
      meanCorrelation(rows.filter((row) => row.category === category)),
    ]),
  );
}

function meanCorrelation(rows: readonly Row[]): number | null {
  const vectors = rows.map(({ cells }) => cells.map(({ mark }) => (mark === 'P' || mark === '·' ? 1 : 0)));
  const pairs = vectors.flatMap((a, at) => vectors.slice(at + 1).map((b) => pearson(a, b)));
  const known = pairs.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function pearson(a: readonly number[], b: readonly number[]): number | null {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const covariance = mean(a.map((value, at) => (value - meanA) * ((b[at] ?? 0) - meanB)));
  const spread = Math.sqrt(mean(a.map((v) => (v - meanA) ** 2)) * mean(b.map((v) => (v - meanB) ** 2)));
  return spread === 0 ? null : covariance / spread;
}
