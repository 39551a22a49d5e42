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

export class BudgetExceededError extends Error {
  override readonly name = 'BudgetExceededError';
}

/** One reservation: settle it with what the call really cost, or release it when it cost nothing. */
export interface Reservation {
  settle(usage: Usage, usd: number): void;
  release(): void;
}

export interface Ledger {
  /** Throws {@link BudgetExceededError} when spent + reserved + `upperBoundUsd` would exceed the limit. */
  reserve(upperBoundUsd: number): Reservation;
  readonly spent: Spend;
  readonly limitUsd: number;
}
