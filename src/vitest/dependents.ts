/**
 * Modules of ours that hold what other files said: truths, manifests, documents. In watch mode Vitest runs one again when
 * such a file changes, but by the module that it was before; it would be judged by what is no longer so.
 */
import path from 'node:path';
import type { Vitest } from 'vitest/node';

export interface Dependents {
  /** `dependsOn`: absolute, all that the module of `file` was made of beside itself. */
  readonly note: (file: string, dependsOn: readonly string[]) => void;
  /** From now on modules are made anew when what they were made of changes. */
  readonly renewIn: (vitest: Pick<Vitest, 'vite' | 'invalidateFile'>) => void;
}

export function createDependents(): Dependents {
  const known = new Map<string, ReadonlySet<string>>();
  return {
    note(file, dependsOn) {
      known.set(file, new Set(dependsOn.map((each) => path.normalize(each))));
    },
    renewIn(vitest) {
      const renew = (file: string): void => {
        const changed = path.normalize(file);
        for (const [each, dependsOn] of known) if (dependsOn.has(changed)) vitest.invalidateFile(each);
      };
      for (const event of ['add', 'change', 'unlink'] as const) vitest.vite.watcher.on(event, renew);
    },
  };
}
