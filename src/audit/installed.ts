/** Where an installed Agent UI has its source: asked of the Python that has it. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { codeOf } from '../error-code.ts';
import { AuditError } from './audit-error.ts';

/** Finds the package without importing it. The working folder is no place to import from: a checkout is named by path. */
const LOOK_UP = `
import importlib.util, json, sys
sys.path[:] = [p for p in sys.path if p]
spec = importlib.util.find_spec(sys.argv[-1])
print(json.dumps(list(spec.submodule_search_locations or []) if spec else []))
`;

const PATIENCE_MS = 30_000;
const PACKAGE = 'gaia';

/**
 * The package's folder, absolute.
 * @param pythons commands to ask, each a program with its first arguments; the first that has the package answers.
 * @throws AuditError when none has it, naming who was asked.
 */
export async function findInstalledTarget(
  pythons: readonly (readonly string[])[] = [['python3'], ['python']],
): Promise<string> {
  const answers: string[] = [];
  for (const [program = 'python3', ...args] of pythons) {
    const name = [program, ...args].join(' ');
    try {
      const run = promisify(execFile);
      const { stdout } = await run(program, [...args, '-c', LOOK_UP, PACKAGE], { timeout: PATIENCE_MS });
      const [folder] = z.array(z.string()).parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
      if (folder !== undefined) return path.resolve(folder);
      answers.push(`${name} has no package ${PACKAGE}`);
    } catch (error) {
      answers.push(`${name}: ${reasonOf(error)}`);
    }
  }
  throw new AuditError(
    `No installed Agent UI was found (${answers.join('; ')}). Give the path of its source tree, or the Python that has it.`,
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (codeOf(error) === 'ENOENT') return 'not installed';
  return (error.message.trim().split('\n').at(-1) ?? '').slice(0, 200);
}
