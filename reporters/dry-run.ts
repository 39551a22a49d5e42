/** A dry run in words: what would run, how many calls, what they may cost. Pure. */
/** What a scenario would take. */
export interface EstimatedScenario {
  readonly turns: number;
  readonly documents: number;
  readonly calls: number;
  /** US dollars that can't be exceeded. */
  readonly atMostUsd: number;
  /** US dollars with answers of usual length. */
  readonly aboutUsd: number;
}

export interface DryRun {
  readonly scenarios: readonly EstimatedScenario[];
  /** Scenarios that could not be estimated: broken files, a model without a price. */
  readonly failed: number;
  readonly target: string;
  readonly judge: string;
  /** US dollars for the whole run; null without a cap. */
  readonly runBudget: number | null;
}

/** The note of a scenario that was not run. */
export function dryRunNote({ turns, documents, calls, atMostUsd, aboutUsd }: EstimatedScenario): string {
  const cost =
    calls === 0 ? 'no LLM call' : `up to ${counted(calls, 'LLM call')}, ${costWords(aboutUsd, atMostUsd)}`;
  return `dry run: ${counted(turns, 'turn')}, ${counted(documents, 'document')}, ${cost}`;
}

export function dryRunSummary({ scenarios, failed, target, judge, runBudget }: DryRun): string {
  const sum = (count: (estimate: EstimatedScenario) => number) =>
    scenarios.reduce((total, estimate) => total + count(estimate), 0);
  const calls = sum((each) => each.calls);
  const most = Math.min(
    runBudget ?? Number.POSITIVE_INFINITY,
    sum((each) => each.atMostUsd),
  );
  const about = Math.min(
    most,
    sum((each) => each.aboutUsd),
  );
  return [
    'Dry run: nothing was sent to the agent or to a model, and no results were written',
    `Would run  ${counted(scenarios.length, 'scenario')}, ${counted(
      sum((each) => each.turns),
      'turn',
    )}, ` +
      `${counted(
        sum((each) => each.documents),
        'document',
      )} to index`,
    `Target     ${target}`,
    `Judge      ${judge}`,
    `LLM        ${calls === 0 ? 'no call, so no cost' : `up to ${counted(calls, 'call')}, ${costWords(about, most)}`}`,
    ...(failed === 0 ? [] : [`Not told   ${counted(failed, 'scenario')}: see the errors above`]),
  ].join('\n');
}

function costWords(about: number, most: number): string {
  return most === 0 ? 'free of charge' : `about $${about.toFixed(2)}, never more than $${most.toFixed(2)}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
