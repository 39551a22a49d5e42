/**
 * Which file a worker thread can be started from.
 *
 * Compiled: the JavaScript beside this file. From TypeScript sources, as Vitest runs them, a worker starts outside
 * Vite: Node itself has to load the file, which it can from 22.18 on, and on older versions only the build can be used.
 * A build older than the sources would silently run old code, so it does not count.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The worker's file, or null: then the server has to run in this thread. */
export function workerEntry(ownUrl: string, stripsTypes: boolean): string | null {
  const here = dirname(fileURLToPath(ownUrl));
  if (!ownUrl.endsWith('.ts')) return join(here, 'worker.js');
  if (stripsTypes) return join(here, 'worker.ts');
  const built = join(here, '../../dist/src/embedded/worker.js');
  const sources = Math.max(newest(here), newest(join(here, '../documents')));
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
