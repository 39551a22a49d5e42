/**
 * The folder in which a repair is made: a git worktree without a branch (I/O). Nothing is committed: states are trees,
 * told apart with an index and in an object store of ours, so that the user's repository holds none of them.
 */
import { rmSync } from 'node:fs';
import { mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../error-code.ts';
import { atExit } from './at-exit.ts';
import { gitIn, gitSync } from './git.ts';
import type { ChangedFile } from './protected.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

export interface Worktree {
  /** Absolute. */
  readonly folder: string;
  /** What the folder holds now, as a tree; files that git ignores are no part of it. */
  capture(): Promise<string>;
  /** Makes the folder hold that tree and nothing else. */
  restore(tree: string): Promise<void>;
  /** The first tree: that of the commit. */
  readonly start: string;
  files(from: string, to: string): Promise<ChangedFile[]>;
  patch(from: string, to: string): Promise<string>;
  remove(): Promise<void>;
}

const PREFIX = 'agent-eval-fix-';

export async function addWorktree(root: string, commit: string): Promise<Worktree> {
  await removeOrphans(root);
  const parent = await realpath(await makeTemporaryFolder(`${PREFIX}${process.pid}-`));
  const folder = path.join(parent, 'tree');
  const clearSync = () => {
    gitSync(root, 'worktree', 'remove', '--force', '--force', folder);
    rmSync(parent, { recursive: true, force: true });
    gitSync(root, 'worktree', 'prune');
  };
  const forget = atExit(clearSync);
  const repository = gitIn(root);
  const remove = async () => {
    await rm(parent, { recursive: true, force: true });
    await repository('worktree', 'prune');
    forget();
  };
  try {
    await repository('worktree', 'add', '--detach', folder, commit);
    const gitDirectory = (await gitIn(folder)('rev-parse', '--absolute-git-dir')).trim();
    const common = path.resolve(root, (await repository('rev-parse', '--git-common-dir')).trim());
    const objects = path.join(parent, 'objects');
    await mkdir(objects);
    const git = gitIn(folder, {
      GIT_DIR: gitDirectory,
      GIT_WORK_TREE: folder,
      GIT_INDEX_FILE: path.join(parent, 'index'),
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: path.join(common, 'objects'),
    });
    const start = (await git('rev-parse', `${commit}^{tree}`)).trim();
    return {
      folder,
      start,
      async capture() {
        await git('read-tree', start);
        await git('add', '--all');
        return (await git('write-tree')).trim();
      },
      async restore(tree) {
        const names = await readdir(folder);
        await Promise.all(names.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
        await writeFile(path.join(folder, '.git'), `gitdir: ${gitDirectory}\n`);
        await git('read-tree', tree);
        await git('checkout-index', '--all', '--force');
      },
      async files(from, to) {
        return readRawDiff(await git('diff-tree', '-r', '--raw', '-z', '--no-renames', from, to));
      },
      patch: (from, to) =>
        git('diff-tree', '-r', '-p', '--binary', '--full-index', '--no-renames', '--no-ext-diff', from, to),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** `:100644 100755 <old> <new> M` NUL path NUL, again and again. */
export function readRawDiff(text: string): ChangedFile[] {
  const parts = text.split('\0').filter((part) => part !== '');
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    files.push({ mode: parts[at]?.split(' ')[1] ?? '', path: parts[at + 1] ?? '' });
  }
  return files;
}

/** Worktrees of ours whose process was killed before it could remove them. */
async function removeOrphans(root: string): Promise<void> {
  const list = await gitIn(root)('worktree', 'list', '--porcelain');
  const pattern = new RegExp(String.raw`^worktree (.*[/\\]${PREFIX}(\d+)-\w+)[/\\]tree$`, 'gm');
  const orphans = [...list.matchAll(pattern)].flatMap(([, parent = '', pid = '']) =>
    isAlive(Number(pid)) ? [] : [parent],
  );
  await Promise.all(orphans.map((parent) => rm(parent, { recursive: true, force: true })));
  if (orphans.length > 0) await gitIn(root)('worktree', 'prune');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
