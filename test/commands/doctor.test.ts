/** What keeps a run from working, on real servers of the loopback interface; nothing that costs is sent unless asked. */
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandFolder } from '../support/command.ts';
import { scenarioYaml } from '../support/scenario.ts';
import { startScriptedOpenAi, type ScriptedOpenAi } from '../support/scripted-openai.ts';

const repository = path.resolve(import.meta.dirname, '../..');

let server: ScriptedOpenAi;
beforeAll(async () => {
  server = await startScriptedOpenAi(() => ({ content: '{"ready": true}' }));
});
afterAll(() => server.close());

async function project(options: object) {
  const here = await commandFolder({
    'package.json': { type: 'module', private: true },
    'vitest.config.ts': `import { agentEval } from ${JSON.stringify(path.join(repository, 'src/index.ts'))};
export default { plugins: [agentEval(${JSON.stringify(options)})] };`,
    'scenarios/a.yaml': scenarioYaml({ id: 'a' }),
  });
  await symlink(path.join(repository, 'node_modules'), here.path('node_modules'), 'junction');
  return here;
}

test('the embedded agent and the rules need nothing', async () => {
  const { code, out, err } = await (await project({ target: 'embedded' })).run('doctor');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^ok +versions +vitest-agent-eval \S+, Vitest \S+, Node \S+$/m);
  expect(out).toMatch(/^ok +scenarios +1 in scenarios$/m);
  expect(out).toMatch(/^ok +target +embedded answers: .*tools/m);
  expect(out).toMatch(/^ok +judge +rules: no model, no key, no cost$/m);
});

test('a model of an endpoint: its server, its context, its price; asked only with --ping', async () => {
  const endpoints = { box: { url: server.url } };
  const here = await project({ target: 'embedded', judge: 'llm', model: 'box/scripted', endpoints });
  const quiet = await here.run('doctor');
  expect(quiet.code, quiet.out).toBe(0);
  expect(quiet.out).toMatch(/^ok +model box\/scripted +free \(local\)$/m);
  expect(quiet.out).toMatch(/^ok +model box\/scripted +\S+ is up/m);
  expect(server.requests).toEqual([]);
  const asked = await here.run('doctor', '--ping', '--json');
  expect(JSON.parse(asked.out)).toContainEqual({
    about: 'model box/scripted',
    state: 'ok',
    says: expect.stringMatching(/^it answered in [\d.]+ s, for \$0\.00000$/),
  });
  expect(server.requests).toHaveLength(1);
});

test('what is in the way is said with what to do, and a model that the server does not list', async () => {
  const gone = await startScriptedOpenAi();
  await gone.close();
  const here = await project({
    target: 'http://127.0.0.1:1',
    mcp: 'http://127.0.0.1:1/mcp',
    judge: 'llm',
    model: 'box/other',
    simulatorModel: 'lemonade/Qwen3',
    documentsRoot: 'nowhere',
    endpoints: { box: { url: server.url }, lemonade: { url: gone.url } },
  });
  const { code, out } = await here.run('doctor');
  expect(code).toBe(1);
  expect(out).toMatch(/^NO +target +no agent at http:\/\/127\.0\.0\.1:1/m);
  expect(out).toMatch(/^NO +documents root +.*nowhere/m);
  expect(out).toMatch(/^warn +model box\/other +.*it does not list other, but scripted$/m);
  expect(out).toMatch(/^NO +model lemonade\/Qwen3 +nothing answers at .*Start it: lemonade-server serve$/m);
});

test('a key that is not set, a price that nobody gave, a slip in an endpoint; settings that cannot be read are 2', async () => {
  const cloud = await project({ target: 'embedded', judge: 'llm', model: 'openai/gpt-5-mini' });
  const { code, out } = await cloud.run('doctor');
  expect(code).toBe(1);
  expect(out).toMatch(/^NO +model openai\/gpt-5-mini +OPENAI_API_KEY is not set/m);
  expect(out).toMatch(/^NO +model openai\/gpt-5-mini +The price of the model .*AGENT_EVAL_PRICE/m);
  const slip = await project({ target: 'embedded', judge: 'llm', model: 'olama/qwen3' });
  expect((await slip.run('doctor')).out).toContain('Did you mean "ollama/qwen3"?');
  const wrong = await project({ budget: -1 });
  expect(await wrong.run('doctor')).toMatchObject({ code: 2, err: expect.stringContaining('budget') });
});
