/**
 * Distributions over whole numbers, built up from the logarithms of their ratios so that nothing overflows.
 */

/**
 * Probabilities that add up to 1, from weights of which only each one's ratio to the last is known.
 * @param ratios weight k + 1 divided by weight k, each finite and above 0
 */
export function fromRatios(ratios: readonly number[]): number[] {
  const logs = [0];
  for (const ratio of ratios) {
    logs.push((logs.at(-1) ?? 0) + Math.log(ratio));
  }
  const largest = logs.reduce((most, log) => Math.max(most, log), -Infinity);
  const weights = logs.map((log) => Math.exp(log - largest));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** The chances of 0 to n successes in n trials; `chance` from 0 to 1. */
export function binomial(n: number, chance: number): number[] {
  if (chance === 0 || chance === 1) {
    return Array.from({ length: n + 1 }, (_, k) => (k === n * chance ? 1 : 0));
  }
  const odds = chance / (1 - chance);
  return fromRatios(Array.from({ length: n }, (_, k) => ((n - k) / (k + 1)) * odds));
}
