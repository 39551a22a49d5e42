import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { config, createProject } from '../support/project.ts';
import { scenarioYaml } from '../support/scenario.ts';

/** An address that was free a moment ago: connections to it are refused. */
async function nobody() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return { AGENT_EVAL_TARGET: url, AGENT_EVAL_MCP: `${url}/mcp`, AGENT_EVAL_JUDGE: 'rules' };
}

test('a run with no agent says so in one line, ends every scenario INFRA_ERROR and exits 1', async () => {
  const ids = ['first', 'second', 'third'];
  const project = await createProject({
    'vitest.config.ts': config(),
    ...Object.fromEntries(ids.map((id) => [`scenarios/personality/${id}.yaml`, scenarioYaml({ id })])),
  });
  const run = await project.vitest(['run', '--project', 'agent-eval'], await nobody());
  expect(run.exitCode, run.output).toBe(1);
  const said = run.stderr.split('\n').filter((line) => /^agent-eval {2}(?!\[)/.test(line));
  expect(said).toEqual([expect.stringMatching(/^agent-eval {2}no agent at http:(?!.*gaia)/)]);
  const scorecard = await project.scorecard();
  expect(scorecard.summary).toMatchObject({ total_scenarios: 3, infra_error: 3, passed: 0, failed: 0 });
  expect(scorecard.scenarios.map(({ scenario_id, status }) => [scenario_id, status])).toEqual(
    ids.map((id) => [id, 'INFRA_ERROR']),
  );
  for (const id of ids) expect((await project.trace(id)).elapsed_s).toBeLessThan(1);
  expect(await project.summary()).toContain('INFRA_ERROR');
});

test('listing and the other projects need no agent and leave no results', async () => {
  const project = await createProject({
    'vitest.config.ts': config('', "projects: [{ test: { name: 'unit', include: ['test/**/*.test.ts'] } }]"),
    'scenarios/personality/first.yaml': scenarioYaml({ id: 'first' }),
    'test/one.test.ts': "import { expect, test } from 'vitest';\ntest('one', () => expect(1).toBe(1));\n",
  });
  const list = await project.vitest(['list', '--project', 'agent-eval'], await nobody());
  expect(list.exitCode, list.output).toBe(0);
  expect(list.stdout).toContain('first');
  const unit = await project.vitest(['run', '--project', 'unit'], await nobody());
  expect(unit.exitCode, unit.output).toBe(0);
  expect(unit.stdout).toContain('1 passed');
  expect(await project.runs()).toEqual([]);
});
