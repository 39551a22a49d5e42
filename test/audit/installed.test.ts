/** A package found by the Python that has it, without being imported. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { auditTarget, findInstalledTarget } from '../../src/audit/audit.ts';
import { HELPERS, pairsSource, tree } from './trees.ts';

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

test.runIf(hasPython)('the first Python that has the package answers', async () => {
  const folder = tree({ [HELPERS]: pairsSource(), 'gaia/__init__.py': 'raise SystemExit("imported")\n' });
  // A Python that has the package: as if it were installed there.
  const having = [
    'python3',
    '-c',
    `import sys; sys.path.append(${JSON.stringify(folder)}); exec(sys.argv[2])`,
  ];
  const found = await findInstalledTarget([['no-such-python'], ['python3', '-I'], having]).catch(String);
  expect(found).toContain(path.join(folder, 'gaia'));
  expect((await auditTarget(found)).facts.history_window).toMatchObject({ value: { pairs: 5 } });
});

test('nobody has it: who was asked is named', async () => {
  await expect(findInstalledTarget([['no-such-python'], ['no-other']])).rejects.toThrow(
    /No installed Agent UI was found \(no-such-python: not installed; no-other: not installed\)\. Give the path/,
  );
});
