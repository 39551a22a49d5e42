// Builds the package unless dist/ is newer than everything it is made of: an evaluation should not wait for a compiler.
import { execSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const builtAt = statSync(join(root, 'dist/src/cli.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const sources = ['src', 'reporters'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((file) => join(root, folder, file)),
);
const newest = Math.max(
  ...[...sources, join(root, 'package.json'), join(root, 'tsconfig.build.json')].map(
    (file) => statSync(file).mtimeMs,
  ),
);
// A folder's time tells of files that were removed.
if (builtAt <= newest) execSync('npm run -s build', { cwd: root, stdio: 'inherit' });
