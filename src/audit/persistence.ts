/** Does an agent live on after its answer, or is a new one made for every message? */
import { found, notFound } from './fact.ts';
import { HISTORY, type HistorySink } from './history.ts';
import { numberOf, valuesOf } from './names.ts';
import {
  assignmentOf,
  attributeOf,
  callOf,
  childrenOf,
  codeOf,
  functionsAround,
  nodesOf,
  placeOf,
  stringOf,
  walk,
  type Place,
  type PythonFile,
  type PythonNode,
} from './python.ts';
import type { Fact } from './schema.ts';
import type { SourceTree } from './source-tree.ts';

type Persistence = 'persistent' | 'stateless_per_message';

export async function agentPersistence(
  tree: SourceTree,
  files: readonly PythonFile[],
  sinks: readonly HistorySink[],
): Promise<Fact<Persistence>> {
  for (const file of files) {
    const cache = agentCache(file);
    if (cache === null) continue;
    const limit = await limitOf(tree, file, cache.name);
    const note =
      limit === null
        ? 'agents are kept by session and used again'
        : `agents are kept by session and used again, ${String(limit.value)} at most`;
    const also = [cache.looked, ...(limit === null ? [] : [limit.place])];
    return found<Persistence>('persistent', cache.kept, { note, also });
  }
  const made = (await Promise.all(sinks.map((sink) => constructions(tree, sink)))).flat();
  const [first] = made;
  if (first !== undefined && !made.includes(null)) {
    const also = made.flatMap((place) => place ?? []);
    if (first !== null) return found<Persistence>('stateless_per_message', first, { also });
  }
  return notFound(
    `no store of agents by session is written and read in these files, and where \`${HISTORY}\` is set the agent is not plainly a new one`,
    files,
  );
}

interface AgentCache {
  readonly name: string;
  readonly kept: Place;
  readonly looked: Place;
}

/** A dictionary of the module that agents are put into and taken out of, in functions. */
function agentCache(file: PythonFile): AgentCache | null {
  for (const statement of childrenOf(file.root)) {
    const assignment = assignmentOf(statement);
    if (assignment?.target.name !== 'VariableName' || !isEmptyMapping(file, assignment.value)) continue;
    const name = codeOf(file, assignment.target);
    const inFunctions = [...walk(file.root)].filter((node) => functionsAround(node).length > 0);
    const kept = inFunctions.find((node) => keepsAgent(file, node, name));
    const looked = inFunctions.find((node) => looksUp(file, node, name));
    if (kept !== undefined && looked !== undefined) {
      return { name, kept: placeOf(file, kept), looked: placeOf(file, looked) };
    }
  }
  return null;
}

function isEmptyMapping(file: PythonFile, node: PythonNode): boolean {
  const code = codeOf(file, node).replaceAll(/[\s()]|#.*/g, '');
  return /^(?:\{\}|dict|(?:collections\.)?OrderedDict|(?:weakref\.)?WeakValueDictionary)$/.test(code);
}

/** `cache[session_id] = agent`, or a dictionary that holds the agent. */
function keepsAgent(file: PythonFile, node: PythonNode, cache: string): boolean {
  const assignment = assignmentOf(node);
  if (assignment === null || !isEntryBySession(file, assignment.target, cache)) return false;
  const { value } = assignment;
  if (value.name === 'VariableName') return /(?:^|_)agent$/i.test(codeOf(file, value));
  return (
    value.name === 'DictionaryExpression' &&
    nodesOf(value, 'String').some((key) => stringOf(file, key) === 'agent')
  );
}

/** `cache.get(session_id)` or `x = cache[session_id]`. */
function looksUp(file: PythonFile, node: PythonNode, cache: string): boolean {
  const call = callOf(node);
  if (call !== null) {
    const [key] = call.args;
    const isGet = attributeOf(file, call.callee) === 'get' && baseName(file, call.callee) === cache;
    return isGet && key !== undefined && isSession(file, key);
  }
  const assignment = assignmentOf(node);
  return assignment !== null && isEntryBySession(file, assignment.value, cache);
}

function isEntryBySession(file: PythonFile, node: PythonNode, cache: string): boolean {
  const [base, open, key, close] = node.name === 'MemberExpression' ? childrenOf(node) : [];
  if (base === undefined || open === undefined || key === undefined || close === undefined) return false;
  return codeOf(file, base) === cache && codeOf(file, open) === '[' && isSession(file, key);
}

function isSession(file: PythonFile, key: PythonNode): boolean {
  return /session|conversation|chat_id/i.test(codeOf(file, key));
}

function baseName(file: PythonFile, member: PythonNode): string {
  return member.firstChild === null ? '' : codeOf(file, member.firstChild);
}

/** `len(cache) >= N` */
async function limitOf(tree: SourceTree, file: PythonFile, cache: string) {
  for (const comparison of nodesOf(file.root, 'BinaryExpression')) {
    const [left, operator, right] = childrenOf(comparison);
    if (left === undefined || right === undefined || operator?.name !== 'CompareOp') continue;
    const isLength = codeOf(file, left).replaceAll(/\s/g, '') === `len(${cache})`;
    if (isLength && codeOf(file, operator).startsWith('>'))
      return await numberOf(tree, { file, node: right });
  }
  return null;
}

/** Every place that makes the agent whose history is set; null among them for one that is not plainly a new agent. */
async function constructions(tree: SourceTree, { file, agent }: HistorySink): Promise<(Place | null)[]> {
  if (agent?.name !== 'VariableName') return [null];
  const values = await valuesOf(tree, file, agent);
  if (values.length === 0) return [null];
  return values.map((value) => {
    const call = callOf(value.node);
    const isNew = call !== null && /^[A-Z]\w*Agent$/.test(codeOf(value.file, call.callee));
    return isNew ? placeOf(value.file, value.node.parent ?? value.node) : null;
  });
}
