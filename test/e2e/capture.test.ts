/** A conversation held with the embedded agent, from its database to a green test. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectAgentUi } from '../../src/agents/mcp/connect.ts';
import { captureSession, writeCapture, type CaptureOptions } from '../../src/capture/capture.ts';
import { startEmbeddedAgentUi } from '../../src/embedded/start.ts';
import { commandSession } from '../support/command-session.ts';
import { config, createProject } from '../support/project.ts';
import { embedded, shopCorpus, shopScenario } from '../support/shop.ts';

test('a session with the embedded agent is captured, is a todo, and passes once its ground truth is filled in', async () => {
  const project = await createProject({ 'vitest.config.ts': config(), ...shopCorpus() });
  const ui = await startEmbeddedAgentUi({
    dataDir: project.path('agent'),
    searchRoots: [project.path('corpus/documents')],
  });
  onTestFinished(() => ui.close());
  const agent = await connectAgentUi({
    mcp: { kind: 'http', url: ui.mcpUrl },
    backend: ui.backendUrl,
  });
  onTestFinished(() => agent.close());
  const { id: sessionId } = await agent.createSession({ title: 'Prices of chairs and lamps' });
  await agent.indexDocument({ path: project.path('corpus/documents/prices.md'), sessionId });
  await agent.sendMessage({ sessionId, message: 'What does the chair cost?' });
  await agent.sendMessage({ sessionId, message: 'And the lamp?' });

  const options = (from: CaptureOptions['from']): CaptureOptions => ({
    from,
    sessionId,
    scenariosDir: project.path('scenarios'),
    corpusDir: project.path('corpus'),
  });
  // The agent is still running: its database and its MCP server tell the same.
  const capture = await captureSession(
    options({ database: path.join(project.path('agent'), 'chat/gaia_chat.db') }),
  );
  const overMcp = await captureSession(options({ ask: (tool, args) => agent.ask(tool, args) }));
  const comparable = (yaml: string) => yaml.replace(/read_from: \w+/, '');
  expect(comparable(overMcp.yaml)).toBe(comparable(capture.yaml));
  expect(capture.warnings).toEqual([]);
  expect(capture.yaml).toContain('corpus_doc: prices');
  expect(capture.yaml).toContain('- query_specific_file');
  await writeCapture(capture);
  await project.write({ 'scenarios/shop/lamp.yaml': shopScenario({ id: 'lamp' }) });

  const session = commandSession(project);
  const unfinished = await session.vitest(['run', '--reporter=verbose'], embedded);
  expect(unfinished.output).toMatch(/captured_\S+ \(todo, turns 1 and 2: Say what a right answer is/);
  expect(unfinished.output).toMatch(/1 todo/);
  expect(unfinished.exitCode, unfinished.output).toBe(0);
  // What is not finished is no part of the benchmark yet: the run is whole without it.
  const without = await project.scorecard();
  expect(without.scenarios).toMatchObject([{ scenario_id: 'lamp', status: 'PASS' }]);
  expect(without.partial).not.toBe(true);

  const yaml = readFileSync(capture.file, 'utf8');
  const facts = ['chair', 'lamp'];
  const filled = yaml.replaceAll(/^( *)todo: .*$/gm, (_line, indent: string) => {
    return `${indent}ground_truth: { doc_id: prices, fact_id: ${facts.shift() ?? ''} }`;
  });
  await project.write({ [path.relative(project.folder, capture.file)]: filled });
  const finished = await session.vitest(['run'], embedded);
  expect(finished.exitCode, finished.output).toBe(0);
  expect((await project.scorecard()).scenarios).toMatchObject([
    { scenario_id: capture.id, status: 'PASS' },
    { scenario_id: 'lamp', status: 'PASS' },
  ]);

  const misled = await project.vitest(['run'], { ...embedded, AGENT_EVAL_AUDIT: 'nowhere.json' });
  expect(misled.exitCode).toBe(1);
  expect(misled.output).toMatch(
    /The audit \S*nowhere\.json cannot be read: .* Write one with: agent-eval audit --save/,
  );
});
