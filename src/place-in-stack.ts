/** Where in the user's own files something was thrown. Pure. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** `eval/agent.ts:12:9`, from the innermost frame below `root` that is no package's; null without one. */
export function placeInStack(stack: string, root: string): string | null {
  for (const line of stack.split('\n')) {
    const frame = /(?:\(|\bat (?:async )?|^\s*)((?:file:\/\/)?[^\s()]+):(\d+):(\d+)\)?\s*$/.exec(line);
    if (frame === null) continue;
    const [, where = '', row = '', column = ''] = frame;
    const relative = path.relative(root, fileOf(where));
    const isOwn =
      !relative.startsWith('..') &&
      !path.isAbsolute(relative) &&
      !/(?:^|[\\/])node_modules[\\/]/.test(relative);
    if (isOwn) return `${relative.split(path.sep).join('/')}:${row}:${column}`;
  }
  return null;
}

function fileOf(where: string): string {
  try {
    return where.startsWith('file://') ? fileURLToPath(where) : where;
  } catch {
    return where;
  }
}
