/** The benchmark that comes with this package: its scenarios and its corpus, without what the corpus generates. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadManifest } from '../../corpus/manifest.ts';
import { packageFolder } from '../../package-version.ts';
import type { Start, StartFile } from './start.ts';

const FOLDERS = ['scenarios', 'corpus'] as const;

export const benchmarkStart: Start = {
  flag: 'benchmark',
  summary: 'the scenarios and documents of the benchmark',
  async files() {
    const root = packageFolder();
    const { documents } = await loadManifest(path.join(root, 'corpus'));
    // A run writes them where they are missing, the same bytes everywhere.
    const generated = new Set(
      documents.flatMap((document) => (document.generated === null ? [] : [`corpus/${document.path}`])),
    );
    const names = (await Promise.all(FOLDERS.map((folder) => namesBelow(root, folder)))).flat();
    const wanted = names.filter((name) => !generated.has(name)).toSorted();
    return Promise.all(
      wanted.map(async (to): Promise<StartFile> => ({ to, bytes: await readFile(path.join(root, to)) })),
    );
  },
  next(folder) {
    const at = (name: string): string => path.posix.join(folder, name);
    const options = folder === '.' ? '' : `{ scenarios: '${at('scenarios')}', corpus: '${at('corpus')}' }`;
    const flags = folder === '.' ? '' : ` --scenario-dir ${at('scenarios')} --corpus-dir ${at('corpus')}`;
    return [
      `vitest.config.ts    plugins: [agentEval(${options})]    (import { agentEval } from 'vitest-agent-eval')`,
      `npx agent-eval run --target embedded${flags}    the core on the embedded agent: no key, no cost`,
      `npx agent-eval run --dry-run${flags}    what a run on your agent would do and may cost`,
      `npx agent-eval run --set all${flags}    the extended scenarios too`,
      'Documents that are large or binary are written by corpus/build when a run needs them.',
    ];
  },
};

async function namesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith('.'))
      .map(async (entry) => {
        const name = `${folder}/${entry.name}`;
        if (entry.isDirectory()) return namesBelow(root, name);
        return entry.isFile() ? [name] : [];
      }),
  );
  return found.flat();
}
