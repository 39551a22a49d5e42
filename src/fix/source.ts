/** The user's repository of the agent: read, and never written but for the worktree's own entry (I/O). */
import { createHash } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../inside.ts';
import { FixError } from './fix-error.ts';
import { gitIn } from './git.ts';

export interface Source {
  /** Absolute: the repository's root. */
  readonly root: string;
  /** The commit that is repaired. */
  readonly commit: string;
  /** Everything of the repository that a repairer could change behind our back, in one text. */
  state(): Promise<string>;
}

const MAX_NAMED = 5;

/** `ignored`: absolute folders that do not count as changes, such as our own results. Throws {@link FixError}. */
export async function openSource(folder: string, ignored: readonly string[]): Promise<Source> {
  const start = await realpath(folder).catch(() => {
    throw new FixError(
      `There is no folder ${folder}. --source names a folder of the agent's git repository.`,
    );
  });
  const root = (
    await gitIn(start)('rev-parse', '--show-toplevel').catch((cause: unknown) => {
      throw new FixError(
        `${folder} is not in a git repository, and a repair is made in a worktree of one. Make it one: git init, git commit.`,
        { cause },
      );
    })
  ).trim();
  const git = gitIn(root);
  const commit = (
    await git('rev-parse', '--verify', 'HEAD^{commit}').catch((cause: unknown) => {
      throw new FixError(`${root} has no commit yet. A repair starts from one: git commit.`, { cause });
    })
  ).trim();
  const common = path.resolve(root, (await git('rev-parse', '--git-common-dir')).trim());
  const changes = async () =>
    (await git('status', '--porcelain', '--untracked-files=all', '--', '.', ...excluded(root, ignored)))
      .split('\n')
      .filter((line) => line !== '');
  const dirty = await changes();
  if (dirty.length > 0) {
    const named = dirty.slice(0, MAX_NAMED).map((line) => line.slice(3));
    const more = dirty.length > MAX_NAMED ? ` and ${dirty.length - MAX_NAMED} more` : '';
    throw new FixError(
      `${root} has changes that are not committed: ${named.join(', ')}${more}. A repair starts from a commit, and ` +
        'its patch must fit your tree: commit or stash them first.',
    );
  }
  return {
    root,
    commit,
    async state() {
      const refs = await git('for-each-ref', '--format=%(refname) %(objectname)');
      const head = await readFile(path.join(await gitDirectory(root), 'HEAD'), 'utf8');
      return [
        `HEAD ${head.trim()}`,
        ...refs.trim().split('\n'),
        ...(await changes()).map((line) => `changed ${line}`),
        ...(await hashes(common, ['config', 'hooks', 'info'])),
      ].join('\n');
    },
  };
}

/** Lines that two states do not share, in words. */
export function stateChanges(before: string, after: string): string[] {
  const [a, b] = [new Set(before.split('\n')), new Set(after.split('\n'))];
  const differing = [...[...a].filter((line) => !b.has(line)), ...[...b].filter((line) => !a.has(line))];
  return [
    ...new Set(differing.map((line) => line.replace(/^changed .. /, '').replace(/ [0-9a-f]{40,}$/, ''))),
  ];
}

async function gitDirectory(root: string): Promise<string> {
  return (await gitIn(root)('rev-parse', '--absolute-git-dir')).trim();
}

function excluded(root: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    if (!isInside(root, folder)) return [];
    const relative = path.relative(root, folder);
    return [`:(exclude,literal)${relative.split(path.sep).join('/')}`];
  });
}

async function hashes(folder: string, names: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const content = await readFile(file).catch(() => null);
      if (content !== null) return [`.git/${name} ${createHash('sha256').update(content).digest('hex')}`];
      const inside = await readdir(file).catch(() => []);
      return await hashes(
        folder,
        inside.map((each) => `${name}/${each}`),
      );
    }),
  );
  return lists.flat();
}
