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
  /** A number, a truth value or a null as it is written: `3.10`, `~`, and nothing at all. null for anything else. */
  written(path: ValuePath): string | null;
}

export const START: Position = { line: 1, column: 1 };

/** For a file that could not be read as YAML at all. */
export const NO_POSITIONS: Positions = { at: () => START, written: () => null };

/**
 * Positions of a parsed document's `contents`. The document itself is not kept: a run holds thousands of scenarios, and
 * its nodes take several times what is needed to find a place.
 */
export function positionsOf(contents: Node | null, lines: LineCounter): Positions {
  const root = placeOf(contents, offsetOf(contents));
  const position = (offset: number | undefined): Position | null => {
    if (offset === undefined) return null;
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  return {
    written(path) {
      let place: Place | null = root;
      for (const key of path) place = place && descend(place, key);
      return place?.written ?? null;
    },
    at(path) {
      let place = root;
      let found = position(root.offset) ?? START;
      for (const key of path) {
        const step = descend(place, key);
        if (step === null) break;
        found = position(step.offset) ?? found;
        place = step;
      }
      return found;
    },
  };
}

/** Where a value begins, and what is in it: `keys` of a mapping; null for a list. */
interface Place {
  readonly offset: number | undefined;
  readonly written?: string;
  readonly inside: {
    readonly keys: readonly (string | null)[] | null;
    readonly places: readonly Place[];
  } | null;
}

function placeOf(node: unknown, offset: number | undefined): Place {
  if (isSeq(node)) {
    const places = node.items.map((item) => placeOf(isPair(item) ? item.value : item, offsetOf(item)));
    return { offset, inside: { keys: null, places } };
  }
  if (isScalar(node) && typeof node.value !== 'string' && node.source !== undefined)
    return { offset, inside: null, written: node.source };
  if (!isMap(node)) return { offset, inside: null };
  const keys = node.items.map(keyOf);
  return { offset, inside: { keys, places: node.items.map((pair) => placeOf(pair.value, offsetOf(pair))) } };
}

function descend({ inside }: Place, key: string | number): Place | null {
  if (inside === null) return null;
  const index = inside.keys === null ? Number(key) : inside.keys.indexOf(String(key));
  return inside.places[index] ?? null;
}

function keyOf(pair: Pair): string | null {
  return isScalar(pair.key) ? String(pair.key.value) : null;
}

function offsetOf(node: unknown): number | undefined {
  if (isPair(node)) return offsetOf(node.key) ?? offsetOf(node.value);
  return isScalar(node) || isMap(node) || isSeq(node) ? (node.range?.[0] ?? undefined) : undefined;
}
