/** A disk of the test's own: small, or read-only. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

function mountAt(folder: string, options: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}

/** Mounting takes rights that not every machine gives. */
export const canMount = ((): boolean => {
  if (process.platform !== 'linux') return false;
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-eval-mount-'));
  try {
    const done = mountAt(folder, 'size=16k');
    if (done) spawnSync('umount', [folder]);
    return done;
  } finally {
    rmdirSync(folder);
  }
})();

/** Until the end of the test. `options` as of `mount -o`: `size=200k`, `ro`. */
export function mountDisk(folder: string, options: string): void {
  if (!mountAt(folder, options)) throw new Error(`Nothing could be mounted at ${folder}.`);
  onTestFinished(() => void spawnSync('umount', [folder]));
}
