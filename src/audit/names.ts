/** What a name in a Python file stands for: a whole number, an expression, a function, here or where it is imported. */
import {
  assignmentOf,
  childrenOf,
  codeOf,
  functionName,
  functionsAround,
  nodesOf,
  placeOf,
  walk,
  type Place,
  type PythonFile,
  type PythonNode,
} from './python.ts';
import type { SourceTree } from './source-tree.ts';

/** A node and the file it stands in. */
export interface Located {
  readonly file: PythonFile;
  readonly node: PythonNode;
}

/** A number, and where it is defined: the line of the constant, or the literal itself. */
export interface ResolvedNumber {
  readonly value: number;
  readonly place: Place;
}

/** Names lead to names; a longer chain is no constant. */
const MAX_STEPS = 5;

/** null: not a whole number that stands in the source. */
export async function numberOf(
  tree: SourceTree,
  { file, node }: Located,
  steps: number = MAX_STEPS,
): Promise<ResolvedNumber | null> {
  if (steps === 0) return null;
  if (node.name === 'Number') {
    const digits = codeOf(file, node).replaceAll('_', '');
    return /^\d+$/.test(digits) ? { value: Number(digits), place: placeOf(file, node) } : null;
  }
  if (node.name === 'ParenthesizedExpression') {
    const [, inner] = childrenOf(node);
    return inner === undefined ? null : await numberOf(tree, { file, node: inner }, steps - 1);
  }
  if (node.name !== 'VariableName') return null;
  const values = await valuesOf(tree, file, node);
  const numbers = await Promise.all(
    values.map(async (value) => {
      const number = await numberOf(tree, value, steps - 1);
      const statement = value.node.parent ?? value.node;
      return number === null ? null : { value: number.value, place: placeOf(value.file, statement) };
    }),
  );
  // A name that is set to different things is no constant.
  const [first] = numbers;
  return first && numbers.every((number) => number?.value === first.value) ? first : null;
}

/** All that is assigned to a name where it is first found: in the functions around, the module, an imported module. */
export async function valuesOf(tree: SourceTree, file: PythonFile, name: PythonNode): Promise<Located[]> {
  const word = codeOf(file, name);
  for (const scope of [...functionsAround(name), file.root]) {
    if (isParameter(file, scope, word)) return [];
    const values = assignmentsIn(file, scope, word);
    if (values.length > 0) return values;
  }
  const imported = await importOf(tree, file, word);
  return imported === null ? [] : assignmentsIn(imported.file, imported.file.root, imported.name);
}

/** `name = value` in a scope, not in the functions and classes inside it. */
export function assignmentsIn(file: PythonFile, scope: PythonNode, word: string): Located[] {
  const own = walk(scope, ({ name }) => name !== 'FunctionDefinition' && name !== 'ClassDefinition');
  return [...own].flatMap((node) => {
    const assignment = assignmentOf(node);
    if (assignment === null || assignment.target.name !== 'VariableName') return [];
    return codeOf(file, assignment.target) === word ? [{ file, node: assignment.value }] : [];
  });
}

function isParameter(file: PythonFile, scope: PythonNode, word: string): boolean {
  const list = childrenOf(scope).find(({ name }) => name === 'ParamList');
  if (list === undefined) return false;
  return childrenOf(list).some((child) => child.name === 'VariableName' && codeOf(file, child) === word);
}

/** The function of that name, in this file or where it is imported from. */
export async function functionOf(tree: SourceTree, file: PythonFile, word: string): Promise<Located | null> {
  const own = functionIn(file, word);
  if (own !== null) return own;
  const imported = await importOf(tree, file, word);
  return imported === null ? null : functionIn(imported.file, imported.name);
}

function functionIn(file: PythonFile, word: string): Located | null {
  const node = nodesOf(file.root, 'FunctionDefinition').find((each) => functionName(file, each) === word);
  return node === undefined ? null : { file, node };
}

async function importOf(
  tree: SourceTree,
  file: PythonFile,
  word: string,
): Promise<{ file: PythonFile; name: string } | null> {
  for (const node of nodesOf(file.root, 'ImportStatement')) {
    const code = codeOf(file, node).replaceAll(/#[^\n]*/g, '');
    const [, dots = '', from = '', names = ''] =
      /^from\s+(\.*)\s*([\w.]*)\s+import\s+\(?([^)]*)\)?$/.exec(code.trim()) ?? [];
    for (const each of names.split(',')) {
      const [, original, alias] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(each) ?? [];
      if (original === undefined || (alias ?? original) !== word) continue;
      const target = await tree.module(moduleName(tree, file, dots.length, from));
      return target === null ? null : { file: target, name: original };
    }
  }
  return null;
}

/** A relative import, made absolute by the file's own place in the package. */
function moduleName(tree: SourceTree, file: PythonFile, dots: number, from: string): string {
  if (dots === 0) return from;
  const parts = tree.importPathOf(file).split('/').slice(0, -dots);
  return [...parts, ...(from === '' ? [] : [from])].join('.');
}
