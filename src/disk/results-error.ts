/** The one error of this room: a file or folder of results that cannot be read or written. */
import { codeOf } from '../error-code.ts';

export class ResultsError extends Error {
  override readonly name = 'ResultsError';
  /** The file or folder it is about. */
  readonly path: string;

  constructor(message: string, path: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

/** Words what the file system refused, and what a person can do about it. */
export function fileError(action: string, path: string, cause: unknown): ResultsError {
  if (cause instanceof ResultsError) return cause;
  const code = codeOf(cause);
  return new ResultsError(`Could not ${action} ${path}: ${WORDS[code] ?? fallback(cause)}`, path, { cause });
}

const NOT_WRITABLE =
  'this user may not write or read there. Change its permissions, or set AGENT_EVAL_RESULTS to another folder.';

const WORDS: Readonly<Record<string, string>> = {
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EROFS: 'the file system is read-only. Set AGENT_EVAL_RESULTS to a folder that can be written.',
  ENOSPC: 'the disk is full. Free some space, or set AGENT_EVAL_RESULTS to a folder on another disk.',
  EDQUOT:
    'the disk quota is used up. Free some space, or set AGENT_EVAL_RESULTS to a folder on another disk.',
  ENOENT: 'it does not exist. Check the path, or run the scenarios first.',
  ENOTDIR: 'a part of this path is a file, not a folder. Set AGENT_EVAL_RESULTS to another folder.',
  EEXIST:
    'something of that name stands there and is no folder. Move it, or set AGENT_EVAL_RESULTS to another folder.',
  EISDIR: 'a folder of that name stands there. Move or delete it.',
  ENOTEMPTY: 'a folder of that name stands there. Move or delete it.',
  EMFILE: 'too many files are open. Raise the limit (ulimit -n) or close other programs.',
};

function fallback(cause: unknown): string {
  return `${cause instanceof Error ? cause.message : String(cause)}. Check the path and the disk.`;
}
