/** Which changed files no repair may touch. Pure. */
import path from 'node:path';
import { isInside } from '../inside.ts';

/** As `git diff --raw` tells it. */
export interface ChangedFile {
  /** From the repository's root, forward slashes. */
  readonly path: string;
  /** Of the file afterwards: `100644`, `120000` (symbolic link), `160000` (another repository), `000000` (deleted). */
  readonly mode: string;
}

/**
 * Why a repair with these files is refused, in sentences. A protected name without a slash matches any part of a
 * path, one with a slash the path from the root down. Case is ignored, since some file systems do.
 */
export function refusals(files: readonly ChangedFile[], protectedPaths: readonly string[]): string[] {
  return files.flatMap((file) => {
    const match = protectedPaths.find((each) => isWithin(file.path, each));
    if (match !== undefined) return [`it changes ${file.path}, which is protected (${match})`];
    if (file.mode === '120000') return [`it makes ${file.path} a symbolic link`];
    if (file.mode === '160000') return [`it puts another git repository at ${file.path}`];
    return [];
  });
}

function isWithin(file: string, protectedPath: string): boolean {
  const parts = file.toLowerCase().split('/');
  const wanted = protectedPath
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (wanted.length === 0) return false;
  if (!protectedPath.includes('/')) return parts.includes(wanted[0] ?? '');
  return wanted.every((part, at) => parts[at] === part);
}

/** The evaluation's own files as paths of the repository, each with a slash; those outside of it are left out. */
export function withinRepository(root: string, absolute: readonly string[]): string[] {
  return absolute.flatMap((each) => {
    if (!isInside(root, each)) return [];
    const relative = path.relative(root, each);
    return [`/${relative.split(path.sep).join('/')}`];
  });
}
