/** What a run may spend and has spent: over all its scenarios, their attempts, and the processes that worked on it. */
import {
  createLedger,
  NOTHING_SPENT,
  sumOf,
  type Ledger,
  type Reservation,
  type Spend,
  type Usage,
} from '../../models/ledger.ts';
import type { SpendLog } from './spend-log.ts';

export interface RunFunds {
  /** Waits for calls under way when the bound does not fit. The call's number; rejects as a ledger does. */
  reserve(id: string, upperBoundUsd: number, signal: AbortSignal): Promise<number>;
  settle(call: number, usage: Usage, usd: number): void;
  release(call: number): void;
  /** The scenario has ended: a call whose end nobody told counts in full. */
  ended(id: string): void;
  /** What a scenario has cost in this run so far. */
  spentOn(id: string): Spend;
  /** Why no further scenario can be judged; null when it can. */
  usedUp(): string | null;
}

interface Call {
  readonly id: string;
  readonly bound: number;
  readonly reservation: Reservation;
  readonly late: NodeJS.Timeout;
}

export interface RunFundsOptions {
  /** USD; Infinity for none. */
  readonly limitUsd: number;
  /** null when nothing can be stored. */
  readonly log: SpendLog | null;
  /** Milliseconds after which a call whose worker has died counts in full: others may wait for it. */
  readonly lateMs: number;
}

export function createRunFunds({ limitUsd, log, lateMs }: RunFundsOptions): RunFunds {
  const spent = new Map(log?.before);
  const before = [...spent.values()].reduce(sumOf, NOTHING_SPENT);
  const ledger: Ledger = createLedger(limitUsd, {
    before,
    name: "The run's budget",
    setting: 'AGENT_EVAL_RUN_BUDGET',
  });
  const open = new Map<number, Call>();
  /** The smallest bound that a call of this run had: what is left below it buys nothing. */
  let least = Number.POSITIVE_INFINITY;
  let calls = 0;

  const taken = (number: number): Call | undefined => {
    const call = open.get(number);
    clearTimeout(call?.late);
    open.delete(number);
    return call;
  };
  const settle = (number: number, usage: Usage, usd: number) => {
    const call = taken(number);
    if (call === undefined) return;
    call.reservation.settle(usage, usd);
    spent.set(call.id, sumOf(spent.get(call.id) ?? NOTHING_SPENT, { ...usage, calls: 1, usd }));
    log?.settled(number, usage, usd);
  };
  return {
    async reserve(id, bound, signal) {
      least = Math.min(least, bound);
      const reservation = await ledger.reserve(bound, signal);
      calls += 1;
      const number = log?.reserved(id, bound) ?? calls;
      const late = setTimeout(() => settle(number, NOTHING_SPENT, bound), lateMs).unref();
      open.set(number, { id, bound, reservation, late });
      return number;
    },
    settle,
    release(number) {
      const call = taken(number);
      call?.reservation.release();
      if (call !== undefined) log?.released(number);
    },
    ended(id) {
      for (const [number, call] of open) if (call.id === id) settle(number, NOTHING_SPENT, call.bound);
    },
    spentOn: (id) => spent.get(id) ?? NOTHING_SPENT,
    usedUp() {
      const left = limitUsd - ledger.spent.usd;
      if (left > 0 && (least === Number.POSITIVE_INFINITY || left >= least)) return null;
      return (
        `the run's budget of $${limitUsd.toFixed(2)} is used up: $${ledger.spent.usd.toFixed(4)} spent, attempts and ` +
        'resumed runs included. Raise it (AGENT_EVAL_RUN_BUDGET)'
      );
    },
  };
}
