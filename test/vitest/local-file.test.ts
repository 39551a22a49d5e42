import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { localFile } from '../../src/vitest/local-file.ts';

let root = '';
let here = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'local-file-'));
  onTestFinished(() => rm(root, { recursive: true }));
  here = path.join(root, 'scenarios', 'shop', 'lamp.yaml');
  await mkdir(path.dirname(here), { recursive: true });
  await writeFile(here, '');
});

test.for([
  '/home/ci/build/scenarios/shop/lamp.yaml',
  'D:\\a\\scenarios\\shop\\lamp.yaml',
  '/scenarios/old/scenarios/shop/lamp.yaml',
])('%s is the file of the same place here', (foreign) => {
  expect(localFile(foreign, [path.join(root, 'scenarios')])).toBe(here);
});

test('a file of ours and one that is not here keep their paths', () => {
  const folders = [path.join(root, 'scenarios')];
  expect(localFile(here, folders)).toBe(here);
  expect(localFile('/home/ci/scenarios/shop/gone.yaml', folders)).toBe('/home/ci/scenarios/shop/gone.yaml');
  expect(localFile('/home/ci/test/shop/lamp.yaml', folders)).toBe('/home/ci/test/shop/lamp.yaml');
});
