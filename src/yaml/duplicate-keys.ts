/** Keys that stand twice in a mapping. The parser's own search compares each key with each other one. */
import { isScalar, visit, type Document } from 'yaml';

/** Offsets of all but the first of them, in the order of the text. */
export function duplicateKeys(document: Document.Parsed): readonly number[] {
  const offsets: number[] = [];
  visit(document, {
    Map(_key, node) {
      const seen = new Set<unknown>();
      for (const { key } of node.items) {
        // `<<` merges, and may do so more than once.
        if (!isScalar(key) || key.value === '<<') continue;
        if (seen.has(key.value)) offsets.push(key.range?.[0] ?? 0);
        seen.add(key.value);
      }
    },
  });
  return offsets.toSorted((a, b) => a - b);
}
