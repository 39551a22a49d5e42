/** Serves the files of a user's own agent from the Vite server of their configuration: its plugins, its aliases. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Vitest } from 'vitest/node';
import type { ModuleSource } from '../agents/module/worker-thread.ts';

export interface ServedModules extends ModuleSource {
  /** The project's own files that the module is made of, absolute, as far as they were loaded. */
  filesOf(entry: string): ReadonlySet<string>;
  /** Changes with the content of any of them; null before they are loaded. */
  versionOf(entry: string): Promise<string | null>;
}

/** `env`: variables that the configuration sets for tests. */
export function serveModules(
  server: Pick<Vitest['vite'], 'environments'>,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): ServedModules {
  // Vite's, as the user's Vitest has it: this package brings none.
  const vitest = createRequire(path.join(root, 'package.json')).resolve('vitest/node');
  const runner = createRequire(vitest).resolve('vite/module-runner');
  const { ssr } = server.environments;
  const filesOf = (entry: string): ReadonlySet<string> => {
    const files = new Set<string>();
    const open = [
      ...(ssr?.moduleGraph.getModulesByFile(path.normalize(entry).split(path.sep).join('/')) ?? []),
    ];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const { file, importedModules } = node;
      if (file === null || files.has(file) || file.includes('/node_modules/')) continue;
      files.add(file);
      open.push(...importedModules);
    }
    return files;
  };
  return {
    runner,
    env,
    async invoke(payload) {
      if (ssr === undefined)
        throw new Error('The Vite server of this configuration serves no modules for Node.');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a message of Vite's own module runner
      return await ssr.hot.handleInvoke(payload as Parameters<typeof ssr.hot.handleInvoke>[0]);
    },
    filesOf,
    async versionOf(entry) {
      const files = [...filesOf(entry)].toSorted();
      if (files.length === 0) return null;
      const hash = createHash('sha256');
      for (const file of files) {
        // oxlint-disable-next-line no-await-in-loop -- one hash of all, in order
        hash.update(await readFile(file).catch(() => 'gone')).update('\0');
      }
      return hash.digest('hex').slice(0, 12);
    },
  };
}
