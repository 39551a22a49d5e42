/** Whether one path lies below another. Pure: links are the caller's to resolve. */
import path from 'node:path';

/** A folder is not inside itself. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  const isAbove = relative === '..' || relative.startsWith(`..${path.sep}`);
  return relative !== '' && !isAbove && !path.isAbsolute(relative);
}
