/** The folders that the agent may read, and looking for files in them. */
import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { isInside } from '../inside.ts';

export interface FoundFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly extension: string;
  readonly modified: string;
  readonly directory: string;
}

const MAX_FILES = 20_000;
const SKIPPED = new Set(['node_modules', '__pycache__', 'dist']);

export class FileRoots {
  readonly roots: readonly string[];

  readonly #hidden: ReadonlySet<string>;

  constructor(roots: readonly string[], hidden: readonly string[] = []) {
    this.roots = roots.map((root) => resolve(root));
    this.#hidden = new Set(hidden.map((path) => resolve(path)));
  }

  describe(): string {
    return `the search folders (${this.roots.join(', ')})`;
  }

  /** The absolute path when it is inside a root, else null. A relative path is looked up in each root. */
  resolve(path: string): string | null {
    if (isAbsolute(path)) {
      const full = resolve(path);
      return this.#allows(full) ? full : null;
    }
    const candidates = this.roots.map((root) => resolve(root, path)).filter((full) => this.#allows(full));
    return (
      candidates.find((full) => statSync(full, { throwIfNoEntry: false }) !== undefined) ??
      candidates[0] ??
      null
    );
  }

  /** Is the file inside a root when all links on the way are followed? */
  holdsReally(path: string): boolean {
    const real = realpathSync(path);
    if ([...this.#hidden].some((hidden) => isSameFile(hidden, real))) return false;
    return this.roots.some((root) => isWithin(realpathSync(root), real));
  }

  #allows(path: string): boolean {
    return !this.#hidden.has(path) && this.roots.some((root) => isWithin(root, path));
  }

  /** Every readable file below the roots, hidden ones and dependency folders left out. */
  all(): FoundFile[] {
    const files: FoundFile[] = [];
    const folders = [...this.roots];
    for (
      let folder = folders.shift();
      folder !== undefined && files.length < MAX_FILES;
      folder = folders.shift()
    ) {
      for (const entry of entriesOf(folder)) {
        if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue;
        const path = join(folder, entry.name);
        if (entry.isDirectory()) folders.push(path);
        else if (entry.isFile() && !this.#hidden.has(path)) files.push(describeFile(path));
      }
    }
    return files;
  }

  /** Files whose name has every word of the query, best (shortest name) first. */
  search(query: string, suffixes: readonly string[] = []): FoundFile[] {
    const words = query
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '');
    return this.all()
      .filter((file) => suffixes.length === 0 || suffixes.includes(file.extension.slice(1)))
      .filter((file) => words.length > 0 && words.every((word) => file.name.toLowerCase().includes(word)))
      .toSorted((a, b) => a.name.length - b.name.length || a.path.localeCompare(b.path));
  }

  /** What a folder holds, folders first. */
  browse(folder: string) {
    return entriesOf(folder)
      .filter((entry) => entry.isDirectory() || entry.isFile())
      .filter((entry) => !entry.name.startsWith('.') && !this.#hidden.has(join(folder, entry.name)))
      .map((entry) => {
        const { name, path, size, extension, modified } = describeFile(join(folder, entry.name));
        return entry.isDirectory()
          ? { name, path, type: 'folder', size: 0, extension: null, modified }
          : { name, path, type: 'file', size, extension, modified };
      })
      .toSorted((a, b) => b.type.localeCompare(a.type) || a.name.localeCompare(b.name));
  }
}

/** By another name, too. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false, bigint: true }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** A root allows itself. */
function isWithin(root: string, path: string): boolean {
  return relative(root, path) === '' || isInside(root, path);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

export function describeFile(path: string): FoundFile {
  const stat = statSync(path, { throwIfNoEntry: false });
  return {
    name: basename(path),
    path,
    size: stat?.size ?? 0,
    extension: extname(path).toLowerCase(),
    modified: (stat?.mtime ?? new Date(0)).toISOString().replace('Z', '000'),
    directory: dirname(path),
  };
}

export const sizeDisplay = (bytes: number): string =>
  bytes < 1024
    ? `${bytes.toFixed(1)} B`
    : bytes < 1024 ** 2
      ? `${(bytes / 1024).toFixed(1)} KB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
