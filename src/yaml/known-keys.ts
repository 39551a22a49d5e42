/** Keys a schema does not know, and keys with nothing behind them, taken out of a value before it is validated. */
import { z } from 'zod';
import { nearestKey } from '../nearest-key.ts';
import type { ValuePath } from './positions.ts';

export interface UnknownKey {
  readonly path: ValuePath;
  readonly key: string;
  /** The known key it is likely a slip of; null when it is no slip. */
  readonly suggestion: string | null;
}

export interface Pruned {
  /**
   * A copy without the unknown keys, and without nulls where a key may be left out. A slip stands under the key it
   * was likely meant for, so that one slip is one error and not also a missing key.
   */
  readonly value: unknown;
  readonly unknown: readonly UnknownKey[];
}

/** The part of JSON Schema that this walk reads. */
const nodeSchema = z.object({
  type: z.unknown().optional(),
  get properties() {
    return z.record(z.string(), nodeSchema).optional();
  },
  required: z.array(z.string()).optional(),
  get items() {
    return nodeSchema.optional();
  },
  get anyOf() {
    return z.array(nodeSchema).optional();
  },
});
type Node = z.infer<typeof nodeSchema>;

const nodes = new WeakMap<z.ZodType, Node>();

export interface PruneOptions {
  /** Mappings in which an empty key is kept, so that it becomes an error instead of silently nothing. */
  readonly keepNullIn?: readonly string[];
  /** Is nothing written there? A written null is a value where null may stand. Default: never. */
  readonly isBlank?: (path: ValuePath) => boolean;
}

export function pruneKeys(schema: z.ZodType, value: unknown, options: PruneOptions = {}): Pruned {
  const { keepNullIn = [], isBlank = () => false } = options;
  const unknown: UnknownKey[] = [];
  return { value: walk(nodeOf(schema), value, [], { unknown, keepNullIn, isBlank }), unknown };
}

function nodeOf(schema: z.ZodType): Node {
  const known = nodes.get(schema);
  if (known !== undefined) return known;
  const node = nodeSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  nodes.set(schema, node);
  return node;
}

interface Walk extends Required<PruneOptions> {
  readonly unknown: UnknownKey[];
}

function walk(node: Node, value: unknown, path: ValuePath, state: Walk): unknown {
  const branch = branchFor(node, value);
  if (Array.isArray(value)) {
    const { items } = branch;
    if (items === undefined) return value;
    return value.map((item: unknown, index) => walk(items, item, [...path, index], state));
  }
  if (!isRecord(value) || branch.properties === undefined) return value;
  const properties = new Map(Object.entries(branch.properties));
  const keepNull = state.keepNullIn.includes(String(path.at(-1)));
  const kept: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    const property = properties.get(key);
    if (property === undefined) {
      const suggestion = nearestKey(key, [...properties.keys()]);
      state.unknown.push({ path, key, suggestion });
      const meant =
        suggestion === null || Object.hasOwn(value, suggestion) ? undefined : properties.get(suggestion);
      if (suggestion !== null && meant !== undefined)
        kept.push([suggestion, walk(meant, entry, [...path, key], state)]);
    } else if (entry !== null || keepNull || (acceptsNull(property) && !state.isBlank([...path, key]))) {
      kept.push([key, walk(property, entry, [...path, key], state)]);
    }
  }
  return Object.fromEntries(kept);
}

/** Of alternatives, the one whose shape the value has, so that its keys are the ones suggested. */
function branchFor(node: Node, value: unknown): Node {
  if (node.anyOf === undefined) return node;
  const fitting = node.anyOf.find((option) => (Array.isArray(value) ? option.items : option.properties));
  return fitting === undefined ? node : branchFor(fitting, value);
}

function acceptsNull(node: Node): boolean {
  return node.type === 'null' || (node.anyOf?.some(acceptsNull) ?? false);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
