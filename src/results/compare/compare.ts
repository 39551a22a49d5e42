/** Two scorecards → what got better, what got worse, and what cannot be told. Pure. */
import type { Allowance } from '../../gate-settings.ts';
import type { Scorecard } from '../store/scorecard-schema.ts';
import { findDifferences, targetOf, type EntryPair, type Side } from './differences.ts';
import { loneOf, pairLists, pairOf } from './lists.ts';
import { pairedRates, pairedTotals, ratesByCategory } from './rates.ts';
import { entriesOf, isJudged, judgeOf, type Entry } from './rows.ts';
import type { Comparison, Lists, Lone, RunFacts } from './types.ts';

export type { Comparison, Pair } from './types.ts';

export interface CompareOptions {
  /** Differences to accept: their scenarios are compared although they differ. */
  readonly allow?: readonly Allowance[];
}

/**
 * Either side may be ours or AMD GAIA's. Nothing is read from the summaries: counts and rates are taken from the
 * rows that both runs judged by the same measure. A difference that is not allowed takes the scenarios it concerns
 * out of every list; `differences` says which and why.
 */
export function compareScorecards(
  baseline: Scorecard,
  current: Scorecard,
  { allow = [] }: CompareOptions = {},
): Comparison {
  const before: Side = { scorecard: baseline, entries: entriesOf(baseline) };
  const now: Side = { scorecard: current, entries: entriesOf(current) };
  const duplicates = [...new Set([...repeated(before.entries), ...repeated(now.entries)])].toSorted();
  const clear = (entries: readonly Entry[]) => entries.filter(({ id }) => !duplicates.includes(id));
  const [a, b] = [byId(clear(before.entries)), byId(clear(now.entries))];
  const pairs = [...a.values()].flatMap((entry): EntryPair[] => {
    const other = b.get(entry.id);
    return other === undefined ? [] : [{ id: entry.id, baseline: entry, current: other }];
  });
  const differences = findDifferences({
    baseline: before,
    current: now,
    pairs,
    duplicates,
    allow: new Set(allow),
  });
  const excluded = excludedIds(pairs, differences);
  const compared = pairs
    .filter(({ id }) => !excluded.has(id))
    .map((pair) => pairOf(pair.baseline, pair.current));
  const found = pairLists(compared);
  const named = new Set(Object.values(found).flatMap((list) => list.map(({ scenario_id }) => scenario_id)));
  return {
    baseline: runFacts(before),
    current: runFacts(now),
    differences,
    notes: notes(before, now, pairs),
    compared: compared.length,
    unchanged: compared.length - named.size,
    excluded: [...excluded].toSorted(),
    lists: { ...found, ...loneLists(a, b, baseline, current) },
    paired: pairedRates(compared),
    categories: ratesByCategory(compared),
    totals: pairedTotals(compared),
  };
}

/** Nothing to tell: no difference, and every list empty. */
export function isUneventful({ differences, lists }: Comparison): boolean {
  return differences.length === 0 && Object.values(lists).every((list) => list.length === 0);
}

function repeated(entries: readonly Entry[]): string[] {
  const seen = new Set<string>();
  return entries.flatMap(({ id }) => {
    if (seen.has(id)) return [id];
    seen.add(id);
    return [];
  });
}

function byId(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

function excludedIds(
  pairs: readonly EntryPair[],
  differences: Comparison['differences'],
): ReadonlySet<string> {
  const barring = differences.filter(({ allowed }) => !allowed);
  if (barring.some(({ scenarios }) => scenarios === 'all')) return new Set(pairs.map(({ id }) => id));
  const ids = new Set(barring.flatMap(({ scenarios }) => scenarios));
  return new Set(pairs.map(({ id }) => id).filter((id) => ids.has(id)));
}

/** What a partial run left out has not vanished: it was not asked. What there is no more has. */
function loneLists(
  a: ReadonlyMap<string, Entry>,
  b: ReadonlyMap<string, Entry>,
  baseline: Scorecard,
  current: Scorecard,
): Pick<Lists, 'vanished' | 'appeared' | 'not_run_now' | 'not_run_before'> {
  const gone = [...a.values()].filter(({ id }) => !b.has(id)).map(loneOf);
  const fresh = [...b.values()].filter(({ id }) => !a.has(id)).map(loneOf);
  const { partial, left_out: leftOut } = current;
  const wasLeftOut = ({ scenario_id }: Lone) => partial === true && leftOut?.includes(scenario_id) !== false;
  return {
    vanished: gone.filter((lone) => !wasLeftOut(lone)),
    not_run_now: gone.filter(wasLeftOut),
    appeared: baseline.partial === true ? [] : fresh,
    not_run_before: baseline.partial === true ? fresh : [],
  };
}

function runFacts({ scorecard, entries }: Side): RunFacts {
  const judged = entries.filter(({ facts }) => isJudged(facts));
  const judges = new Set(judged.map(({ identity }) => identity.judge).filter((judge) => judge !== null));
  const models = judged.map(({ agentModel }) => agentModel).filter((model) => model !== null);
  return {
    run_id: scorecard.run_id,
    timestamp: scorecard.timestamp,
    judge: [...judges].toSorted().join(' and ') || (judgeOf(scorecard.config) ?? 'not recorded'),
    target: targetOf(scorecard),
    agent_type: scorecard.config.agent_type ?? null,
    agent_models: [...new Set(models)].toSorted(),
    partial: scorecard.partial === true,
    scenarios: entries.length,
  };
}

const isRecordedOnce = (a: Entry['identity'], b: Entry['identity']): boolean =>
  (a.agentType === null) !== (b.agentType === null);

function notes(before: Side, now: Side, pairs: readonly EntryPair[]): string[] {
  const found: string[] = [];
  const silent = (key: 'scenario' | 'corpus') =>
    pairs.some(
      ({ baseline, current }) =>
        isJudged(baseline.facts) &&
        isJudged(current.facts) &&
        baseline.identity[key] === null &&
        current.identity[key] === null,
    );
  if (silent('scenario'))
    found.push('neither run recorded the text of its scenarios; it is taken to be the same');
  if (silent('corpus'))
    found.push('neither run recorded the text of its documents; it is taken to be the same');
  if (pairs.some(({ baseline, current }) => isRecordedOnce(baseline.identity, current.identity)))
    found.push('only one of the runs recorded the agent type; it is taken to be the same');
  const [a, b] = [runFacts(before).agent_models.join(', '), runFacts(now).agent_models.join(', ')];
  if (a !== b) found.push(`the agent's model changed: ${a || 'not recorded'} → ${b || 'not recorded'}`);
  for (const [side, name] of [
    [before, 'the baseline'],
    [now, 'this run'],
  ] as const) {
    const ids = side.entries
      .filter(({ facts }) => facts.status === 'PASS' && facts.state === 'none')
      .map(({ id }) => id);
    if (ids.length > 0)
      found.push(`${name} has PASS without a score, which is no verdict: ${ids.join(', ')}`);
  }
  return found;
}
