/**
 * What LLM calls cost, in US dollars: reserved by an upper bound before a call, settled by its usage after it.
 * Correct under concurrent calls, because reserving is synchronous.
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

export interface Ledger {
  /** Throws {@link BudgetExceededError} when spent + reserved + `upperBoundUsd` would exceed the limit. */
  reserve(upperBoundUsd: number): Reservation;
  readonly spent: Spend;
  /** What calls under way may still cost, at most. */
  readonly reservedUsd: number;
  readonly limitUsd: number;
}

/**
 * @param limitUsd US dollars, 0 or more; `Infinity` for no limit.
 * @throws RangeError when the limit is negative or not a number.
 */
export function createLedger(limitUsd: number): Ledger {
  if (!(limitUsd >= 0)) {
    throw new RangeError(`A budget must be 0 or more US dollars, not ${limitUsd}.`);
  }
  // Summed when asked instead of counted up and down: floating-point rests would add up below zero.
  const open = new Set<{ readonly usd: number }>();
  let spent: Spend = {
    calls: 0,
    usd: 0,
    input_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 0,
  };
  const reservedUsd = (): number => [...open].reduce((sum, { usd }) => sum + usd, 0);

  return {
    limitUsd,
    get spent() {
      return spent;
    },
    get reservedUsd() {
      return reservedUsd();
    },
    reserve(upperBoundUsd) {
      if (!(upperBoundUsd >= 0)) {
        throw new RangeError(`A reservation must be 0 or more US dollars, not ${upperBoundUsd}.`);
      }
      const reserved = reservedUsd();
      if (spent.usd + reserved + upperBoundUsd > limitUsd) {
        throw new BudgetExceededError(exceeded(limitUsd, spent.usd, reserved, upperBoundUsd));
      }
      const entry = { usd: upperBoundUsd };
      open.add(entry);
      return {
        settle(usage, usd) {
          if (open.delete(entry)) spent = booked(spent, usage, usd);
        },
        release() {
          open.delete(entry);
        },
      };
    },
  };
}

function booked(spent: Spend, usage: Usage, usd: number): Spend {
  return {
    calls: spent.calls + 1,
    usd: spent.usd + usd,
    input_tokens: spent.input_tokens + usage.input_tokens,
    cache_creation_input_tokens: spent.cache_creation_input_tokens + usage.cache_creation_input_tokens,
    cache_read_input_tokens: spent.cache_read_input_tokens + usage.cache_read_input_tokens,
    output_tokens: spent.output_tokens + usage.output_tokens,
  };
}

const usd = (value: number): string => `$${value.toFixed(4)}`;

function exceeded(limit: number, spent: number, reserved: number, next: number): string {
  return (
    `The LLM budget of ${usd(limit)} does not allow the next call: ${usd(spent)} spent, ` +
    `${usd(reserved)} reserved by calls under way, and the next may cost up to ${usd(next)}. ` +
    'Raise the budget (AGENT_EVAL_BUDGET) or choose a cheaper model (AGENT_EVAL_MODEL).'
  );
}
