/** Can a command be found on the PATH? */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Looks where the operating system would look; on Windows with the endings of PATHEXT. */
export function isOnPath(command: string, env: NodeJS.ProcessEnv = process.env): boolean {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const endings = process.platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD').split(';') : [''];
  return folders.some((folder) => endings.some((ending) => isExecutable(join(folder, command + ending))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
