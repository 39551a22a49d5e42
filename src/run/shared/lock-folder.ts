/** Where the locks of this user lie, whatever `TMPDIR` says: two runs must find the same place. */
import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** Absolute, and made when it is not there; the system's temporary folder for a user without a home. */
export function lockFolder(): string {
  const folder = path.join(homedir(), '.vitest-agent-eval', 'locks');
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    return tmpdir();
  }
}
