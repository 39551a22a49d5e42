/**
 * Which file a worker thread can be started from.
 *
 * Compiled: the JavaScript beside this file. From TypeScript sources, as Vitest runs them, a worker starts outside
 * Vite: Node itself has to load the file, which it can from 22.18 on, and on older versions only the build can be used.
 * A build older than the sources would silently run old code, so it does not count.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The file of the worker that lies beside the asking module, or null: then there is none to start. `rooms` are the folders
 * of `src/` that the worker is made of.
 */
export function workerEntry(ownUrl: string, rooms: readonly string[], stripsTypes: boolean): string | null {
  const here = dirname(fileURLToPath(ownUrl));
  if (!ownUrl.endsWith('.ts')) return join(here, 'worker.js');
  if (stripsTypes) return join(here, 'worker.ts');
  const src = here.slice(0, here.lastIndexOf(`${sep}src${sep}`) + `${sep}src`.length);
  const built = join(src, '../dist/src', relative(src, here), 'worker.js');
  const sources = Math.max(...rooms.map((room) => newest(join(src, room))));
  return existsSync(built) && statSync(built).mtimeMs >= sources ? built : null;
}

/** Does this Node load TypeScript by itself? */
export const nodeStripsTypes = (): boolean =>
  'typescript' in process.features && Boolean(process.features.typescript);

function newest(folder: string): number {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    time = Math.max(time, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return time;
}
