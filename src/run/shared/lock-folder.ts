/** Where the locks of this user lie on this machine, whatever `TMPDIR` says: two runs must find the same place. */
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

/** Absolute. Made when it is not there; the system's temporary folder where no folder of ours can be had. */
export function lockFolder(): string {
  const isWindows = process.platform === 'win32';
  const { homedir, uid } = userInfo();
  const folder = isWindows
    ? path.join(homedir, 'AppData', 'Local', 'Temp', 'vitest-agent-eval')
    : `/tmp/vitest-agent-eval-${uid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = lstatSync(folder);
    // Somebody else may have made it first, to keep us from the backend or to lead us elsewhere.
    return stats.isDirectory() && (isWindows || stats.uid === uid) ? folder : tmpdir();
  } catch {
    return tmpdir();
  }
}
