/** The embedded agent reads: figures that are moved in a copy of the corpus move its answers. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAgentUi } from '../../src/agent-ui/connect.ts';
import type { ConnectedAgentUi } from '../../src/agent-ui/contract.ts';
import { startEmbeddedAgentUi, type EmbeddedAgentUi } from '../../src/embedded/start.ts';

const corpus = path.resolve(import.meta.dirname, '../../corpus/documents');
let folder: string;
let server: EmbeddedAgentUi;
let agent: ConnectedAgentUi;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-eval-moved-'));
  await cp(corpus, folder, { recursive: true });
  server = await startEmbeddedAgentUi({ searchRoots: [folder] });
  agent = await connectAgentUi({ mcp: { kind: 'http', url: server.mcpUrl }, backend: server.backendUrl });
});
afterAll(async () => {
  await agent.close();
  await server.close();
  await rm(folder, { recursive: true });
});

async function ask(file: string, question: string): Promise<string> {
  const session = await agent.createSession({ title: 'Eval: moved' });
  await agent.indexDocument({ path: path.join(folder, file), sessionId: session.id });
  const reply = await agent.sendMessage({ sessionId: session.id, message: question });
  return reply.agent_response;
}

test.each([
  {
    file: 'acme_q3_report.md',
    question: 'What was total revenue in Q3?',
    was: '14.2 million',
    is: '17.9 million',
  },
  {
    file: 'employee_handbook.md',
    question: 'How many PTO days in the first year?',
    was: '15 days',
    is: '21 days',
  },
  { file: 'product_comparison.html', question: 'What does ProFlow cost?', was: '$79', is: '$83' },
  { file: 'budget_2025.md', question: 'What is the total budget for 2025?', was: '4.2M', is: '6.1M' },
])('$file: $was becomes $is', async ({ file, question, was, is }) => {
  expect(await ask(file, question)).toContain(was);
  const target = path.join(folder, file);
  await writeFile(target, (await readFile(target, 'utf8')).replaceAll(was, is));
  const moved = await ask(file, question);
  expect(moved).toContain(is);
  expect(moved).not.toContain(was);
});
