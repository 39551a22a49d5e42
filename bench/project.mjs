// The package as a user has it (compiled, in node_modules) and projects that use it, in a folder of this run.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export const repository = path.resolve(import.meta.dirname, '..');

/** Compiles the package into a temporary folder. Remove it by `close`. */
export async function openWorkshop() {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-eval-bench-'));
  const modules = path.join(folder, 'node_modules');
  const own = path.join(modules, 'vitest-agent-eval');
  await mkdir(own, { recursive: true });
  const installed = path.join(repository, 'node_modules');
  const names = (await readdir(installed)).filter(
    (name) => !name.startsWith('.') && name !== 'vitest-agent-eval',
  );
  await Promise.all(
    names.map((name) => symlink(path.join(installed, name), path.join(modules, name), 'junction')),
  );
  const tsc = path.join(installed, 'typescript/bin/tsc');
  const config = path.join(repository, 'tsconfig.build.json');
  await promisify(execFile)(
    process.execPath,
    [tsc, '-p', config, '--outDir', path.join(own, 'dist'), '--noCheck', '--declaration', 'false'],
    { cwd: repository },
  );
  await copyFile(path.join(repository, 'package.json'), path.join(own, 'package.json'));
  let projects = 0;
  return {
    folder,
    /** Imports a compiled module of the package, such as `src/results/store/scorecard.js`. */
    load: (module) => import(path.join(own, 'dist', module)),
    /** Writes a project with these files and returns its folder. */
    async project(files) {
      projects += 1;
      const root = path.join(folder, `project-${projects}`);
      const all = {
        'package.json': '{ "type": "module", "private": true }\n',
        'vitest.config.mjs':
          "import { agentEval } from 'vitest-agent-eval';\nexport default { plugins: [agentEval()] };\n",
        'corpus/documents/0.md': '# Report\n\nThe northern region grew, the southern one is stable.\n',
        'corpus/documents/1.md': '# Annex\n\nThe board expects no change before spring.\n',
        ...files,
      };
      for (const [file, text] of Object.entries(all)) {
        await mkdir(path.dirname(path.join(root, file)), { recursive: true });
        await writeFile(path.join(root, file), text);
      }
      return root;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
