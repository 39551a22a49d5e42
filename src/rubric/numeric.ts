/** The numeric ceilings on correctness. Source: the benchmark's rubric, docs/rubric.md. */

const TABLE: readonly (readonly [number, number])[] = [
  [0.01, 10],
  [0.05, 8],
  [0.15, 4],
  [0.5, 1],
];

/**
 * The highest correctness for a value this far off (0.05 = 5 %).
 * The table is for values the answer marks as approximate; one stated as fact and more than 5 % off is wrong.
 */
export function numericCeiling(deviation: number, isApproximate: boolean): number {
  if (!isApproximate && deviation > 0.05) return 0;
  for (const [limit, ceiling] of TABLE) if (deviation <= limit) return ceiling;
  return 0;
}
