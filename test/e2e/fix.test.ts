/** `agent-eval fix` as it is typed, on a tiny agent with planted faults: real MCP, real runs, the rules judge. */
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { fixHistorySchema, fixLogSchema } from '../../src/fix/log.ts';
import { git, isAlive, NO_TRACES, put, repository, temporary, traces } from '../fix/support.ts';
import { config, createProject, repository as root } from '../support/project.ts';
import { scenarioYaml } from '../support/scenario.ts';

const AGENT = readFileSync(path.join(root, 'test/support/faulty-agent.mjs'), 'utf8');
const REPAIRER = path.join(root, 'test/support/scripted-repairer.mjs');

const asks = (id: string, turns: readonly (readonly [string, string])[], more: object = {}): string =>
  scenarioYaml({
    id,
    turns: turns.map(([user_message, mentions], at) => ({
      turn: at + 1,
      user_message,
      success_criteria: `Says ${mentions}.`,
      checks: { mentions: [mentions] },
    })),
    ...more,
  });
const SCENARIOS = {
  'scenarios/greeting.yaml': asks('greeting', [['hi', 'hello']]),
  'scenarios/lamp.yaml': asks('lamp', [['What does the lamp cost?', '42 euros']]),
  'scenarios/name.yaml': asks(
    'name',
    [
      ['I am Ada', 'Noted'],
      ['What is my name?', 'Ada'],
    ],
    { severity: 'critical' },
  ),
  'scenarios/stock.yaml': asks('stock', [['How many lamps are in stock?', '17']]),
};
const goodTool = {
  replace: ['server.mjs', 'Tells the weather of a town.', 'Tells what a product costs, its cost.'],
};
const goodHistory = { replace: ['server.mjs', 'HISTORY = 1', 'HISTORY = 20'] };
const badGreeting = { replace: ['server.mjs', 'hello, how', 'What do you want, how'] };

