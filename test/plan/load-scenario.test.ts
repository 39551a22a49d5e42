import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadScenario } from '../../src/plan/load-scenario.ts';
import { readScenario } from '../../src/scenario/discover.ts';
import { scenarioYaml } from '../support/scenario.ts';

test('fault 40: a manifest with many errors is one line at each scenario, with where to see them all', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'agent-eval-load-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const corpus = path.join(root, 'corpus');
  await mkdir(corpus);
  await writeFile(path.join(corpus, 'manifest.json'), '{ "documents": [\n  { "id": 1 },\n  { "id": 2 }\n] }');
  const setup = { index_documents: [{ corpus_doc: 'report' }] };
  await writeFile(path.join(root, 'one.yaml'), scenarioYaml({ id: 'one', setup }));
  const onDisk = await readScenario('one.yaml', root);
  const { module, problems } = await loadScenario(onDisk, { root, corpus }, [onDisk]);
  expect(module).toBeNull();
  const [told = '', ...others] = problems.map(({ message }) => message);
  expect(others).toEqual([]);
  expect(told).toMatch(
    /^the corpus manifest has an error at .*manifest\.json:2:\d+: .*; \d+ more: agent-eval corpus check$/,
  );
});
