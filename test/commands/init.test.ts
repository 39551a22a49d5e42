/** `agent-eval init`: what it writes, and what it leaves alone. */
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { commandFolder, type CommandFolder } from '../support/command.ts';

let here: CommandFolder;
let folder: string;

beforeEach(async () => {
  here = await commandFolder();
  ({ folder } = here);
});

const init = (...words: string[]) => here.run('init', ...words);

const repository = path.resolve(import.meta.dirname, '../..');

test('the benchmark is copied whole but for what its corpus generates, and once more changes nothing', async () => {
  const first = await init('--benchmark', '--to', 'evals');
  expect(first.code, first.err).toBe(0);
  expect(first.out).toContain("agentEval({ scenarios: 'evals/scenarios', corpus: 'evals/corpus' })");
  const copied = await readFile(path.join(folder, 'evals/corpus/manifest.json'));
  expect(copied.equals(await readFile(path.join(repository, 'corpus/manifest.json')))).toBe(true);
  const names = await readdir(path.join(folder, 'evals'), { recursive: true });
  expect(names).toContain(path.join('scenarios', 'rag_quality', 'simple_factual_rag.yaml'));
  expect(names.filter((name) => /large_report\.md$|\.pdf$|\.xlsx$/.test(name))).toEqual([]);

  const again = await init('--benchmark', '--to', 'evals');
  expect(again.out).toMatch(/^0 files written to evals, \d+ were there already\./);
});

test('a file that differs is named and kept, and then nothing is written; --force overwrites it', async () => {
  await init('--benchmark');
  const own = path.join(folder, 'corpus/manifest.json');
  const other = path.join(folder, 'scenarios/rag_quality/csv_analysis.yaml');
  await writeFile(own, '{ "documents": [] }\n');
  await rm(other);

  const refused = await init('--benchmark');
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(
    /A file is there with other content\. Nothing was written\.\n +corpus\/manifest\.json/,
  );
  expect(await readFile(own, 'utf8')).toBe('{ "documents": [] }\n');
  await expect(readFile(other)).rejects.toThrow('ENOENT');

  const forced = await init('--benchmark', '--force');
  expect(forced.out).toMatch(/^2 files written to \./);
  expect(await readFile(own, 'utf8')).toContain('acme_q3_report');
});

test('a link is no file of ours: what it leads to stays as it is', async () => {
  const elsewhere = path.join(folder, 'elsewhere.json');
  await writeFile(elsewhere, 'mine');
  await init('--benchmark');
  await rm(path.join(folder, 'corpus/manifest.json'));
  await symlink(elsewhere, path.join(folder, 'corpus/manifest.json'));
  expect((await init('--benchmark')).code).toBe(2);
  expect((await init('--benchmark', '--force')).code).toBe(0);
  expect(await readFile(elsewhere, 'utf8')).toBe('mine');
});

test("without a flag a project of one's own begins; a configuration that is there is left alone", async () => {
  const first = await init();
  expect(first.code, first.err).toBe(0);
  const names = await readdir(folder, { recursive: true });
  expect(names).toEqual(expect.arrayContaining(['vitest.config.ts', path.join('eval', 'agent.ts')]));
  const config = path.join(folder, 'vitest.config.ts');
  await writeFile(config, 'export default {};\n');
  expect((await init('--agent')).code).toBe(0);
  expect(await readFile(config, 'utf8')).toBe('export default {};\n');
});
