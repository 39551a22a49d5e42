/** Which shards of a merged run left nothing behind. Pure. */

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** Indices of the shards that no result comes from, by what the results say of the number of shards. */
export function missingShards(seen: readonly (Shard | null)[]): readonly number[] {
  const known = seen.filter((shard) => shard !== null);
  const count = Math.max(0, ...known.map((shard) => shard.count));
  const there = new Set(known.map(({ index }) => index));
  return Array.from({ length: count }, (_, at) => at + 1).filter((index) => !there.has(index));
}

/** null when none is missing. */
export function missingShardsWarning(seen: readonly (Shard | null)[]): string | null {
  const missing = missingShards(seen);
  if (missing.length === 0) return null;
  const count = Math.max(...seen.map((shard) => shard?.count ?? 0));
  return (
    `Of ${count} shards ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing, so this is no whole run. ` +
    'Put the blob reports of all shards into one folder and merge again.'
  );
}
