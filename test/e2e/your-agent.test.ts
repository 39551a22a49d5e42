/** Every agent of docs/your-agent.md, run as the page shows it. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProject, repository, type Project } from '../support/project.ts';
import { scenarioYaml } from '../support/scenario.ts';
import { startScriptedOpenAi } from '../support/scripted-openai.ts';

const page = readFileSync(path.join(repository, 'docs/your-agent.md'), 'utf8');

/** The code under a heading, by the file name in its first line. */
function codeUnder(heading: string): Record<string, string> {
  const section = page.split(/^## /m).find((each) => each.startsWith(heading)) ?? '';
  const blocks = [...section.matchAll(/```\w+\n\/\/ (\S+)\n(.*?)```/gs)];
  return Object.fromEntries(blocks.map(([, file = '', code = '']) => [file, code]));
}

const CONFIG = {
  'vitest.config.ts': codeUnder('# Evaluate your own agent')['vitest.config.ts'] ?? '',
};

async function projectOf(heading: string, asks: string, mentions: string): Promise<Project> {
  return await createProject({
    ...CONFIG,
    ...codeUnder(heading),
    'corpus/manifest.json': JSON.stringify({
      documents: [
        {
          id: 'terms',
          filename: 'terms.md',
          facts: [{ id: 'refunds', question: 'Refunds?', answer: '15 days', where: 'Refunds take 15 days.' }],
        },
      ],
    }),
    'corpus/documents/terms.md': '# Terms\n\nRefunds take 15 days.\n',
    'scenarios/personality/asks.yaml': scenarioYaml({
      id: 'asks',
      setup: { index_documents: [{ corpus_doc: 'terms' }] },
      turns: [
        { turn: 1, user_message: asks, success_criteria: 'It says so.', checks: { mentions: [mentions] } },
      ],
    }),
  });
}

/** The statuses of its scenarios; what was printed where the run did not hold. */
async function statuses(project: Project, env: Record<string, string> = {}): Promise<unknown> {
  const run = await project.agentEval(['run'], env);
  if (run.exitCode !== 0) return run.output;
  return Object.fromEntries(
    (await project.scorecard()).scenarios.map((each) => [each.scenario_id, each.status]),
  );
}

test('a function in the repository', async () => {
  const project = await projectOf('A function in your repository', 'How long do refunds take?', '15 days');
  expect(await statuses(project)).toEqual({ asks: 'PASS' });
  expect((await project.trace('asks')).turns[0]?.tool_calls).toMatchObject([
    { tool: 'search', success: true },
  ]);
});

test('an OpenAI-compatible endpoint', async () => {
  const server = await startScriptedOpenAi(({ body }) => ({
    content:
      /Refunds take [^.]*\./.exec(body.messages.map(({ content }) => content).join('\n'))?.[0] ?? 'No.',
  }));
  onTestFinished(() => server.close());
  const project = await projectOf('An OpenAI-compatible endpoint', 'How long do refunds take?', '15 days');
  expect(await statuses(project, { MODEL_URL: server.url })).toEqual({ asks: 'PASS' });
});

test('a chat endpoint over HTTP', async () => {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page's agent sends
    const { context } = JSON.parse(text) as { context: string[] };
    response.end(JSON.stringify({ reply: /Refunds take [^.]*\./.exec(context.join('\n'))?.[0] ?? 'No.' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`;
  expect(
    await statuses(await projectOf('A chat endpoint over HTTP', 'How long do refunds take?', '15 days'), {
      BOT_URL: url,
    }),
  ).toEqual({ asks: 'PASS' });
});

test('an MCP server over stdio', async () => {
  const project = await projectOf('An MCP server', 'Hello out there', 'You said: Hello out there');
  await project.write({
    'vitest.config.ts': (CONFIG['vitest.config.ts'] ?? '').replace("target: './eval/agent.ts', ", ''),
  });
  expect(await statuses(project, { AGENT_EVAL_MCP: 'node eval/server.mjs' })).toEqual({ asks: 'PASS' });
});

test('what init writes passes as it stands', async () => {
  const project = await createProject({});
  const init = await project.agentEval(['init']);
  expect(init.exitCode, init.output).toBe(0);
  const run = await project.agentEval(['run']);
  expect(run.exitCode, run.output).toBe(0);
  expect((await project.scorecard()).scenarios).toMatchObject([
    { scenario_id: 'opening_hours', status: 'PASS' },
  ]);
  const check = await project.agentEval(['corpus', 'check']);
  expect(check.output).toContain('Nothing is wrong.');
});

test('in watch mode an edit of the script of an MCP server starts it anew, and runs the scenarios again', async () => {
  const project = await projectOf('An MCP server', 'Hello out there', 'You said: Hello out there');
  const config = (CONFIG['vitest.config.ts'] ?? '').replace("target: './eval/agent.ts', ", '');
  await project.write({ 'vitest.config.ts': config });
  const watching = project.start(['--project', 'agent-eval', '--watch'], {
    AGENT_EVAL_MCP: 'node eval/server.mjs',
  });
  await watching.printed(/\[1\/1\] PASS asks/);
  await watching.printed(/Waiting for file changes/);
  const seen = watching.output().length;
  const server = codeUnder('An MCP server')['eval/server.mjs'] ?? '';
  await project.write({ 'eval/server.mjs': server.replace('You said:', 'You wrote:') });
  await watching.printed(/FAIL asks/, seen);
  expect((await project.trace('asks')).turns[0]?.agent_response).toBe('You wrote: Hello out there');
  watching.process.kill('SIGINT');
  await watching.done;
});
