/** What a scenario is told when it begins, and tells when it ends. */
import { messageOf } from '../../message-of.ts';
import { JUDGED_STATUSES } from '../../rubric/verdict-types.ts';
import type { Settings } from '../../settings.ts';
import type { Breaker } from '../breaker.ts';
import type { Entry } from './entry.ts';
import type { Readiness, RunFacts, ScenarioEnd } from './protocol.ts';
import { createRunFunds, type RunFunds } from './run-funds.ts';
import type { RunStore } from './run-store.ts';
import type { UnderWay } from './under-way.ts';

export interface ScenarioCalls {
  begin(input: { readonly id: string; readonly documents: readonly string[] }): Promise<RunFacts>;
  ended(end: ScenarioEnd): Promise<void>;
  /** Known from the first scenario on. */
  funds(): RunFunds;
  /** The readiness as far as it was asked for; null before. */
  readiness(): Readiness | null;
  /** A new run. */
  reset(): void;
}

export interface ScenarioCallsOptions {
  readonly settings: Pick<Settings, 'runBudget' | 'judgeTimeout'>;
  readonly store: Pick<RunStore, 'soFar' | 'record'>;
  readonly breaker: Breaker;
  readonly underWay: UnderWay;
  /** Once a run. */
  readonly enter: () => Promise<Entry>;
  /** Writes the corpus documents of these ids that are generated and not there yet. */
  readonly prepareDocuments: (ids: readonly string[]) => Promise<unknown>;
}

/** Milliseconds after the judge's own time-out: then nobody works on the call any more. */
const LATE_MS = 60_000;

export function createScenarioCalls(options: ScenarioCallsOptions): ScenarioCalls {
  const { settings, store, breaker, underWay } = options;
  const prepare = oneAfterTheOther(options.prepareDocuments);
  let readiness: Readiness | null = null;
  /** Why results can't be stored any more. */
  let unstorable: string | null = null;
  let funds: RunFunds | null = null;
  const fundsNow = () =>
    (funds ??= createRunFunds({
      limitUsd: settings.runBudget ?? Number.POSITIVE_INFINITY,
      log: store.soFar()?.spend ?? null,
      lateMs: settings.judgeTimeout * 1000 + LATE_MS,
    }));

  /** Asked again before each conversation: what was fine at the start may have broken down since. */
  const mayGoOn = (id: string): Readiness => {
    const problem = breaker.refusal(id) ?? unstorable;
    if (problem !== null) return { ok: false, status: 'INFRA_ERROR', message: problem };
    const usedUp = fundsNow().usedUp();
    return usedUp === null ? { ok: true } : { ok: false, status: 'BUDGET_EXCEEDED', message: usedUp };
  };

  return {
    async begin({ id, documents }) {
      const [found] = await Promise.all([options.enter(), prepare(documents)]);
      const run = store.soFar();
      ({ readiness } = found);
      underWay.begin(id);
      return {
        runId: run?.runId ?? 'run_not_stored',
        directory: run?.directory ?? null,
        resumed: run?.resumed ?? false,
        readiness: readiness.ok ? mayGoOn(id) : readiness,
        spentBefore: fundsNow().spentOn(id),
        agentModel: found.agentModel,
        build: found.build,
        lacks: found.lacks,
      };
    },
    async ended({ id, status, unstored, outage, message }) {
      fundsNow().ended(id);
      const judged = JUDGED_STATUSES.some((each) => each === status);
      breaker.ended({ id, outage, judged, message });
      unstorable ??= unstored;
      if (unstored === null) {
        await store.record(id, status).catch((error: unknown) => {
          unstorable ??= messageOf(error);
        });
      }
      underWay.end(id);
    },
    funds: fundsNow,
    readiness: () =>
      unstorable === null ? readiness : { ok: false, status: 'INFRA_ERROR', message: unstorable },
    reset() {
      readiness = null;
      unstorable = null;
      funds = null;
      breaker.reset();
      underWay.reset();
    },
  };
}

/** Two scenarios that share a document must not both write it. */
function oneAfterTheOther(
  write: (ids: readonly string[]) => Promise<unknown>,
): (ids: readonly string[]) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return (ids) => {
    if (ids.length === 0) return Promise.resolve();
    last = last.catch(() => {}).then(() => write(ids));
    return last;
  };
}
