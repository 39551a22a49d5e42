import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createScenarioIndex } from '../../src/plan/scenario-index.ts';
import { runFilesOfSet } from '../../src/vitest/scenario-folders.ts';
import { scenarioYaml } from '../support/scenario.ts';

test('files of another set are left out unless they are named; one that the index has not seen is not', async () => {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-eval-folders-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = (name: string): string => path.join(folder, name);
  await writeFile(file('core.yaml'), scenarioYaml({ id: 'core' }));
  await writeFile(file('more.yaml'), `set: extended\n${scenarioYaml({ id: 'more' })}`);
  const index = createScenarioIndex([folder], folder);
  await index.all();
  await writeFile(file('new.yaml'), scenarioYaml({ id: 'new' }));

  const names = ['core.yaml', 'more.yaml', 'new.yaml', 'elsewhere.yaml'];
  const project = {
    // As Vitest searches: forward slashes on every system, and a filter is a part of the path.
    globTestFiles: (filters: readonly string[] = []) =>
      Promise.resolve({
        testFiles: names
          .map((name) => file(name).replaceAll(path.sep, '/'))
          .filter((each) => filters.length === 0 || filters.some((filter) => each.includes(filter))),
        typecheckTestFiles: [],
      }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the search is asked
  runFilesOfSet(project as unknown as TestProject, { folders: [folder], index, set: 'core' });
  const found = async (...filters: string[]): Promise<string[]> =>
    (await project.globTestFiles(filters)).testFiles.map((each) => path.basename(each));
  expect(await found()).toEqual(['core.yaml', 'new.yaml']);
  expect(await found('more.yaml')).toEqual(['more.yaml']);
});
