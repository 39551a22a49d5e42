/**
 * What LLM calls cost, in US dollars: reserved by an upper bound before a call, settled by its usage after it. Bounds are
 * far above the cost, so a reservation that does not fit waits for the calls under way to settle. It is refused only when
 * none is.
 */

/** Tokens of one or more calls, as the API counts them. */
export interface Usage {
  /** Uncached. */
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly output_tokens: number;
}

export interface Spend extends Usage {
  readonly calls: number;
  readonly usd: number;
}

export const NOTHING_SPENT: Spend = {
  calls: 0,
  usd: 0,
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
};

/** The next call could cost more than what is left. Thrown before the call, so nothing of it is spent. */
export class BudgetExceededError extends Error {
  override readonly name = 'BudgetExceededError';
}

/**
 * One reservation: settle it with what the call really cost, or release it when it cost nothing.
 * The first of these calls decides; any later one does nothing, so that no call is booked twice.
 */
export interface Reservation {
  settle(usage: Usage, usd: number): void;
  release(): void;
}

/** Whom a reservation is asked of. */
export interface Funds {
  /**
   * Waits while spent + reserved + `upperBoundUsd` would exceed the limit, first come, first served. Rejects with
   * {@link BudgetExceededError} when it would do so even with no call under way, with the signal's reason when it aborts.
   */
  reserve(upperBoundUsd: number, signal?: AbortSignal): Promise<Reservation>;
}

export interface Ledger extends Funds {
  readonly spent: Spend;
  /** What calls under way may still cost, at most. */
  readonly reservedUsd: number;
  readonly limitUsd: number;
}

export interface LedgerOptions {
  /** What was spent before, of the same budget. */
  readonly before?: Spend;
  /** Another budget that the same calls are paid from. */
  readonly also?: Funds;
  /** What the budget is called, and by which setting it is raised. */
  readonly name?: string;
  readonly setting?: string;
}

interface Waiting {
  readonly usd: number;
  readonly grant: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * @param limitUsd US dollars, 0 or more; `Infinity` for no limit.
 * @throws RangeError when the limit is negative or not a number.
 */
export function createLedger(limitUsd: number, options: LedgerOptions = {}): Ledger {
  if (!(limitUsd >= 0)) throw new RangeError(`A budget must be 0 or more US dollars, not ${limitUsd}.`);
  const { before = NOTHING_SPENT, also, name = 'The LLM budget', setting = 'AGENT_EVAL_BUDGET' } = options;
  // Summed when asked instead of counted up and down: floating-point rests would add up below zero.
  const open = new Set<{ readonly usd: number }>();
  const line: Waiting[] = [];
  let spent = before;
  const reservedUsd = (): number => [...open].reduce((sum, { usd }) => sum + usd, 0);

  const serve = (): void => {
    for (;;) {
      const [first] = line;
      if (first === undefined) return;
      const fits = spent.usd + reservedUsd() + first.usd <= limitUsd;
      if (!fits && open.size > 0) return;
      line.shift();
      if (fits) first.grant();
      else
        first.refuse(new BudgetExceededError(exceeded({ name, setting, limitUsd, spent, next: first.usd })));
    }
  };
  const turn = (usd: number, signal: AbortSignal | undefined): Promise<Reservation> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(waiting), 1);
        reject(toError(signal?.reason));
        serve();
      };
      const waiting: Waiting = {
        usd,
        grant() {
          signal?.removeEventListener('abort', leave);
          resolve(opened(usd));
        },
        refuse(error) {
          signal?.removeEventListener('abort', leave);
          reject(error);
        },
      };
      line.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
      serve();
    });
  const opened = (usd: number): Reservation => {
    const entry = { usd };
    open.add(entry);
    return {
      settle(usage, cost) {
        if (!open.delete(entry)) return;
        spent = sumOf(spent, { ...usage, calls: 1, usd: cost });
        serve();
      },
      release() {
        if (open.delete(entry)) serve();
      },
    };
  };

  return {
    limitUsd,
    get spent() {
      return spent;
    },
    get reservedUsd() {
      return reservedUsd();
    },
    async reserve(upperBoundUsd, signal) {
      if (!(upperBoundUsd >= 0)) {
        throw new RangeError(`A reservation must be 0 or more US dollars, not ${upperBoundUsd}.`);
      }
      signal?.throwIfAborted();
      const own = await turn(upperBoundUsd, signal);
      return also === undefined ? own : await both(own, also.reserve(upperBoundUsd, signal));
    },
  };
}

/** The second is asked for while the first is held: whoever holds both settles by itself, so nobody waits in a circle. */
async function both(own: Reservation, asked: Promise<Reservation>): Promise<Reservation> {
  let other: Reservation;
  try {
    other = await asked;
  } catch (error) {
    own.release();
    throw error;
  }
  return {
    settle(usage, usd) {
      own.settle(usage, usd);
      other.settle(usage, usd);
    },
    release() {
      own.release();
      other.release();
    },
  };
}

export function sumOf(a: Spend, b: Spend): Spend {
  return {
    calls: a.calls + b.calls,
    usd: a.usd + b.usd,
    input_tokens: a.input_tokens + b.input_tokens,
    cache_creation_input_tokens: a.cache_creation_input_tokens + b.cache_creation_input_tokens,
    cache_read_input_tokens: a.cache_read_input_tokens + b.cache_read_input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
  };
}

const dollars = (value: number): string => `$${value.toFixed(4)}`;

function exceeded(facts: {
  readonly name: string;
  readonly setting: string;
  readonly limitUsd: number;
  readonly spent: Spend;
  readonly next: number;
}): string {
  const { name, setting, limitUsd, spent, next } = facts;
  return (
    `${name} of ${dollars(limitUsd)} does not allow the next call: ${dollars(spent.usd)} spent, and the next may cost ` +
    `up to ${dollars(next)}. Raise the budget (${setting}) or choose a cheaper model (AGENT_EVAL_MODEL).`
  );
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
