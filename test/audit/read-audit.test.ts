/** An audit on disk becomes the constraints of a run, or an error: never silently nothing. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { auditTarget, constraintsFrom } from '../../src/audit/audit.ts';
import { readConstraints } from '../../src/audit/read-audit.ts';
import { HELPERS, pairsSource, tree } from './trees.ts';

test('a saved audit gives the constraints of the audit itself', async () => {
  const folder = tree({ [HELPERS]: pairsSource() });
  const audit = await auditTarget(folder);
  const file = path.join(folder, 'audit.json');
  writeFileSync(file, JSON.stringify(audit));
  expect(await readConstraints(file)).toEqual(constraintsFrom(audit));
  expect(constraintsFrom(audit)).toHaveLength(3);
});

test.each([
  ['{', 'it is not JSON'],
  ['{"format":"vitest-agent-eval/audit/0"}', 'is no audit of this version'],
  [null, 'cannot be read: ENOENT'],
])('%s is refused', async (text, message) => {
  const file = path.join(tree({ x: '' }), 'audit.json');
  if (text !== null) writeFileSync(file, text);
  await expect(readConstraints(file)).rejects.toThrow(message);
});
