/** An agent of one's own: a file of the project, in TypeScript, with the configuration's aliases. */
import { expect, test } from 'vitest';
import { config, createProject } from '../support/project.ts';
import { scenarioYaml } from '../support/scenario.ts';

const IDLE = /Waiting for file changes|Tests failed\. Watching/;

const AGENT = `
import { defineAgent } from 'vitest-agent-eval/agent';
import { greeting } from '@lib/words.ts';

interface State { readonly texts: readonly string[]; asked: number }

export default defineAgent<State>({
  name: 'support-bot',
  model: 'tiny-1',
  async open({ documents }) {
    return { texts: await Promise.all(documents.map((document) => document.text())), asked: 0 };
  },
  async send(message, { state, history, signal }) {
    state.asked += 1;
    if (message === 'throw') throw new TypeError('no such tool');
    if (message === 'number') return 7 as never;
    if (message === 'never') return await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    if (message === 'loop') for (;;);
    if (message === 'exit') process.exit(3);
    if (message === 'history') return history.map(({ content }) => content).join('|');
    if (message === 'code') {
      return {
        answer: \`The code is \${/\\d+/.exec(state.texts.join(' '))?.[0] ?? 'unknown'}.\`,
        tools: [{ name: 'read', arguments: { file: 'note.md' }, result: 'The code is 7341.' }],
        usage: { input: 12, output: 5 },
      };
    }
    return greeting(process.env['WHO'] ?? 'nobody');
  },
});
`;

const turn = (user_message: string, word: string, nth = 1) => ({
  turn: nth,
  user_message,
  success_criteria: 'It says so.',
  checks: { mentions: [word] },
});

const scenario = (id: string, ...turns: ReturnType<typeof turn>[]) => scenarioYaml({ id, turns });

const FILES = {
  'vitest.config.ts': config(
    "{ target: './eval/agent.ts', judge: 'rules' }",
    "env: { WHO: 'Ada' }, ",
  ).replace(
    'plugins:',
    "resolve: { alias: { '@lib': new URL('./lib', import.meta.url).pathname } }, plugins:",
  ),
  'lib/words.ts': 'export const greeting = (who: string): string => `Hello ${who}!`;\n',
  'eval/agent.ts': AGENT,
  'corpus/manifest.json': JSON.stringify({
    documents: [
      {
        id: 'note',
        filename: 'note.md',
        facts: [{ id: 'code', question: 'Code?', answer: '7341', where: 'The code is 7341.' }],
      },
    ],
  }),
  'corpus/documents/note.md': '# Note\n\nThe code is 7341.\n',
  'scenarios/personality/greets.yaml': scenario(
    'greets',
    turn('hi', 'Hello Ada'),
    turn('history', 'Hello Ada!', 2),
  ),
  'scenarios/personality/reads.yaml': scenarioYaml({
    id: 'reads',
    setup: { index_documents: [{ corpus_doc: 'note' }] },
    turns: [turn('code', '7341')],
  }),
  'scenarios/personality/throws.yaml': scenario('throws', turn('throw', 'x')),
  'scenarios/personality/shape.yaml': scenario('shape', turn('number', 'x')),
  'scenarios/personality/never.yaml': scenario('never', turn('never', 'x')),
  'scenarios/personality/loops.yaml': scenario('loops', turn('loop', 'x')),
  'scenarios/personality/exits.yaml': scenario('exits', turn('exit', 'x')),
  'scenarios/personality/wipes.yaml': scenarioYaml({
    id: 'wipes',
    setup: { memory_clear: true },
    turns: [turn('hi', 'x')],
  }),
};

test('it answers, reads documents, and each of its faults is told with its place and costs no other scenario', async () => {
  const project = await createProject(FILES);
  const run = await project.agentEval([
    'run',
    '--message-timeout',
    '2',
    '--fail-on',
    'none',
    '--allow',
    'infra',
  ]);
  const { scenarios, config: ranWith } = await project.scorecard();
  const ended = Object.fromEntries(scenarios.map(({ scenario_id, status }) => [scenario_id, status]));
  expect(ended, run.output).toEqual({
    greets: 'PASS',
    reads: 'PASS',
    throws: 'INFRA_ERROR',
    shape: 'INFRA_ERROR',
    never: 'TIMEOUT',
    loops: 'TIMEOUT',
    exits: 'INFRA_ERROR',
    wipes: 'SETUP_ERROR',
  });
  expect(ranWith).toMatchObject({ target: './eval/agent.ts', judge: 'rules' });
  const cause = async (id: string) => (await project.trace(id)).error;
  expect(await cause('throws')).toMatch(
    /^send\(\) threw TypeError: no such tool \(eval\/agent\.ts:15:\d+\)$/,
  );
  expect(await cause('shape')).toMatch(
    /^send\(\) must return the answer as a string, or .*; it returned a number$/,
  );
  expect(await cause('exits')).toContain('the agent ended its thread (process.exit, code 3)');
  expect(await cause('wipes')).toContain('the target has no memory that can be set');
  const read = await project.trace('reads');
  expect(read.turns[0]).toMatchObject({
    tool_calls: [
      { tool: 'read', arguments: '{"file":"note.md"}', success: true, summary: 'The code is 7341.' },
    ],
    performance: { input_tokens: 12, output_tokens: 5, tokens_per_second: null },
  });
  expect(read.session).toMatchObject({ model: 'tiny-1' });
  expect(run.output).not.toMatch(/gaia/i);
  expect(await project.summary()).not.toMatch(/gaia/i);
});

test('in watch mode an edit of the agent, or of a module it imports, runs the scenarios again; the doctor knows it', async () => {
  const { 'vitest.config.ts': configuration, 'eval/agent.ts': agent, 'lib/words.ts': words } = FILES;
  const project = await createProject({
    'vitest.config.ts': configuration,
    'eval/agent.ts': agent,
    'lib/words.ts': words,
    'scenarios/personality/greets.yaml': scenario('greets', turn('hi', 'Hello Ada')),
  });
  const doctor = await project.agentEval(['doctor']);
  expect(doctor.output).toMatch(
    /^ok +target +\.\/eval\/agent\.ts answers: version [0-9a-f]{12}, model tiny-1, support-bot$/m,
  );
  const watching = project.start(['--project', 'agent-eval', '--watch']);
  await watching.printed(/\[1\/1\] PASS greets/);
  await watching.printed(IDLE);
  let seen = watching.output().length;
  await project.write({ 'lib/words.ts': words.replace('Hello', 'Bye') });
  await watching.printed(/FAIL greets/, seen);
  await watching.printed(IDLE, seen);
  seen = watching.output().length;
  await project.write({
    'eval/agent.ts': agent.replace("greeting(process.env['WHO'] ?? 'nobody')", "'Hello Ada'"),
  });
  await watching.printed(/PASS greets/, seen);
  watching.process.kill('SIGINT');
  await watching.done;
});
