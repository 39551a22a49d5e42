/** "Did you mean …?": the known word that a mistyped one is closest to. */

/** More edits than this are another word, not a slip. */
export const MAX_EDITS = 2;

/** The known key within two edits of `key` (one for keys of three letters or fewer), the nearest first; or null. */
export function nearestKey(key: string, known: readonly string[]): string | null {
  const word = key.toLowerCase();
  let best: string | null = null;
  let fewest = (word.length <= 3 ? 1 : MAX_EDITS) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= fewest) continue;
    const edits = editDistance(word, candidate.toLowerCase());
    if (edits < fewest) {
      best = candidate;
      fewest = edits;
    }
  }
  return best;
}

/**
 * Edits (insert, delete, replace, swap of neighbours) that turn one word into the other:
 * the optimal string alignment distance.
 */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
