import { cp, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandFolder } from '../support/command.ts';
import { repository } from '../support/project.ts';

test('build writes the generated documents; check finds what is wrong; the old flag does both', async () => {
  const here = await commandFolder();
  for (const folder of ['corpus', 'scenarios']) {
    // oxlint-disable-next-line no-await-in-loop -- two folders
    await cp(path.join(repository, folder), here.path(folder), { recursive: true });
  }
  const report = here.path('corpus/documents/large_report.md');
  await rm(report, { force: true });
  const built = await here.run('corpus', 'build', '--missing');
  expect(built).toMatchObject({ code: 0, err: '' });
  expect(built.out).toContain('documents/large_report.md  ');
  expect((await stat(report)).size).toBeGreaterThan(100_000);
  expect(await here.run('run', '--generate-corpus')).toMatchObject({ code: 0 });

  await mkdir(here.path('truth/documents'), { recursive: true });
  await writeFile(here.path('truth/documents/budget_2025.md.yaml'), 'document: documents/budget_2025.md\n');
  const untrue = await here.run('corpus', 'check');
  expect(untrue.code).toBe(1);
  expect(untrue.out).toMatch(/budget_2025\.md\.yaml:1:1: .*`sha256`/);
  await rm(here.path('truth'), { recursive: true });
  const hidden = await here.run('corpus', 'check', '--truth-dir', 'corpus/truth');
  expect(hidden).toMatchObject({ code: 2 });
  expect(hidden.err).toContain('lies within the corpus');

  await rm(here.path('corpus/documents/acme_q3_report.md'));
  const wrong = await here.run('corpus', 'check');
  expect(wrong.code).toBe(1);
  expect(wrong.out).toContain('documents/acme_q3_report.md');
});

test('no corpus: 2, in one line', async () => {
  const here = await commandFolder();
  const { code, err } = await here.run('corpus', 'check');
  expect(code).toBe(2);
  expect(err).toMatch(/^agent-eval {2}.*manifest/);
});
