/** Python source as a syntax tree, by a real parser: nothing is run, and no text is searched that only looks like code. */
import { parser } from '@lezer/python';

export type PythonNode = ReturnType<typeof parser.parse>['topNode'];

export interface PythonFile {
  /** As a report shall name it. */
  readonly path: string;
  readonly text: string;
  readonly root: PythonNode;
  /** Lines, from 1, at which the parser had to guess. */
  readonly unreadable: readonly number[];
}

/** A place in a source file, with the code that stands there. */
export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** One line of code, cut to a readable length. */
  readonly evidence: string;
}

const EVIDENCE_LENGTH = 160;

/** Never throws: what is no Python is in `unreadable`. */
export function parsePython(text: string, path: string): PythonFile {
  const tree = parser.parse(text);
  const unreadable: number[] = [];
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError) unreadable.push(lineAt(text, from));
    },
  });
  return { path, text, root: tree.topNode, unreadable: [...new Set(unreadable)] };
}

export function codeOf(file: PythonFile, node: PythonNode): string {
  return file.text.slice(node.from, node.to);
}

export function placeOf(file: PythonFile, node: PythonNode): Place {
  const written = nodesOf(node, 'Comment')
    .toReversed()
    .reduce(
      (code, { from, to }) => code.slice(0, from - node.from) + code.slice(to - node.from),
      codeOf(file, node),
    );
  const code = written.replaceAll(/\s+/g, ' ').trim();
  return {
    file: file.path,
    line: lineAt(file.text, node.from),
    evidence: code.length > EVIDENCE_LENGTH ? `${code.slice(0, EVIDENCE_LENGTH - 1)}…` : code,
  };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

export function childrenOf(node: PythonNode): PythonNode[] {
  const children: PythonNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** The node and all below it, in the order of the source. `enter` keeps the walk out of a node by returning false. */
export function* walk(
  node: PythonNode,
  enter: (node: PythonNode) => boolean = () => true,
): Generator<PythonNode> {
  yield node;
  for (const child of childrenOf(node)) if (enter(child)) yield* walk(child, enter);
}

export function nodesOf(node: PythonNode, type: string): PythonNode[] {
  return [...walk(node)].filter(({ name }) => name === type);
}

/** The functions around a node, innermost first. */
export function functionsAround(node: PythonNode): PythonNode[] {
  const around: PythonNode[] = [];
  for (let parent = node.parent; parent !== null; parent = parent.parent) {
    if (parent.name === 'FunctionDefinition') around.push(parent);
  }
  return around;
}

export function functionName(file: PythonFile, node: PythonNode): string {
  const name = childrenOf(node).find((child) => child.name === 'VariableName');
  return name === undefined ? '' : codeOf(file, name);
}

/** `target = value`, of one assignment; null for unpacking, `+=` and the like. */
export function assignmentOf(node: PythonNode): { target: PythonNode; value: PythonNode } | null {
  const children = childrenOf(node).filter(({ name }) => name !== 'TypeDef');
  const [target, operator, value, ...more] = children;
  if (node.name !== 'AssignStatement' || operator?.name !== 'AssignOp' || more.length > 0) return null;
  return target === undefined || value === undefined ? null : { target, value };
}

/** `callee(…)` with its arguments, the names of keyword arguments left out. */
export function callOf(node: PythonNode): { callee: PythonNode; args: PythonNode[] } | null {
  if (node.name !== 'CallExpression') return null;
  const [callee, list] = childrenOf(node);
  if (callee === undefined || list?.name !== 'ArgList') return null;
  const args: PythonNode[] = [];
  for (const child of childrenOf(list)) {
    if (['(', ')', ',', 'Comment'].includes(child.name)) continue;
    if (child.name === 'AssignOp') args.pop();
    else args.push(child);
  }
  return { callee, args };
}

/** `x.y.name`: the last name of a chain of attributes. */
export function attributeOf(file: PythonFile, node: PythonNode): string | null {
  const last = node.name === 'MemberExpression' ? childrenOf(node).at(-1) : undefined;
  return last?.name === 'PropertyName' ? codeOf(file, last) : null;
}

/** `base[start:end]`; an end that is not written is null. Null for any other subscript, also one with a step. */
export function sliceOf(
  file: PythonFile,
  node: PythonNode,
): { base: PythonNode; start: PythonNode | null; end: PythonNode | null } | null {
  const [base, open, ...inside] = node.name === 'MemberExpression' ? childrenOf(node) : [];
  if (base === undefined || open === undefined || codeOf(file, open) !== '[') return null;
  const parts = inside.slice(0, -1);
  const colon = parts.findIndex((part) => codeOf(file, part) === ':');
  if (colon === -1 || parts.length > 3 || colon > 1 || parts.length - colon > 2) return null;
  return { base, start: colon === 1 ? (parts[0] ?? null) : null, end: parts[colon + 1] ?? null };
}

/** The text of a plain string literal. */
export function stringOf(file: PythonFile, node: PythonNode): string | null {
  const written =
    node.name === 'String' ? /^(?:'([^'\\\n]*)'|"([^"\\\n]*)")$/.exec(codeOf(file, node)) : null;
  return written === null ? null : (written[1] ?? written[2] ?? '');
}
