/** No secret reaches anything that a run writes or prints: planted everywhere, then looked for in every file. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpFake } from '../support/fake-agent-ui.ts';
import { config, createProject, type Project, type Run } from '../support/project.ts';
import { scenarioYaml } from '../support/scenario.ts';
import { startScriptedAnthropic } from '../support/scripted-anthropic.mjs';

const API_KEY = 'sk-ant-api03-planted0key1';
const SECRETS = {
  key: API_KEY,
  mcp: 'planted-mcp-secret-1',
  backend: 'planted-backend-secret-2',
  path: 'planted0path1secret2token3',
  header: 'cGxhbnRlZDpoZWFkZXI=',
  price: 'planted-price-secret-4',
  database: 'planted-database-5',
};

/** Every file below the folder that a run may have written, as text. */
async function written(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\.(?:ya?ml|config\.ts)$/.test(file));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)));
}

async function expectNoSecret(project: Project, runs: readonly Run[]): Promise<void> {
  const texts = new Map(await written(project.folder));
  for (const [index, run] of runs.entries()) texts.set(`the output of run ${index}`, run.raw);
  const found = [...texts].flatMap(([file, text]) =>
    Object.entries(SECRETS).flatMap(([name, secret]) =>
      text.includes(secret) ? [`${name} in ${path.relative(project.folder, file)}`] : [],
    ),
  );
  expect(found).toEqual([]);
}

test('fault 28, fault 29, fault 46: planted secrets are in no file and on no terminal', async () => {
  const fake = await startHttpFake();
  const llm = await startScriptedAnthropic();
  onTestFinished(async () => {
    await fake.kill();
    await llm.close();
  });
  const said = `The provider said: invalid x-api-key ${API_KEY}, see ${SECRETS.database}`;
  const turn = (user_message: string) => ({
    turns: [{ turn: 1, user_message, success_criteria: 'It answers.' }],
  });
  const project = await createProject({
    'vitest.config.ts': config(),
    'scenarios/personality/answers.yaml': scenarioYaml({ id: 'answers', ...turn(`[[say ${said}]]`) }),
    'scenarios/personality/fails.yaml': scenarioYaml({ id: 'fails', ...turn(`[[error ${said}]]`) }),
  });
  // A port each: one run at a time may use a backend or an MCP server.
  const at = (port: number) => ({
    ...env,
    AGENT_EVAL_BACKEND: `http://127.0.0.1:${port}/${SECRETS.path}?token=${SECRETS.backend}`,
    AGENT_EVAL_MCP: `http://127.0.0.1:${port}/mcp?key=${SECRETS.mcp}`,
  });
  const env = {
    ANTHROPIC_API_KEY: `${API_KEY}\n`,
    ANTHROPIC_BASE_URL: llm.url,
    AGENT_EVAL_SIMULATOR: 'plain',
    DATABASE_URL: `postgres://me:${SECRETS.database}@localhost/x`,
    GITHUB_STEP_SUMMARY: project.path('job.md'),
  };
  const reporters = ['--reporter=default', '--reporter=junit', '--reporter=json', '--reporter=blob'];
  const outputs = ['junit', 'json', 'blob'].map((name) => `--outputFile.${name}=reports/${name}`);
  const run = await project.vitest(['run', '--project', 'agent-eval', ...reporters, ...outputs], {
    ...at(fake.port),
    AGENT_EVAL_MCP: `${fake.url}?key=${SECRETS.mcp}`,
  });
  expect(run.exitCode, run.output).toBe(1);
  const { scenarios, config: ranWith } = await project.scorecard();
  expect(scenarios.map(({ scenario_id, status }) => [scenario_id, status])).toEqual([
    ['answers', 'PASS'],
    ['fails', 'INFRA_ERROR'],
  ]);
  expect((await project.trace('answers')).turns[0]?.agent_response).toBe(
    'The provider said: invalid x-api-key ***, see ***',
  );
  expect(ranWith.target).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\*\*\*\?token=\*\*\*#/);

  // A server that can't be started, a price that is a key, a key that is none.
  const refused = await Promise.all([
    project.vitest(['run', '--project', 'agent-eval'], {
      ...at(20),
      AGENT_EVAL_MCP: `${process.execPath} -e "process.exit(1)" -H 'Authorization: Basic ${SECRETS.header}'`,
      AGENT_EVAL_RESULTS: 'results-2',
    }),
    project.agentEval(['run'], {
      ...at(21),
      AGENT_EVAL_PRICE: SECRETS.price,
      AGENT_EVAL_RESULTS: 'results-3',
    }),
  ]);
  // After the others: they reach the agent by the same MCP server, and one run at a time may.
  const broken = [
    ...refused,
    await project.agentEval(['run'], {
      ...at(22),
      ANTHROPIC_API_KEY: `${API_KEY}\n${SECRETS.price}`,
      AGENT_EVAL_RESULTS: 'results-4',
    }),
  ];
  for (const each of broken) expect(each.exitCode, each.output).toBe(1);
  expect(broken[0]?.output).toContain('did not start');
  expect(broken[1]?.output).toContain('AGENT_EVAL_PRICE');
  expect(broken[2]?.output).toContain('ANTHROPIC_API_KEY holds a line break');
  await expectNoSecret(project, [run, ...broken]);
});
