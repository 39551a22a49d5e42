/** Why two runs, or a scenario of both, cannot be compared: each reason by its own name. Pure. */
import type { DifferenceKind } from '../../gate-settings.ts';
import type { Scorecard } from '../store/scorecard-schema.ts';
import { isJudged, type Entry, type Identity } from './rows.ts';
import { targetName } from './target-name.ts';
import type { Difference } from './types.ts';

export interface Side {
  readonly scorecard: Scorecard;
  readonly entries: readonly Entry[];
}

export interface EntryPair {
  readonly id: string;
  readonly baseline: Entry;
  readonly current: Entry;
}

export interface DifferencesInput {
  readonly baseline: Side;
  readonly current: Side;
  readonly pairs: readonly EntryPair[];
  /** Ids that a run has more than once. */
  readonly duplicates: readonly string[];
  readonly allow: ReadonlySet<string>;
}

/** Of the runs as a whole first, then those of some scenarios, in the order of the kinds. */
export function findDifferences(input: DifferencesInput): Difference[] {
  const { pairs, duplicates, allow } = input;
  const found = [...runDifferences(input), ...pairDifferences(pairs)];
  if (duplicates.length > 0) {
    const verb = duplicates.length === 1 ? 'has' : 'have';
    const message = `${list(duplicates)} ${verb} more than one result in a run; nobody knows which one counts`;
    found.push({ kind: 'duplicate', message, scenarios: duplicates });
  }
  if (pairs.length === 0) {
    found.push({ kind: 'nothing-in-common', message: nothing(input), scenarios: 'all' });
  }
  return found.map((difference) => ({ ...difference, allowed: allow.has(difference.kind) }));
}

type Found = Omit<Difference, 'allowed'>;

function runDifferences({ baseline, current }: DifferencesInput): Found[] {
  const [a, b] = [baseline.scorecard, current.scorecard];
  const partial = [
    ...(a.partial === true ? ['the baseline'] : []),
    ...(b.partial === true ? ['this run'] : []),
  ];
  return [
    ...(isOneTarget(targetOf(a), targetOf(b))
      ? []
      : differs('target', 'the agent that was evaluated', targetOf(a), targetOf(b))),
    ...differs('isolation', 'the isolation of conversations', isolationOf(a), isolationOf(b)),
    ...(partial.length === 0
      ? []
      : [
          {
            kind: 'partial' as const,
            message: `${partial.join(' and ')} had only a part of the scenarios, so the others cannot be told`,
            // What was run is compared; what was not is in `not_run_now` or `not_run_before`.
            scenarios: [],
          },
        ]),
  ];
}

export function targetOf({ config }: Scorecard): string | null {
  return config.target ?? config.backend_url ?? null;
}

const isOneTarget = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && targetName(a) === targetName(b);

/** GAIA's own runner holds one conversation after the other. */
function isolationOf({ config }: Scorecard): string | null {
  return config.isolation ?? (config.judge === undefined ? 'scenario' : null);
}

/** Both silent is no difference: there is nothing to hold against either (and a note says so). */
function differs(kind: DifferenceKind, what: string, a: string | null, b: string | null): Found[] {
  if (a === b) return [];
  return [{ kind, message: `${what} differs: ${says(a)} in the baseline, ${says(b)} now`, scenarios: 'all' }];
}

function says(value: string | null): string {
  return value ?? 'not recorded';
}

const BY_PAIR: readonly (readonly [DifferenceKind, keyof Identity, string])[] = [
  ['judge', 'judge', 'the judge, its prompts or its rules differ'],
  ['dimensions', 'dimensions', 'the judged dimensions differ'],
  ['simulator', 'simulator', 'the simulated user or its prompts differ'],
  ['scenario', 'scenario', "the scenario's text differs"],
  ['corpus', 'corpus', 'a document or a fact of the corpus differs'],
  ['agent-type', 'agentType', 'the agent type differs'],
];

/** A scenario that one run did not judge was judged by nobody: only verdicts need the same measure. */
function pairDifferences(pairs: readonly EntryPair[]): Found[] {
  const judged = pairs.filter(({ baseline, current }) => isJudged(baseline.facts) && isJudged(current.facts));
  return BY_PAIR.flatMap(([kind, key, words]) => {
    const differing = judged.filter(
      ({ baseline, current }) =>
        baseline.identity[key] !== current.identity[key] &&
        // A missing score speaks of nothing, so of nothing else either.
        (kind !== 'dimensions' || (baseline.facts.score !== null && current.facts.score !== null)) &&
        // Not every tool records which agent answered: a note says so.
        (kind !== 'agent-type' || (baseline.identity[key] !== null && current.identity[key] !== null)),
    );
    if (differing.length === 0) return [];
    const values = new Set(
      differing.map(
        ({ baseline, current }) => `${says(baseline.identity[key])} → ${says(current.identity[key])}`,
      ),
    );
    const ids = differing.map(({ id }) => id);
    // Fingerprints of a text tell a person nothing.
    const isText = kind === 'scenario' || kind === 'corpus';
    const silent = isText && [...values].every((value) => value.includes(says(null)));
    const shown = isText
      ? silent
        ? ' (not recorded by one of the runs)'
        : ''
      : `: ${[...values].join('; ')}`;
    const where = differing.length === judged.length ? `all ${judged.length} scenarios` : list(ids);
    return [{ kind, message: `${words} for ${where}${shown}`, scenarios: ids }];
  });
}

function nothing({ baseline, current }: DifferencesInput): string {
  if (baseline.entries.length === 0) return 'the baseline holds no scenario';
  if (current.entries.length === 0) return 'this run holds no scenario';
  return 'the two runs have no scenario in common';
}

const MAX_NAMED = 5;

export function list(ids: readonly string[]): string {
  const more = ids.length - MAX_NAMED;
  return ids.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
