import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { Project } from './project.ts';

const execute = promisify(execFile);

/** The tarball that would be published, unpacked where npm puts it. */
export async function installTarball(project: Project): Promise<readonly string[]> {
  const installed = project.path('node_modules/vitest-agent-eval');
  await rm(installed, { recursive: true });
  await mkdir(installed);
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', project.folder];
  const { stdout } = await execute('npm', args, { cwd: inject('builtPackage') });
  await execute('tar', ['-xzf', project.path(stdout.trim()), '-C', installed, '--strip-components=1']);
  return readdir(installed);
}
