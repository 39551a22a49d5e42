/** A session held on the real Agent UI: captured while it runs, a todo, and a pass once its ground truth is filled in. */
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { captureSession, writeCapture, type CaptureOptions } from '../../src/capture/capture.ts';
import { config, createProject, repository } from '../support/project.ts';
import { connect, document, model, settingsFor } from './rig.ts';

const REPORT = path.join(repository, 'corpus/documents/acme_q3_report.md');

test('a session becomes a scenario, from the database and over MCP alike', async () => {
  await model({ reset: true, miss: 0 });
  const agent = await connect('http');
  try {
    const session = await agent.createSession({ title: 'Eval: held by hand' });
    const sessionId = session.id;
    const staged = document(`held-${Date.now()}.md`, readFileSync(REPORT, 'utf8'));
    await agent.indexDocument({ path: staged, sessionId });
    await agent.sendMessage({ sessionId, message: "What was Acme's total revenue in Q3 2025?" });
    await agent.sendMessage({ sessionId, message: 'How much did it grow year over year?' });

    const project = await createProject({ 'vitest.config.ts': config() });
    cpSync(path.join(repository, 'corpus'), project.path('corpus'), { recursive: true });
    const options = (from: CaptureOptions['from']): CaptureOptions => ({
      from,
      sessionId,
      scenariosDir: project.path('scenarios'),
      corpusDir: project.path('corpus'),
    });
    const capture = await captureSession(options({ database: process.env['AGENT_UI_DB'] ?? '' }));
    expect(capture.warnings).toEqual([]);
    expect(capture.yaml).toContain('corpus_doc: acme_q3_report');
    expect(capture.yaml).toContain('- query_documents');
    const overMcp = await captureSession(options({ ask: (tool, args) => agent.ask(tool, args) }));
    expect(overMcp.turns).toBe(2);
    expect(overMcp.yaml).toContain('- query_documents');
    await writeCapture(capture);

    const settings = { ...settingsFor('http'), AGENT_EVAL_JUDGE: 'rules' };
    const unfinished = await project.vitest(
      ['run', '--project', 'agent-eval', '--reporter=verbose'],
      settings,
    );
    expect(unfinished.output).toContain('(todo, turns 1 and 2: Say what a right answer is');

    const facts = ['q3_revenue', 'yoy_growth'];
    const filled = readFileSync(capture.file, 'utf8').replaceAll(
      /^( *)todo: .*$/gm,
      (_line, indent: string) =>
        `${indent}ground_truth: { doc_id: acme_q3_report, fact_id: ${facts.shift() ?? ''} }`,
    );
    await project.write({ [path.relative(project.folder, capture.file)]: filled });
    const finished = await project.vitest(['run', '--project', 'agent-eval'], settings);
    // Judged by what the stand-in for the model finds in a long report, which may be nothing.
    expect((await project.scorecard()).scenarios, finished.output).toMatchObject([
      { scenario_id: capture.id, status: expect.stringMatching(/^(?:PASS|FAIL)$/) },
    ]);
    await agent.deleteSession(sessionId);
  } finally {
    await agent.close();
  }
});
