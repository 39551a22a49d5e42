/** The agent's own measurements: flags of a turn, averages of a scenario and of a run. Never part of a verdict. */
import type { ResponseStats } from '../../conversation.ts';
import type { PerformanceSummary, TurnPerformance } from './schema.ts';

/** Tokens per second under which a turn is flagged `low_throughput`. */
export const LOW_THROUGHPUT = 5;
/** Seconds to the first token over which a turn is flagged `high_latency`. */
export const HIGH_LATENCY_S = 5;
/** Input tokens over which a turn is flagged `token_explosion`. */
export const TOKEN_EXPLOSION = 4000;
/** Tokens, seconds or tokens per second over which a reading is none: sums of such numbers would not stay finite. */
const NO_MEASUREMENT = 1e12;

/** What a scorecard says about speed. Averages are means of the scenarios' averages. */
export interface RunPerformance extends PerformanceSummary {
  readonly scenarios_with_data: number;
}

/** A reading of zero or less is what an agent reports when it measured nothing: shown, but never flagged. */
export function turnPerformance(stats: ResponseStats | null): TurnPerformance {
  const readings = {
    tokens_per_second: finite(stats?.tokens_per_second),
    time_to_first_token: finite(stats?.time_to_first_token),
    input_tokens: finite(stats?.input_tokens),
    output_tokens: finite(stats?.output_tokens),
  };
  const flags: string[] = [];
  if (!hasData(readings)) flags.push('no_stats');
  if (positive(readings.tokens_per_second) && readings.tokens_per_second < LOW_THROUGHPUT) {
    flags.push('low_throughput');
  }
  if ((readings.time_to_first_token ?? 0) > HIGH_LATENCY_S) flags.push('high_latency');
  if ((readings.input_tokens ?? 0) > TOKEN_EXPLOSION) flags.push('token_explosion');
  return { ...readings, flags };
}

/** null when no turn had a reading. Averages leave out zero and negative readings. */
export function performanceSummary(turns: readonly (TurnPerformance | null)[]): PerformanceSummary | null {
  const known = turns.filter((turn) => turn !== null);
  if (!known.some(hasData)) return null;
  return {
    avg_tokens_per_second: mean(
      known.map((turn) => turn.tokens_per_second),
      1,
    ),
    avg_time_to_first_token: mean(
      known.map((turn) => turn.time_to_first_token),
      3,
    ),
    total_input_tokens: total(known.map((turn) => turn.input_tokens)),
    total_output_tokens: total(known.map((turn) => turn.output_tokens)),
    flags: flagsOf(known),
  };
}

/** null when no scenario had data. */
export function runPerformance(
  scenarios: readonly (PerformanceSummary | null | undefined)[],
): RunPerformance | null {
  const known = scenarios.filter((summary) => summary !== null && summary !== undefined);
  if (known.length === 0) return null;
  return {
    avg_tokens_per_second: mean(
      known.map((summary) => summary.avg_tokens_per_second),
      1,
    ),
    avg_time_to_first_token: mean(
      known.map((summary) => summary.avg_time_to_first_token),
      3,
    ),
    total_input_tokens: total(known.map((summary) => summary.total_input_tokens)),
    total_output_tokens: total(known.map((summary) => summary.total_output_tokens)),
    scenarios_with_data: known.length,
    flags: flagsOf(known),
  };
}

type Reading = number | null | undefined;

function finite(reading: Reading): number | null {
  return typeof reading === 'number' && Math.abs(reading) <= NO_MEASUREMENT ? reading : null;
}

function positive(reading: Reading): reading is number {
  return (finite(reading) ?? 0) > 0;
}

function hasData(turn: Omit<TurnPerformance, 'flags'>): boolean {
  return [turn.tokens_per_second, turn.time_to_first_token, turn.input_tokens, turn.output_tokens].some(
    positive,
  );
}

function mean(readings: readonly Reading[], decimals: number): number | null {
  const usable = readings.filter(positive);
  if (usable.length === 0) return null;
  return Number((total(usable) / usable.length).toFixed(decimals));
}

function total(readings: readonly Reading[]): number {
  return readings.filter(positive).reduce((sum, reading) => sum + reading, 0);
}

function flagsOf(parts: readonly { readonly flags: readonly string[] }[]): string[] {
  return [...new Set(parts.flatMap((part) => part.flags))].toSorted();
}
