/**
 * Which of the agent's sessions are ours (I/O): one line when a session was made and one when it was deleted, so that
 * those of a run that died can be deleted by the next. Written before the worker hears of the session.
 */
import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { openJsonLines } from '../../disk/json-lines.ts';
import { lockHolder } from '../../disk/lock-file.ts';
import { OWNER_FILE } from '../../results/store/resume.ts';

export const SESSION_LOG = '.sessions.jsonl';

const lineSchema = z.union([
  z.object({ target: z.string() }),
  z.object({ opened: z.string() }),
  z.object({ deleted: z.string() }),
]);

export interface SessionLog {
  opened(id: string): void;
  deleted(id: string): void;
  /** Sessions that were made and not deleted. */
  left(): readonly string[];
  /** Removes the file, unless sessions are left. */
  close(): void;
}

/** Goes on with a log that is there. A line that can't be written loses a clean-up, nothing else: it is no error. */
export function openSessionLog(runDirectory: string, target: string): SessionLog {
  const file = path.join(runDirectory, SESSION_LOG);
  const log = openJsonLines(file, lineSchema);
  const left = new Set(stateOf(log.lines ?? []).left);
  let begun = log.lines !== null;
  const append = (line: z.infer<typeof lineSchema>) => {
    try {
      if (!begun) log.append({ target });
      begun = true;
      log.append(line);
    } catch {
      // The disk is full or gone: the traces will say so.
    }
  };
  return {
    opened(id) {
      left.add(id);
      append({ opened: id });
    },
    deleted(id) {
      if (left.delete(id)) append({ deleted: id });
    },
    left: () => [...left],
    close() {
      if (left.size === 0 && begun) rmSync(file, { force: true });
    },
  };
}

export interface Orphans {
  readonly ids: readonly string[];
  /** These are no longer there. */
  deleted(ids: readonly string[]): void;
}

/** Sessions that dead runs of these results left in the agent at `target`. */
export async function orphanedSessions(resultsFolder: string, target: string): Promise<readonly Orphans[]> {
  const runs = await readdir(resultsFolder).catch(() => []);
  return runs.flatMap((run) => {
    const directory = path.join(resultsFolder, run);
    const file = path.join(directory, SESSION_LOG);
    const { lines } = openJsonLines(file, lineSchema);
    if (lines === null) return [];
    const known = stateOf(lines);
    if (known.target !== target) return [];
    if (lockHolder(path.join(directory, OWNER_FILE)) !== null) return [];
    return [
      {
        ids: known.left,
        deleted(ids: readonly string[]) {
          const log = openSessionLog(directory, target);
          for (const id of ids) log.deleted(id);
          log.close();
        },
      },
    ];
  });
}

function stateOf(lines: readonly z.infer<typeof lineSchema>[]): {
  readonly target: string | null;
  readonly left: readonly string[];
} {
  const left = new Set<string>();
  let target: string | null = null;
  for (const entry of lines) {
    if ('target' in entry) target = entry.target;
    else if ('opened' in entry) left.add(entry.opened);
    else left.delete(entry.deleted);
  }
  return { target, left: [...left] };
}
