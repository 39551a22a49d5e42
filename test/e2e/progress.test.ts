/** How far a run is: a line per finished scenario in logs, lines at the foot of a terminal, reports left whole. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startHttpFake } from '../support/fake-agent-ui.ts';
import { config, createProject, repository } from '../support/project.ts';
import { scenarioYaml } from '../support/scenario.ts';

const scenarios = (ids: readonly string[], user_message: string) =>
  Object.fromEntries(
    ids.map((id) => [
      `scenarios/personality/${id}.yaml`,
      scenarioYaml({
        id,
        turns: [{ turn: 1, user_message, success_criteria: 'A greeting.', checks: { mentions: ['hello'] } }],
      }),
    ]),
  );

test('a line per finished scenario on standard error; a JSON report stays whole', async () => {
  const fake = await startHttpFake();
  try {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const project = await createProject({
      'vitest.config.ts': config('{ workers: 1 }'),
      ...scenarios(ids, '[[say hello]]'),
      'scenarios/personality/broken.yaml': 'id: broken\nturns: nothing\n',
    });
    const env = {
      AGENT_EVAL_TARGET: 'http://127.0.0.1:4200',
      AGENT_EVAL_MCP: fake.url,
      AGENT_EVAL_JUDGE: 'rules',
    };
    const run = await project.vitest(['run', '--project', 'agent-eval', '--reporter=json'], env);
    expect(() => JSON.parse(run.stdout), run.stdout).not.toThrow();
    const lines = run.stderr.split('\n').filter((line) => /^agent-eval {2}\[/.test(line));
    expect(lines.map((line) => line.match(/\[\d\/\d\]/)?.[0])).toEqual(
      ['1', '2', '3', '4', '5', '6'].map((nth) => `[${nth}/6]`),
    );
    expect(lines.filter((line) => / PASS [a-e] \(\d+\.\d s\)/.test(line))).toHaveLength(5);
    expect(lines.filter((line) => / ERRORED scenarios\/personality\/broken\.yaml /.test(line))).toHaveLength(
      1,
    );

    // What a filter leaves out is no part of the total.
    const named = await project.vitest(
      ['run', '--project', 'agent-eval', '-t', '^b$', 'personality/b.yaml'],
      env,
    );
    expect(named.stderr).toContain('agent-eval  [1/1] PASS b ');
  } finally {
    await fake.kill();
  }
});

const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

test.runIf(hasScript)("at the foot of a terminal, within Vitest's own window", async () => {
  const fake = await startHttpFake();
  const project = await createProject({
    'vitest.config.ts': config('{ workers: 1 }'),
    ...scenarios(['slow', 'slower'], '[[delay 2500]] [[say hello]]'),
  });
  try {
    const vitest = `${process.execPath} ${repository}/node_modules/vitest/vitest.mjs run --project agent-eval`;
    const { CI: _ci, GITHUB_ACTIONS: _github, VITEST: _vitest, ...own } = process.env;
    const child = spawn('script', ['-qefc', vitest, '/dev/null'], {
      cwd: project.folder,
      env: {
        ...own,
        AGENT_EVAL_TARGET: 'http://127.0.0.1:4200',
        AGENT_EVAL_MCP: fake.url,
        AGENT_EVAL_JUDGE: 'rules',
        TERM: 'xterm',
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let screen = '';
    child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()));
    const [code] = await once(child, 'close');
    expect(code, screen).toBe(0);
    expect(screen).toMatch(/agent-eval {2}0 of 2 finished/);
    expect(screen).toMatch(/agent-eval {2}1 of 2 finished \(1 PASS\)/);
    expect(screen).toMatch(/slow(?:er)? +turn 1\/1, waiting for the agent [12] s/);
    // The end of the run is Vitest's and the table's: our lines are gone.
    const end = screen.slice(screen.lastIndexOf('Test Files'));
    expect(end).toContain('Agent eval  run_');
    expect(end).not.toContain('waiting for the agent');
    expect(screen).not.toMatch(/agent-eval {2}\[1\/2\]/);
  } finally {
    await fake.kill();
  }
});
