import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../src/disk/make-folder.ts';
import { makeTemporaryFolder } from '../../src/temporary-folder.ts';
import { canMount, mountDisk } from '../support/mount.ts';

async function place(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-eval-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('folders above are made too, and one that is there stays', async () => {
  const folder = path.join(await place(), 'a/b/c');
  await makeFolder(folder);
  await makeFolder(folder);
  expect((await stat(folder)).isDirectory()).toBe(true);
});

test('fault 49: under a file the cause is that file', async () => {
  const here = await place();
  await writeFile(path.join(here, 'file'), '');
  await expect(makeFolder(path.join(here, 'file/a/b'))).rejects.toThrow(
    /^Could not create .*b: a part of this path is a file, not a folder\. Set AGENT_EVAL_RESULTS/,
  );
});

test.skipIf(!canMount)(
  'fault 49: on a read-only disk the cause is the disk, however deep the folder',
  async () => {
    const disk = path.join(await place(), 'disk');
    await mkdir(disk);
    mountDisk(disk, 'ro');
    for (const folder of ['results', 'results/run_1/traces']) {
      // oxlint-disable-next-line no-await-in-loop -- two folders
      await expect(makeFolder(path.join(disk, folder))).rejects.toThrow(
        /^Could not create .*: the file system is read-only\. Set AGENT_EVAL_RESULTS to a folder that can be written\.$/,
      );
    }
  },
);

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a folder that this user may not write in',
  async () => {
    const here = await place();
    await chmod(here, 0o555);
    await expect(makeFolder(path.join(here, 'a/b'))).rejects.toThrow(/this user may not write/);
  },
);

test.skipIf(process.platform === 'win32')(
  'fault 49: a TMPDIR that is a file, or is not there, is said with what to set',
  async () => {
    const before = process.env['TMPDIR'];
    onTestFinished(() => {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    });
    const here = await place();
    await writeFile(path.join(here, 'file'), '');
    for (const [name, words] of [
      [
        'file',
        /^There is no place for temporary files: .*file is no folder\. Set TMPDIR to a folder that can be written\.$/,
      ],
      ['away', /away does not exist\. Set TMPDIR/],
    ] as const) {
      process.env['TMPDIR'] = path.join(here, name);
      // oxlint-disable-next-line no-await-in-loop -- the variable is the process's
      await expect(makeTemporaryFolder('x-')).rejects.toThrow(words);
    }
  },
);
