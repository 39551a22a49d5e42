/** How the agent is given its conversation again: how many messages of it, and how much of each. */
import { found, notFound } from './fact.ts';
import { numberOf, valuesOf, type Located, type ResolvedNumber } from './names.ts';
import {
  attributeOf,
  callOf,
  childrenOf,
  codeOf,
  assignmentOf,
  nodesOf,
  placeOf,
  sliceOf,
  walk,
  type Place,
  type PythonFile,
  type PythonNode,
} from './python.ts';
import type { Fact, HistoryWindow } from './schema.ts';
import type { SourceTree } from './source-tree.ts';

/** The attribute of an agent that its model calls begin with. */
export const HISTORY = 'conversation_history';

/** A statement that puts something into an agent's history. */
export interface HistorySink {
  readonly file: PythonFile;
  readonly statement: PythonNode;
  /** `agent` in `agent.conversation_history`. */
  readonly agent: PythonNode | null;
  /** What is put in. */
  readonly values: readonly PythonNode[];
  /** false: one message is added; true: the whole history is set or extended. */
  readonly whole: boolean;
  /** The loops around it, innermost first. */
  readonly loops: readonly PythonNode[];
}

/** `x.conversation_history = …`, `.append(…)`, `.extend(…)`, but for emptying it. */
export function historySinks(file: PythonFile): HistorySink[] {
  return [...walk(file.root)].flatMap((node): HistorySink[] => {
    const assignment = assignmentOf(node);
    if (assignment !== null && attributeOf(file, assignment.target) === HISTORY) {
      const isEmpty = /^(?:\[\s*\]|list\(\s*\)|None)$/.test(codeOf(file, assignment.value));
      return isEmpty ? [] : [sink(file, node, assignment.target, [assignment.value], true)];
    }
    const call = callOf(node);
    const method = call === null ? null : attributeOf(file, call.callee);
    if (call === null || (method !== 'append' && method !== 'extend')) return [];
    const list = call.callee.firstChild;
    if (list === null || attributeOf(file, list) !== HISTORY) return [];
    return [sink(file, node, list, call.args, method === 'extend')];
  });
}

function sink(
  file: PythonFile,
  statement: PythonNode,
  list: PythonNode,
  values: readonly PythonNode[],
  whole: boolean,
): HistorySink {
  const loops: PythonNode[] = [];
  for (let parent = statement.parent; parent !== null; parent = parent.parent) {
    if (parent.name === 'FunctionDefinition') break;
    if (parent.name === 'ForStatement') loops.push(parent);
  }
  return { file, statement, agent: list.firstChild, values, whole, loops };
}

/** `for targets in iterable:` */
export function loopOf(loop: PythonNode): { targets: PythonNode[]; iterable: PythonNode | null } {
  const children = childrenOf(loop);
  const at = children.findIndex(({ name }) => name === 'in');
  const targets = children.slice(1, at).flatMap((child) => nodesOf(child, 'VariableName'));
  return { targets, iterable: children[at + 1] ?? null };
}

interface Limit extends ResolvedNumber {
  readonly unit: 'pairs' | 'messages';
}

export async function historyWindow(
  tree: SourceTree,
  sinks: readonly HistorySink[],
  looked: readonly PythonFile[],
): Promise<Fact<HistoryWindow>> {
  if (sinks.length === 0) return notFound(`nothing puts messages into an agent's \`${HISTORY}\``, looked);
  const budget = sinks.flatMap((each) => budgetOf(each) ?? []);
  const limits: Limit[] = [];
  const unclear: Place[] = [];
  for (const each of sinks) {
    for (const { file, node, pairs } of await sourcesOf(tree, each)) {
      for (const slice of slices(file, node)) {
        const count = slice.start === null || slice.end !== null ? null : negated(file, slice.start);
        if (count === null) continue;
        const number = await numberOf(tree, { file, node: count });
        if (number === null) unclear.push(placeOf(file, slice.node));
        else limits.push({ ...number, unit: pairs ? 'pairs' : 'messages' });
      }
    }
  }
  const [first] = budget;
  if (limits.length === 0 && first !== undefined) {
    const note = 'whole turns, the newest that fit into a number of tokens that depends on the model';
    return found<HistoryWindow>({ kind: 'token_budget' }, first, { note, also: budget });
  }
  const tightest = smallest(limits);
  if (tightest !== null && unclear.length === 0) {
    const { unit, value, place } = tightest;
    const also = limits.map((each) => each.place);
    return unit === 'pairs'
      ? found<HistoryWindow>({ kind: 'pairs', pairs: value }, place, { also, ...differing(limits) })
      : found<HistoryWindow>({ kind: 'messages', messages: value }, place, { also, ...differing(limits) });
  }
  const [place] = unclear;
  return notFound(
    place === undefined
      ? `messages are put into \`${HISTORY}\` (${where(sinks)}), and no limit to their number is written there`
      : `the limit in \`${place.evidence}\` (${place.file}:${String(place.line)}) is no constant of the source`,
    looked,
  );
}

