/**
 * Runs the e2e tests that touch Vitest's own surface on Vitest 5, in a copy of the project: `npm run test:vitest5`.
 * Vitest 5 needs Node 22.12; an older one takes Node 24 from npm. What npm installed is kept in `.cache/vitest5`.
 * Arguments go to Vitest.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const VITEST = '5.1.2';
const NODE = '24.22.3';
const TESTS = ['own-tests', 'watch', 'shards', 'package', 'listing', 'reports'];

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = path.join(root, '.cache', 'vitest5');
const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { dependencies, devDependencies, scripts: _, ...project } = read('package.json');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const newEnough = major > 22 || (major === 22 && minor >= 12);
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const manifest = JSON.stringify(
  {
    ...project,
    dependencies,
    devDependencies: {
      typescript: devDependencies.typescript,
      // Vitest 5 refuses the types of Node 20.
      '@types/node': '^24.0.0',
      vitest: VITEST,
      ...(newEnough ? {} : { [nodePackage]: NODE }),
    },
  },
  null,
  2,
);

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: copy, stdio: 'inherit', ...options });
  if (error) throw error;
  return status ?? 1;
}

function install() {
  const file = path.join(copy, 'package.json');
  const stamp = path.join(copy, 'node_modules', '.installed.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest) return 0;
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  writeFileSync(file, manifest);
  const args = [
    'install',
    '--loglevel=error',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
  ];
  const status = run('npm', args, { shell: process.platform === 'win32' });
  if (status === 0) writeFileSync(stamp, manifest);
  return status;
}

function copySources() {
  const folders = ['src', 'reporters', 'scenarios', 'corpus'];
  for (const folder of [...folders, 'test']) {
    rmSync(path.join(copy, folder), { recursive: true, force: true });
  }
  const files = [
    'README.md',
    'LICENSE',
    'scenario.schema.json',
    'experiment.schema.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ];
  for (const each of [...files, 'vitest.config.ts', ...folders, 'test/support', 'test/e2e']) {
    cpSync(path.join(root, each), path.join(copy, each), { recursive: true });
  }
}

const installed = install();
if (installed === 0) {
  copySources();
  const node = newEnough ? process.execPath : path.join(copy, 'node_modules', nodePackage, 'bin', 'node');
  const tests = TESTS.map((name) => `test/e2e/${name}.test.ts`);
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', ...tests];
  process.exitCode = run(node, [...args, ...process.argv.slice(2)]);
} else {
  process.exitCode = installed;
}
