/** A scenario file by the path it has on another machine. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Blobs name files by their absolute paths. Vitest knows a file again by its path within the project, so one from
 * another folder has to be named as it stands here; else merged reports would be empty.
 */
export function localFile(file: string, folders: readonly string[]): string {
  if (existsSync(file) && folders.some((folder) => path.normalize(file).startsWith(folder + path.sep)))
    return file;
  const parts = file.split(/[\\/]/);
  for (const folder of folders) {
    const at = parts.lastIndexOf(path.basename(folder));
    const here = at < 0 ? null : path.join(folder, ...parts.slice(at + 1));
    if (here !== null && existsSync(here.split('?', 1)[0] ?? here)) return here;
  }
  return file;
}
