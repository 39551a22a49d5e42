import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createScenarioIndex } from '../../src/plan/scenario-index.ts';
import { scenarioYaml } from '../support/scenario.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'scenario-index-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(path.join(root, 'scenarios'));
});

const file = (name: string) => path.join(root, 'scenarios', name);
const ids = (scenarios: readonly { readonly id: string | null }[]) => scenarios.map(({ id }) => id);

test('a file is read again when it changed, and only then', async () => {
  const index = createScenarioIndex([path.join(root, 'scenarios'), path.join(root, 'absent')], root);
  await writeFile(file('a.yaml'), scenarioYaml({ id: 'first' }));
  await writeFile(file('b.yaml'), scenarioYaml({ id: 'second' }));
  const before = await index.all();
  expect(ids(before)).toEqual(['first', 'second']);
  expect(await index.one(file('a.yaml'))).toBe(before[0]);

  await writeFile(file('a.yaml'), scenarioYaml({ id: 'other' }));
  await utimes(file('a.yaml'), new Date(), new Date(Date.now() + 5000));
  expect((await index.one(file('a.yaml'))).id).toBe('other');
  const after = await index.all();
  expect(ids(after)).toEqual(['other', 'second']);
  expect(after[1]).toBe(before[1]);

  await rm(file('b.yaml'));
  expect(ids(await index.all())).toEqual(['other']);
  expect(ids(await index.recent())).toEqual(['other']);
  expect((await index.one(file('b.yaml'))).scenario).toBeNull();
});
