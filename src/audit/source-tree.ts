/** The target's Python files: where they are, read on demand, each parsed once. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, isAbsence } from '../error-code.ts';
import { messageOf } from '../message-of.ts';
import { AuditError } from './audit-error.ts';
import { parsePython, type PythonFile } from './python.ts';

/** Where the Agent UI assembles a turn, below the folder that holds the package. */
export const CHAT_HELPERS = 'gaia/ui/_chat_helpers.py';

/** A source file is some thousand lines; a larger one is data. */
const MAX_BYTES = 4_000_000;
const MAX_FILES = 5000;
const NO_SOURCES = /^(?:\..*|node_modules|__pycache__|venv|env|tests?|eval|build|dist|site-packages)$/;

export interface SourceTree {
  /** Absolute: what the user named. */
  readonly folder: string;
  /** Absolute: where `import gaia` would look. */
  readonly importRoot: string;
  /** The file with that path below `importRoot`; null when there is none. */
  read(file: string): Promise<PythonFile | null>;
  /** A file's path below `importRoot`, forward slashes. */
  importPathOf(file: PythonFile): string;
  /** The file of a dotted module name. */
  module(name: string): Promise<PythonFile | null>;
  /** Files below the tree that hold a word, in the order of their paths. */
  filesWith(word: string): Promise<PythonFile[]>;
}

/**
 * @param folder a checkout, an environment's `site-packages`, or the package's own folder.
 * @throws AuditError when there is no such folder, or no Python in it.
 */
export async function openSourceTree(folder: string): Promise<SourceTree> {
  const root = path.resolve(folder);
  const stats = await stat(root).catch(() => null);
  if (stats === null)
    throw new AuditError(`There is no folder ${root}. Give the path of the agent's source tree.`);
  if (!stats.isDirectory()) {
    throw new AuditError(`${root} is not a folder. Give the folder of the agent's source tree.`);
  }
  const importRoot = await importRootOf(root);
  const files = new Map<string, Promise<PythonFile | null>>();

  const read = (file: string): Promise<PythonFile | null> => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const parsed = readPython(path.join(importRoot, ...file.split('/')), nameIn(root, importRoot, file));
    files.set(file, parsed);
    return parsed;
  };

  return {
    folder: root,
    importRoot,
    read,
    importPathOf: (file) =>
      path
        .relative(importRoot, path.join(root, ...file.path.split('/')))
        .split(path.sep)
        .join('/'),
    async module(name) {
      const base = name.split('.').join('/');
      return (await read(`${base}.py`)) ?? (await read(`${base}/__init__.py`));
    },
    async filesWith(word) {
      const found: PythonFile[] = [];
      for (const file of await pythonFiles(importRoot)) {
        const text = await readSource(path.join(importRoot, ...file.split('/')));
        const parsed = text?.includes(word) === true ? await read(file) : null;
        if (parsed !== null) found.push(parsed);
      }
      return found;
    },
  };
}

/** Reports name files the way the user sees them from the folder they gave. */
function nameIn(root: string, importRoot: string, file: string): string {
  const relative = path.relative(root, path.join(importRoot, ...file.split('/')));
  return relative.split(path.sep).join('/');
}

async function importRootOf(root: string): Promise<string> {
  const candidates = [root, path.join(root, 'src'), path.dirname(root), path.dirname(path.dirname(root))];
  for (const candidate of candidates) {
    const file = path.join(candidate, ...CHAT_HELPERS.split('/'));
    const inside = file.startsWith(root + path.sep);
    if (inside && (await stat(file).catch(() => null)) !== null) return candidate;
  }
  return root;
}

async function readPython(file: string, name: string): Promise<PythonFile | null> {
  const text = await readSource(file);
  return text === null ? null : parsePython(text, name);
}

async function readSource(file: string): Promise<string | null> {
  try {
    const { size } = await stat(file);
    return size > MAX_BYTES ? null : (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  } catch (error) {
    if (isAbsence(error) || codeOf(error) === 'EISDIR') return null;
    const reason = messageOf(error);
    throw new AuditError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

/** Sorted, relative to the folder, forward slashes; links are not followed. */
async function pythonFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const queue = [''];
  for (let inside = queue.shift(); inside !== undefined; inside = queue.shift()) {
    const entries = await readdir(path.join(folder, inside), { withFileTypes: true });
    for (const entry of entries) {
      const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory() && !NO_SOURCES.test(entry.name)) queue.push(name);
      else if (entry.isFile() && name.endsWith('.py')) found.push(name);
    }
    if (found.length > MAX_FILES) {
      throw new AuditError(
        `${folder} holds more than ${String(MAX_FILES)} Python files. Name the agent's own source tree.`,
      );
    }
  }
  return found.toSorted();
}
