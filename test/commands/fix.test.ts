/** `agent-eval fix` as it is typed: what is refused before anything is run, and what is printed. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../src/commands/program.ts';
import { AGENT, git, put, repository, temporary } from '../fix/support.ts';
import { card } from '../support/scorecards.ts';

const AS = { target: 'http://127.0.0.1:9', judge: 'rules' };

async function type(words: readonly string[], env: Record<string, string> = {}) {
  const cwd = temporary('project');
  put(cwd, {
    'results/run_1/scorecard.json': JSON.stringify(card([{ id: 'a' }], { config: AS })),
    'results/run_2/scorecard.json': JSON.stringify(card([{ id: 'a', status: 'FAIL' }], { config: AS })),
  });
  const said = { out: '', err: '' };
  const code = await runCommandLine(words, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      AGENT_EVAL_TARGET: AS.target,
      AGENT_EVAL_JUDGE: AS.judge,
      AGENT_EVAL_MCP: 'node {worktree}/server.mjs',
      AGENT_EVAL_FIX_REPAIRER: 'node -e 0',
      ...env,
    },
    columns: 100,
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  return { code, ...said, results: readdirSync(path.join(cwd, 'results')) };
}

test.each<[string, string[], Record<string, string>, RegExp]>([
  ['no source', [], {}, /Say where the agent's source is: --source/],
  ['no such source', ['--source', '/nowhere'], {}, /There is no folder \/nowhere/],
  [
    'no repairer',
    ['--source', '.', '--repairer', 'no-such-agent -p'],
    {},
    /There is no no-such-agent to repair with/,
  ],
  [
    'a repairer that is an address',
    ['--source', '.', '--repairer', 'http://x'],
    {},
    /--repairer is a command/,
  ],
  ['an open quote', ['--source', '.', '--repairer', 'node "x'], {}, /--repairer: a quote \("\) is left open/],
  [
    'dangerous flags',
    ['--source', '.', '--repairer', 'node --dangerously-skip-permissions'],
    {},
    /takes its guards away: --dangerously-skip-permissions.*--allow-dangerous/,
  ],
  ['no way to restart', ['--source', '.'], { AGENT_EVAL_MCP: 'http://127.0.0.1:9/mcp' }, /--restart/],
  [
    'the embedded agent',
    ['--source', '.'],
    { AGENT_EVAL_TARGET: 'embedded' },
    /embedded agent is part of this package/,
  ],
  [
    'a bad number',
    ['--source', '.', '--max-fix-iterations', 'x'],
    {},
    /--max-fix-iterations: must be a number/,
  ],
  ['a bad rate', ['--source', '.', '--target-pass-rate', '90'], {}, /--target-pass-rate: /],
  [
    'a run of another judge',
    ['run_1', '--source', '.'],
    { AGENT_EVAL_JUDGE: 'anthropic' },
    /another judge \(rules\)/,
  ],
  [
    'a run of another agent',
    ['run_1', '--source', '.'],
    { AGENT_EVAL_TARGET: 'http://x' },
    /another agent \(http/,
  ],
  ['no such run', ['run_9', '--source', '.'], {}, /There is no run run_9/],
])('%s: one line, exit code 2, nothing started', async (_, words, env, message) => {
  const { code, out, err } = await type(['fix', ...words], env);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(message);
  expect(err).not.toMatch(/^\s+at /m);
});

test('uncommitted changes are refused', async () => {
  const agent = repository(AGENT);
  writeFileSync(path.join(agent, 'new.txt'), 'x');
  const { code, err, results } = await type(['fix', 'run_2', '--source', agent]);
  expect(code).toBe(2);
  expect(results).toEqual(['run_1', 'run_2']);
  expect(err).toContain('has changes that are not committed: new.txt.');
});

test('a run in which nothing fails: nothing to do, and it holds', async () => {
  const agent = repository(AGENT);
  mkdirSync(path.join(agent, 'ignored'));
  const { code, out, results } = await type(['fix', 'run_1', '--source', agent]);
  expect(code).toBe(0);
  expect(out).toContain('Stopped: no scenario fails.');
  expect(out).toContain('No repair was kept.');
  expect(results.filter((name) => name.startsWith('fix_'))).toHaveLength(1);
});

test('dangerous flags that are allowed are named; a secret in the command is not', async () => {
  const agent = repository(AGENT);
  const repairer = 'node --yolo --api-key abcdefgh12345';
  const run = await type([
    'fix',
    'run_2',
    '--source',
    agent,
    '--repairer',
    repairer,
    '--allow-dangerous',
    '--json',
  ]);
  expect(run.code).toBe(1);
  expect(run.err).toContain('its guards are off by your setting: --yolo');
  expect(JSON.parse(run.out)).toMatchObject({
    history: { dangerous_flags: ['--yolo'] },
    log: [{ outcome: 'failed' }, {}],
  });
  expect(run.out + run.err).not.toContain('abcdefgh12345');
  expect(git(agent, 'status', '--porcelain')).toBe('');
});
