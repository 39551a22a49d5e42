/** Does the history hold what tools returned? Followed from where it is set, back to what is read from storage. */
import { found, notFound } from './fact.ts';
import { HISTORY, loopOf, type HistorySink } from './history.ts';
import { functionOf, valuesOf, type Located } from './names.ts';
import {
  callOf,
  childrenOf,
  codeOf,
  placeOf,
  stringOf,
  walk,
  type Place,
  type PythonFile,
  type PythonNode,
} from './python.ts';
import type { Fact } from './schema.ts';
import type { SourceTree } from './source-tree.ts';

/** Columns and fields under which the Agent UI stores what tools returned. */
const STORED_RESULTS: ReadonlySet<string> = new Set([
  'model_messages',
  'agent_steps',
  'tool_results',
  'tool_result',
  'tool_calls',
]);

/** Functions followed from one place; more is no longer the same subject. */
const MAX_FOLLOWED = 60;

export async function toolResultsInHistory(
  tree: SourceTree,
  sinks: readonly HistorySink[],
  looked: readonly PythonFile[],
): Promise<Fact<boolean>> {
  if (sinks.length === 0) return notFound(`nothing puts messages into an agent's \`${HISTORY}\``, looked);
  const read: PythonFile[] = [...looked];
  const missing: string[] = [];
  for (const each of sinks) {
    const trace = await follow(tree, each);
    read.push(...trace.files);
    if (trace.hit !== null) {
      const note = 'stored tool calls and results are part of the history';
      return found(true, trace.hit, { note, also: [placeOf(each.file, each.statement)] });
    }
    if (!trace.complete || !isTextOnly(each)) {
      const { file, line } = placeOf(each.file, each.statement);
      missing.push(`${file}:${String(line)}`);
    }
  }
  if (missing.length > 0) {
    const reason = `what is put into \`${HISTORY}\` at ${missing.join(', ')} cannot be followed back to what is stored`;
    return notFound(reason, read);
  }
  const places = sinks.map(({ file, values, statement }) => placeOf(file, values[0] ?? statement));
  const place = places.findLast(({ evidence }) => /assistant/.test(evidence)) ?? places.at(-1);
  if (place === undefined) return notFound('nothing was found', read);
  const note = "only the texts of user and assistant are restored; nothing reads the stored tools' results";
  return found(false, place, { note, also: places });
}

interface Trace {
  readonly hit: Place | null;
  /** Every plain name and call on the way was found. */
  readonly complete: boolean;
  readonly files: readonly PythonFile[];
}

/** Breadth first: the reader nearest to the history is the one to name. */
async function follow(tree: SourceTree, sink: HistorySink): Promise<Trace> {
  const iterables = sink.loops.flatMap((loop) => loopOf(loop).iterable ?? []);
  const queue: Located[] = [...sink.values, ...iterables].map((node) => ({ file: sink.file, node }));
  const seen = new Set<string>();
  const files = new Set<PythonFile>();
  let complete = true;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const key = `${next.file.path}:${String(next.node.from)}`;
    if (seen.has(key)) continue;
    if (seen.size >= MAX_FOLLOWED) return { hit: null, complete: false, files: [...files] };
    seen.add(key);
    files.add(next.file);
    const hit = readsResults(next);
    if (hit !== null) return { hit, complete, files: [...files] };
    for (const name of namesToFollow(next)) {
      const word = codeOf(next.file, name);
      const isCalled = name.parent !== null && callOf(name.parent)?.callee.from === name.from;
      if (isCalled) {
        const target = await functionOf(tree, next.file, word);
        if (target !== null) queue.push(target);
        else if (!BUILT_IN.has(word)) complete = false;
      } else queue.push(...(await valuesOf(tree, next.file, name)));
    }
  }
  return { hit: null, complete, files: [...files] };
}

const BUILT_IN: ReadonlySet<string> = new Set(
  'list len range zip enumerate reversed sorted dict str tuple min max isinstance hasattr getattr'.split(' '),
);

/** Of an expression all names; of a function those it calls. The budget decides how much is kept, not what. */
function* namesToFollow({ file, node }: Located): Generator<PythonNode> {
  const isFunction = node.name === 'FunctionDefinition';
  for (const each of walk(node)) {
    if (each.name !== 'VariableName' || /budget/i.test(codeOf(file, each))) continue;
    const isCalled = each.parent !== null && callOf(each.parent)?.callee.from === each.from;
    if (!isFunction || isCalled) yield each;
  }
}

/** `message["agent_steps"]`, `message.get("model_messages")`, or a message of the role `tool`. */
function readsResults({ file, node }: Located): Place | null {
  for (const each of walk(node)) {
    if (each.name !== 'String') continue;
    const word = stringOf(file, each);
    if (word === null) continue;
    if (STORED_RESULTS.has(word) && isRead(file, each)) return placeOf(file, statementOf(each));
    const before = each.prevSibling?.prevSibling;
    const isRole = before !== null && before !== undefined && stringOf(file, before) === 'role';
    if (word === 'tool' && isRole && each.parent?.name === 'DictionaryExpression')
      return placeOf(file, each.parent);
  }
  return null;
}

function isRead(file: PythonFile, key: PythonNode): boolean {
  const { parent } = key;
  if (parent?.name === 'MemberExpression') return key.prevSibling !== null;
  const call = parent?.name === 'ArgList' ? parent.parent : null;
  return call !== null && call !== undefined && /\.\s*get$/.test(codeOf(file, call.firstChild ?? call));
}

function statementOf(node: PythonNode): PythonNode {
  let statement = node;
  while (statement.parent !== null && !/Statement$|^Body$/.test(statement.name)) {
    if (statement.parent.name === 'Body') break;
    statement = statement.parent;
  }
  return statement;
}

/** A dictionary of a fixed role and a content: nothing else is carried into the history. */
function isTextOnly({ file, values, whole }: HistorySink): boolean {
  const [message] = values;
  if (whole || message?.name !== 'DictionaryExpression') return false;
  const parts = childrenOf(message).filter(({ name }) => !['{', '}', ',', ':'].includes(name));
  const entries = new Map<string | null, PythonNode>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [key, value] = [parts[at], parts[at + 1]];
    if (key !== undefined && value !== undefined) entries.set(stringOf(file, key), value);
  }
  const role = entries.get('role');
  const isFixed = role !== undefined && ['user', 'assistant'].includes(stringOf(file, role) ?? '');
  return isFixed && [...entries.keys()].every((key) => key === 'role' || key === 'content');
}
