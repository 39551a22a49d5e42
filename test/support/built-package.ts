/**
 * Global set-up of the e2e tests: the package as it is published, built once into a folder of this run, so that a
 * child Vitest meets it in `node_modules` as a user's does. Nothing of it goes through Vite, which also makes it fast.
 */
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const repository = path.resolve(import.meta.dirname, '../..');

declare module 'vitest' {
  interface ProvidedContext {
    /** Absolute path of the package's folder. */
    builtPackage: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cache = path.join(repository, 'node_modules/.cache', `agent-eval-e2e-${process.pid}`);
  const folder = path.join(cache, 'vitest-agent-eval');
  await mkdir(folder, { recursive: true });
  await compile(path.join(folder, 'dist'));
  for (const file of [
    'package.json',
    'README.md',
    'LICENSE',
    'scenario.schema.json',
    'experiment.schema.json',
  ]) {
    await copyFile(path.join(repository, file), path.join(folder, file));
  }
  for (const benchmark of ['scenarios', 'corpus']) {
    await cp(path.join(repository, benchmark), path.join(folder, benchmark), { recursive: true });
  }
  await writeFile(path.join(cache, 'package.json'), '{ "private": true }\n');
  project.provide('builtPackage', folder);
  return () => rm(cache, { recursive: true, force: true });
}

/** Types are checked elsewhere: what can be emitted is. */
async function compile(outDir: string): Promise<void> {
  const tsc = path.join(repository, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', path.join(repository, 'tsconfig.build.json'), '--outDir', outDir, '--noCheck'];
  await promisify(execFile)(process.execPath, args, { cwd: repository });
}
