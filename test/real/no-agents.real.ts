/**
 * 0.25: backend and MCP server are real, the agents are missing (PyPI does not have them). Sessions, documents,
 * devices and failures can be met here; every turn fails, and no failure may become a score.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ConnectedAgentUi } from '../../src/agents/contract.ts';
import { checkAgentUi } from '../../src/agents/mcp/preflight.ts';
import { agentUiError } from '../support/agent-ui-error.ts';
import { projectAt, repository } from '../support/project.ts';
import { connect, document, hasAgents, model, rig, settingsFor, version } from './rig.ts';

describe.runIf(!hasAgents).each(['http', 'stdio'] as const)('over %s', (how) => {
  let ui: ConnectedAgentUi;
  beforeAll(async () => {
    await model({ reset: true, miss: 0 });
    ui = await connect(how);
  });
  afterAll(() => ui.close());

  test('is driven by turns, and says how it is', async () => {
    expect(ui.generation).toBe('start-message');
    expect(await checkAgentUi(ui)).toMatchObject({
      ok: true,
      status: { version, model_server_running: true },
    });
  });

  test('every turn fails, at once, and stays a failure', async () => {
    const { id: sessionId } = await ui.createSession({ title: 'Eval: a turn' });
    for (const message of ['Who runs the office?', 'And now?']) {
      await expect(ui.sendMessage({ sessionId, message }, { timeoutMs: 30_000 })).rejects.toEqual(
        agentUiError('failed_turn', /couldn't load the agent/),
      );
    }
    await ui.whenIdle();
    expect((await ui.getMessages(sessionId)).filter(({ role }) => role === 'user')).toHaveLength(2);
    await ui.deleteSession(sessionId);
    await ui.deleteSession(sessionId);
    await expect(ui.getSession(sessionId)).rejects.toEqual(agentUiError('refused', /not found/i));
  });

  test('sessions say their agent, model and device; the device can be chosen', async () => {
    const session = await ui.createSession({ title: 'Eval: devices' });
    expect(session).toMatchObject({
      agent_type: 'gaia',
      model: expect.any(String),
      effective_model: expect.any(String),
      device: 'gpu',
    });
    const onCpu = await connect(how, { device: 'cpu' });
    onTestFinished(() => onCpu.close());
    const moved = await onCpu.createSession({ title: 'Eval: cpu' });
    expect(moved.device).toBe('cpu');
    expect((await ui.getSession(moved.id)).device).toBe('cpu');
    await Promise.all([session, moved].map(({ id }) => ui.deleteSession(id)));
  });

  test('an agent that does not exist is refused', async () => {
    await expect(ui.createSession({ title: 'Eval: nobody', agentType: 'nosuch' })).rejects.toEqual(
      agentUiError('refused', /nosuch/),
    );
  });

  test('documents are indexed, large ones waited for, and what cannot be is told', async () => {
    const { id: sessionId } = await ui.createSession({ title: 'Eval: documents' });
    const index = (file: string, session = sessionId) => ui.indexDocument({ path: file, sessionId: session });
    const office = document('office.md', '# Offices\n\nThe Lisbon office is run by Marta Quintela.\n');
    expect(await index(office)).toMatchObject({ chunk_count: 1, linked_to_session: sessionId });
    const filler = 'The quick brown fox keeps walking along the river bank until the evening comes.\n';
    const large = await index(document(`big-${how}.txt`, `${how}\n${filler.repeat(70_000)}`));
    expect(large).toMatchObject({ indexing_status: 'complete', linked_to_session: sessionId });
    expect(large.chunk_count).toBeGreaterThan(100);
    expect(await index(document('empty.txt', ''))).toMatchObject({
      chunk_count: 0,
      indexing_status: 'failed',
    });
    await expect(index('/etc/hosts')).rejects.toEqual(agentUiError('refused', /outside/));
    await expect(index(document('tool.exe', 'x'))).rejects.toEqual(agentUiError('refused', /not allowed/));
    await expect(index(`${office}.gone.md`)).rejects.toEqual(agentUiError('refused', /not found/i));
    await expect(index(office, 'nope')).rejects.toEqual(
      agentUiError('refused', /not linked to session nope/),
    );
    await ui.deleteSession(sessionId);
  });

  test('a model server or a backend that is down is told, until it is back', async () => {
    const { id: sessionId } = await ui.createSession({ title: 'Eval: down' });
    await model({ health: 'down' });
    expect(await checkAgentUi(ui)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/model server/),
    });
    await model({ reset: true, miss: 0 });
    onTestFinished(() => rig('start', 'ui'));
    await rig('stop', 'ui');
    expect(await checkAgentUi(ui)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/not reachable/),
    });
    await expect(ui.sendMessage({ sessionId, message: 'x' })).rejects.toEqual(agentUiError('unreachable'));
    await rig('start', 'ui');
    expect((await ui.getSession(sessionId)).id).toBe(sessionId);
    await ui.deleteSession(sessionId);
  });

  test('a run gives no score: every scenario ends INFRA_ERROR with the agent’s own words', async () => {
    const results = mkdtempSync(path.join(tmpdir(), 'agent-eval-real-'));
    onTestFinished(() => rmSync(results, { recursive: true, force: true }));
    const project = projectAt(repository);
    const files = [
      'scenarios/rag_quality/simple_factual_rag.yaml',
      'scenarios/rag_quality/hallucination_resistance.yaml',
      'scenarios/context_retention/pronoun_resolution.yaml',
    ];
    const run = await project.vitest(['run', '--project', 'agent-eval', ...files], {
      ...settingsFor(how),
      AGENT_EVAL_JUDGE: 'rules',
      AGENT_EVAL_RESULTS: results,
    });
    expect(run.exitCode, run.output).toBe(1);
    const { scenarios } = await project.scorecard(results);
    const traces = await Promise.all(scenarios.map(({ scenario_id }) => project.trace(scenario_id, results)));
    expect(traces).toHaveLength(files.length);
    for (const { scenario_id, status, overall_score, error } of traces) {
      expect([scenario_id, status, overall_score]).toEqual([scenario_id, 'INFRA_ERROR', null]);
      expect(error, scenario_id).toContain("couldn't load the agent");
    }
  });
});

test.runIf(!hasAgents)('an MCP server that restarts is found again', async () => {
  const ui = await connect('http');
  onTestFinished(() => ui.close());
  const { id } = await ui.createSession({ title: 'Eval: restart' });
  onTestFinished(() => rig('start', 'mcp'));
  await rig('stop', 'mcp');
  await expect(ui.getSession(id)).rejects.toEqual(agentUiError('unreachable'));
  await rig('start', 'mcp');
  expect((await ui.getSession(id)).id).toBe(id);
});
