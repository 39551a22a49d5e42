/** What a repair must not touch, and what it is given: on the small agent, with a repairer that tries. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AGENT, NO_TRACES, put, rig, traces } from './support.ts';

const goodTool = { write: { 'tools.txt': 'lookup: looks up\n' } };

test('fault 31: scenarios and corpus outside: refused, set aside and put back as they were', async () => {
  const it = rig();
  const scenario = path.join(it.project, 'scenarios/a.yaml');
  const added = path.join(it.project, 'scenarios/deep/easy.yaml');
  const corpus = path.join(it.project, 'corpus');
  it.script(
    [goodTool, { write: { [scenario]: 'id: easy\n', [added]: 'x' } }, { remove: corpus }],
    [goodTool],
  );
  const { log } = await it.fix({ settings: { maxIterations: 2 } });
  expect(log[0]).toMatchObject({
    outcome: 'rejected',
    reason: expect.stringContaining(`it changes ${scenario}`),
  });
  expect(log[0]?.reason).toContain(path.join(corpus, 'doc.md'));
  expect(readFileSync(scenario, 'utf8')).toBe('id: a\n');
  expect(existsSync(added)).toBe(false);
  // Fault 31: it may have been the user's own work, and is not lost.
  const aside = path.join(it.folder, 'iteration-1/set-aside');
  const kept = readdirSync(aside).map((name) => [
    name.replace(/^\d+-/, ''),
    readFileSync(path.join(aside, name), 'utf8'),
  ]);
  expect(Object.fromEntries(kept)).toEqual({ 'a.yaml': 'id: easy\n', 'easy.yaml': 'x' });
  expect(readFileSync(path.join(corpus, 'doc.md'), 'utf8')).toContain('42 euros');
  expect(log[1]).toMatchObject({ outcome: 'kept' });
  expect(it.evaluated).toHaveLength(2);
});

test.each([
  [
    'a protected folder',
    { write: { 'eval/scenarios/x.yaml': 'x' } },
    /eval\/scenarios\/x\.yaml, which is protected/,
  ],
  ['its case changed', { write: { 'Corpus/x.md': 'x' } }, /protected \(corpus\)/],
  ['a symbolic link', { link: ['tools', '/etc'] }, /makes tools a symbolic link/],
])('%s in the worktree is refused', async (_, step, reason) => {
  const it = rig();
  it.script([goodTool, step], []);
  const { log } = await it.fix({ settings: { maxIterations: 1 } });
  expect(log[0]).toMatchObject({ outcome: 'rejected', reason: expect.stringMatching(reason) });
  expect(it.evaluated).toHaveLength(1);
  expect(traces(it.agent)).toEqual(NO_TRACES);
});

test('a repairer that writes into the user’s own tree or refs ends the fix, which leaves them alone', async () => {
  const it = rig();
  const theirs = path.join(it.agent, 'tools.txt');
  it.script([{ write: { [theirs]: 'mine' } }]);
  const { log, history } = await it.fix();
  expect(log).toHaveLength(1);
  expect(log[0]?.outcome).toBe('rejected');
  expect(history.stopped).toEqual({
    by: 'unsafe',
    message: 'your own repository changed meanwhile: tools.txt',
  });
  expect(readFileSync(theirs, 'utf8')).toBe('mine');

  const other = rig();
  other.script([goodTool, { git: ['branch', 'sneaky'] }]);
  const { history: second } = await other.fix();
  expect(second.stopped?.message).toBe('your own repository changed meanwhile: refs/heads/sneaky');
  const hooks = rig();
  hooks.script([goodTool, { git: ['config', 'core.fsmonitor', 'touch /tmp/never'] }]);
  expect((await hooks.fix()).history.stopped?.message).toContain('.git/config');
});

test('a commit of the repairer’s own changes nothing about its patch', async () => {
  const it = rig();
  it.script([goodTool, { git: ['add', '-A'] }, { git: ['commit', '-q', '-m', 'Mine'] }]);
  const { log } = await it.fix({ settings: { maxIterations: 1 } });
  expect(log[0]).toMatchObject({ outcome: 'kept', files: ['tools.txt'] });
  // Its own objects are its own doing.
  expect(traces(it.agent)).toEqual({ ...NO_TRACES, unreachable: expect.any(String) });
});

test('what git ignores is not held: the patch is all there is', async () => {
  const it = rig();
  it.script([goodTool, { write: { 'ignored/cache.txt': 'x' } }]);
  await it.fix({ settings: { maxIterations: 1 } });
  expect(it.evaluated[1]?.files).toEqual(['.git', '.gitignore', 'history.txt', 'steady.txt', 'tools.txt']);
});

test('a dirty tree, no repository, no commit: refused before anything is run', async () => {
  const it = rig();
  put(it.agent, { 'steady.txt': 'changed', 'untracked.txt': 'x' });
  await expect(it.fix()).rejects.toThrow(/has changes that are not committed: steady\.txt, untracked\.txt\./);
  await expect(it.fix({ source: it.project })).rejects.toThrow(/is not in a git repository/);
  await expect(it.fix({ source: '/nowhere' })).rejects.toThrow(/There is no folder \/nowhere/);
  expect(it.evaluated).toEqual([]);
});

test('the repairer gets the prompt on stdin, a worktree to stand in, and nothing of the evaluation', async () => {
  const it = rig();
  it.script([]);
  await it.fix({ env: { ...process.env, AGENT_EVAL_TARGET: 'x', GIT_DIR: '/elsewhere' } });
  const [call] = it.calls();
  expect(call?.cwd).toBe(it.evaluated[0]?.worktree);
  expect(call?.cwd).not.toContain(it.agent);
  expect(call?.env.filter((name) => /^(AGENT_EVAL_|GIT_)/.test(name))).toEqual([]);
  expect(call?.prompt).toBe(readFileSync(path.join(it.folder, 'iteration-1/prompt.md'), 'utf8'));
});

test('scenarios in the agent’s own repository: protected there, results are no change', async () => {
  const it = rig({ ...AGENT, 'quality/cases/a.yaml': 'id: a\n' });
  put(it.agent, { 'results/run_1/scorecard.json': '{}' });
  const inside = {
    projectRoot: it.agent,
    evaluationPaths: [path.join(it.agent, 'quality/cases')],
    results: path.join(it.agent, 'results'),
    folder: path.join(it.agent, 'results/fix'),
    settings: { maxIterations: 1 },
  };
  it.script([goodTool, { write: { 'quality/cases/a.yaml': 'id: b\n' } }], [goodTool]);
  const refused = await it.fix(inside);
  expect(refused.log[0]).toMatchObject({
    outcome: 'rejected',
    reason: 'it changes quality/cases/a.yaml, which is protected (/quality/cases)',
  });
  expect((await it.fix(inside)).log[0]?.outcome).toBe('kept');
});