export async function messageTruncation(
  tree: SourceTree,
  sinks: readonly HistorySink[],
  looked: readonly PythonFile[],
): Promise<Fact<number>> {
  if (sinks.length === 0) return notFound(`nothing puts messages into an agent's \`${HISTORY}\``, looked);
  const limits: ResolvedNumber[] = [];
  const unclear: Place[] = [];
  for (const each of sinks.filter(({ whole }) => !whole)) {
    for (const { file, node } of await contentsOf(tree, each)) {
      for (const slice of slices(file, node)) {
        if (slice.start !== null || slice.end === null) continue;
        const number = await numberOf(tree, { file, node: slice.end });
        if (number === null) unclear.push(placeOf(file, slice.node));
        else limits.push(number);
      }
    }
  }
  const tightest = smallest(limits);
  if (tightest !== null && unclear.length === 0) {
    const also = limits.map(({ place }) => place);
    return found(tightest.value, tightest.place, { also, ...differing(limits) });
  }
  const [place] = unclear;
  return notFound(
    place === undefined
      ? `messages are put into \`${HISTORY}\` (${where(sinks)}), and nothing there cuts one by its characters`
      : `the limit in \`${place.evidence}\` (${place.file}:${String(place.line)}) is no constant of the source`,
    looked,
  );
}

/** Where the messages come from: the loops around, and what their names stand for. */
async function sourcesOf(tree: SourceTree, each: HistorySink): Promise<(Located & { pairs: boolean })[]> {
  const { file } = each;
  const starts = each.loops.flatMap((loop) => {
    const { targets, iterable } = loopOf(loop);
    return iterable === null ? [] : [{ file, node: iterable, pairs: targets.length === 2 }];
  });
  if (each.whole) starts.push(...each.values.map((node) => ({ file, node, pairs: false })));
  const named = await Promise.all(
    starts.map(async ({ node, pairs }) => {
      if (node.name !== 'VariableName') return [];
      return (await valuesOf(tree, file, node)).map((value) => ({ ...value, pairs }));
    }),
  );
  return [...starts, ...named.flat()];
}

/** What a message says: the expression that is added, and what its names stand for inside the loop. */
async function contentsOf(tree: SourceTree, each: HistorySink): Promise<Located[]> {
  const { file } = each;
  const starts = each.values.map((node): Located => ({ file, node }));
  const names = each.values.flatMap((node) => nodesOf(node, 'VariableName'));
  const loop = each.loops.at(-1);
  const named = await Promise.all(names.map((name) => valuesOf(tree, file, name)));
  const inLoop = named
    .flat()
    .filter(({ node }) => loop === undefined || (node.from >= loop.from && node.to <= loop.to));
  return [...starts, ...inLoop];
}

/** `select(turns, budget_of(agent))`: the number of tokens decides. */
function budgetOf(each: HistorySink): Place | null {
  if (!each.whole) return null;
  const [value] = each.values;
  const call = value === undefined ? null : callOf(value);
  const isBudget = (node: PythonNode): boolean => {
    const name = callOf(node)?.callee ?? node;
    return /budget/i.test(
      attributeOf(each.file, name) ?? (name.name === 'VariableName' ? codeOf(each.file, name) : ''),
    );
  };
  return call !== null && call.args.some(isBudget) ? placeOf(each.file, each.statement) : null;
}

function slices(file: PythonFile, node: PythonNode) {
  return nodesOf(node, 'MemberExpression').flatMap((member) => {
    const slice = sliceOf(file, member);
    return slice === null ? [] : [{ ...slice, node: member }];
  });
}

/** `-N` → N */
function negated(file: PythonFile, node: PythonNode): PythonNode | null {
  const [operator, operand] = childrenOf(node);
  if (node.name !== 'UnaryExpression' || operator === undefined || operand === undefined) return null;
  return codeOf(file, operator) === '-' ? operand : null;
}

/** The limit that bites first; among equals the one with the name that documentation uses. */
function smallest<Each extends ResolvedNumber>(limits: readonly Each[]): Each | null {
  const least = Math.min(...limits.map(({ value }) => value));
  const candidates = limits.filter(({ value }) => value === least);
  return (
    candidates.find(({ place }) => /\b_MAX_(?:HISTORY_PAIRS|MSG_CHARS)\b/.test(place.evidence)) ??
    candidates[0] ??
    null
  );
}

function differing(limits: readonly ResolvedNumber[]): { note?: string } {
  const values = [...new Set(limits.map(({ value }) => value))].toSorted((a, b) => a - b);
  return values.length > 1 ? { note: `the source has ${values.join(' and ')}; the smallest is given` } : {};
}

function where(sinks: readonly HistorySink[]): string {
  const places = sinks.map(({ file, statement }) => placeOf(file, statement));
  return places.map(({ file, line }) => `${file}:${String(line)}`).join(', ');
}
