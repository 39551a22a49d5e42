/** Runs the gallery of planted agents; `--write` puts what each scenario separates into docs/benchmark.md. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const isWriting = process.argv.includes('--write');
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'gallery', '--disable-console-intercept'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, AGENT_EVAL_WRITE_SEPARATION: isWriting ? '1' : '0' },
  },
);
process.exit(status ?? 1);
