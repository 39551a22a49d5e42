/** From a path in a YAML (or JSON) value to the line and column where it is written. */
import { isMap, isPair, isScalar, isSeq, type LineCounter, type Node, type Pair } from 'yaml';
import type { Position } from './problem.ts';

export type ValuePath = readonly (string | number)[];

export interface Positions {
  /**
   * Where the value at this path begins; for a value in a mapping, where its key begins.
   * What is not written gives its nearest parent, an empty file line 1, column 1.
   */
  at(path: ValuePath): Position;
}

export const START: Position = { line: 1, column: 1 };

/** For a file that could not be read as YAML at all. */
export const NO_POSITIONS: Positions = { at: () => START };

/** Positions of a parsed document's `contents`. */
export function positionsOf(contents: Node | null, lines: LineCounter): Positions {
  const position = (offset: number | undefined): Position | null => {
    if (offset === undefined) return null;
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  return {
    at(path) {
      let node: unknown = contents;
      let found = position(offsetOf(contents)) ?? START;
      for (const key of path) {
        const step = descend(node, key);
        if (step === null) break;
        found = position(step.offset) ?? found;
        node = step.node;
      }
      return found;
    },
  };
}

interface Step {
  readonly node: unknown;
  readonly offset: number | undefined;
}

function descend(node: unknown, key: string | number): Step | null {
  if (isSeq(node)) {
    const item: unknown = node.items[Number(key)];
    return item === undefined ? null : { node: isPair(item) ? item.value : item, offset: offsetOf(item) };
  }
  if (!isMap(node)) return null;
  const pair = node.items.find((entry) => keyOf(entry) === String(key));
  return pair === undefined ? null : { node: pair.value, offset: offsetOf(pair) };
}

function keyOf(pair: Pair): string | null {
  return isScalar(pair.key) ? String(pair.key.value) : null;
}

function offsetOf(node: unknown): number | undefined {
  if (isPair(node)) return offsetOf(node.key) ?? offsetOf(node.value);
  return isScalar(node) || isMap(node) || isSeq(node) ? (node.range?.[0] ?? undefined) : undefined;
}