async function setUp(...script: readonly (readonly object[])[]) {
  const agent = repository({ 'server.mjs': AGENT });
  const state = temporary('repairer');
  put(state, { 'script.json': JSON.stringify(script) });
  const project = await createProject({ 'vitest.config.ts': config(), ...SCENARIOS });
  const env = {
    AGENT_EVAL_TARGET: 'http://127.0.0.1:9',
    AGENT_EVAL_JUDGE: 'rules',
    AGENT_EVAL_MCP: `"${process.execPath}" {worktree}/server.mjs`,
    AGENT_EVAL_FIX_SOURCE: agent,
    AGENT_EVAL_FIX_REPAIRER: `"${process.execPath}" ${REPAIRER} ${state}`,
  };
  const fixFolder = async () => {
    const { readdir } = await import('node:fs/promises');
    const names = await readdir(project.path('results'));
    return project.path(path.join('results', names.find((name) => name.startsWith('fix_')) ?? ''));
  };
  const json = async (name: string): Promise<unknown> =>
    JSON.parse(readFileSync(path.join(await fixFolder(), name), 'utf8'));
  const pids = () => JSON.parse(readFileSync(path.join(state, 'pids.json'), 'utf8')) as number[];
  return { agent, state, project, env, fixFolder, json, pids };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('repairs the tool and the history, takes back what breaks the greeting, stops at what cannot be repaired', async () => {
  const it = await setUp(
    [goodTool, goodHistory, { say: 'Both repaired.' }],
    [badGreeting],
    [{ say: 'No stock here.' }],
  );
  const run = await it.project.agentEval(['fix'], it.env);
  expect(run.exitCode, run.output).toBe(1);
  const log = fixLogSchema.parse(await it.json('fix_log.json'));
  expect(log.map(({ outcome }) => outcome)).toEqual(['kept', 'rolled_back', 'failed']);
  expect(log[0]).toMatchObject({
    scenario_ids: ['name', expect.any(String), expect.any(String)],
    scores: {
      name: { status_before: 'FAIL', status_after: 'PASS' },
      lamp: { status_before: 'FAIL', status_after: 'PASS' },
      stock: { status_before: 'FAIL', status_after: 'FAIL' },
      greeting: { status_before: 'PASS', status_after: 'PASS' },
    },
  });
  expect(log[1]?.scores['greeting']).toMatchObject({ status_before: 'PASS', status_after: 'FAIL' });
  const history = fixHistorySchema.parse(await it.json('fix_history.json'));
  expect(history.standings.map(({ passed, judged }) => `${passed}/${judged}`)).toEqual(['1/4', '3/4', '2/4']);
  expect(history.stopped).toEqual({ by: 'no_progress', message: 'the repairer changed nothing' });
  expect(traces(it.agent)).toEqual(NO_TRACES);
  expect(run.stdout).toContain('apply it: git -C ');
  git(it.agent, 'apply', path.join(await it.fixFolder(), 'fix.patch'));
  const repaired = readFileSync(path.join(it.agent, 'server.mjs'), 'utf8');
  expect(repaired).toContain('HISTORY = 20');
  expect(repaired).toContain('hello, how');
});

test('run --fix, over HTTP: the agent is started on the repaired tree and ended; a scenario in its tree is refused', async () => {
  const port = await freePort();
  const it = await setUp(
    [goodTool, { write: { 'scenarios/lamp.yaml': 'id: lamp\n' } }],
    [goodHistory, goodTool],
  );
  const args = [
    'run',
    '--fix',
    '--target-pass-rate',
    '0.75',
    '--scenario',
    'greeting',
    'lamp',
    'name',
    'stock',
  ];
  const run = await it.project.agentEval([...args, '--mcp', `http://127.0.0.1:${port}/mcp`], {
    ...it.env,
    AGENT_EVAL_FIX_RESTART: `"${process.execPath}" {worktree}/server.mjs --http ${port}`,
  });
  expect(run.exitCode, run.output).toBe(0);
  expect(fixLogSchema.parse(await it.json('fix_log.json'))).toMatchObject([
    { outcome: 'rejected', reason: expect.stringContaining('scenarios/lamp.yaml, which is protected') },
    { outcome: 'kept', files: ['server.mjs'] },
  ]);
  expect(run.output).toContain('3 of 4 judged scenarios pass (75 %), at least 75 % wanted');
  await expect(fetch(`http://127.0.0.1:${port}/mcp`)).rejects.toThrow('fetch failed');
  expect(traces(it.agent)).toEqual(NO_TRACES);
});

test.each([{ times: 1 }, { times: 2 }])(
  'fault 34: Ctrl-C ($times) while it repairs leaves no worktree and no process, also none in another session',
  async ({ times }) => {
    const it = await setUp([goodTool, { hang: true }]);
    const run = it.project.startAgentEval(['fix'], it.env);
    await run.printed(/failure\(s\) go to the repairer/);
    await vi.waitFor(() => it.pids(), { timeout: 30_000, interval: 50 });
    run.process.kill('SIGINT');
    if (times === 2) {
      await run.printed(/once more to end it at once/);
      run.process.kill('SIGINT');
    }
    const { exitCode, output } = await run.done;
    expect(exitCode, output).toBe(130);
    expect(traces(it.agent)).toEqual(NO_TRACES);
    await vi.waitFor(() => expect(it.pids().filter(isAlive)).toEqual([]), { timeout: 5000 });
    if (times === 1)
      expect(await it.json('fix_history.json')).toMatchObject({ stopped: { by: 'interrupted' } });
  },
);

test('Ctrl-C while the scenarios are held ends the run, too', async () => {
  const it = await setUp([goodTool]);
  const hanging = AGENT.replace('const TOOLS = {', 'const TOOLS = {\n  // never answers\n').replace(
    'const { messages } = sessions.get(session_id);',
    'const { messages } = sessions.get(session_id); process.stderr.write("asked"); while (true) {}',
  );
  put(it.agent, { 'server.mjs': hanging });
  git(it.agent, 'commit', '-q', '-am', 'It hangs');
  const run = it.project.startAgentEval(['fix'], it.env);
  await run.printed(/repairer: /);
  await vi.waitFor(
    async () => {
      const { readdir } = await import('node:fs/promises');
      const files = await readdir(await it.fixFolder(), { recursive: true });
      expect(files.some((file) => file.endsWith('.progress.json'))).toBe(true);
    },
    { timeout: 60_000, interval: 50 },
  );
  run.process.kill('SIGTERM');
  const { exitCode, output } = await run.done;
  expect(exitCode, output).toBe(143);
  expect(traces(it.agent)).toEqual({ ...NO_TRACES, commits: '2' });
  expect(await it.json('fix_history.json')).toMatchObject({ stopped: { by: 'interrupted' } });
});
