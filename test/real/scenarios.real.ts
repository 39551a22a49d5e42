/** The benchmark's scenarios against the real Agent UI, as a user runs them: a child Vitest over either transport. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ScenarioResult } from '../../src/results/store/schema.ts';
import { projectAt, repository } from '../support/project.ts';
import { connect, hasAgents, model, settingsFor } from './rig.ts';

/** All of them with AGENT_EVAL_REAL_ALL=1: minutes instead of seconds. */
const FILES =
  process.env['AGENT_EVAL_REAL_ALL'] === '1'
    ? []
    : [
        'scenarios/rag_quality/simple_factual_rag.yaml',
        'scenarios/rag_quality/hallucination_resistance.yaml',
        'scenarios/context_retention/pronoun_resolution.yaml',
        'scenarios/rag_quality/csv_analysis.yaml',
        'scenarios/tool_selection/smart_discovery.yaml',
        'scenarios/tool_selection/no_tools_needed.yaml',
        'scenarios/adversarial/empty_file.yaml',
        'scenarios/captured/captured_eval_smart_discovery.yaml',
      ];

const results = mkdtempSync(path.join(tmpdir(), 'agent-eval-real-'));
afterAll(() => rmSync(results, { recursive: true, force: true }));

describe.runIf(hasAgents).each(['http', 'stdio'] as const)('over %s', (how) => {
  const folder = path.join(results, how);
  let traces: readonly ScenarioResult[] = [];

  test('every scenario is judged', { timeout: 900_000 }, async () => {
    await model({ reset: true, miss: 0 });
    const project = projectAt(repository);
    const run = await project.vitest(['run', '--project', 'agent-eval', ...FILES], {
      ...settingsFor(how),
      AGENT_EVAL_JUDGE: 'rules',
      AGENT_EVAL_RESULTS: folder,
      AGENT_EVAL_KEEP_SESSIONS: '1',
    });
    console.info(`${how}\n${run.stdout.slice(run.stdout.indexOf('Agent eval'))}`);
    const scorecard = await project.scorecard(folder);
    traces = await Promise.all(
      scorecard.scenarios.map(({ scenario_id }) => project.trace(scenario_id, folder)),
    );
    expect(traces.length, run.output).toBeGreaterThanOrEqual(3);
    for (const { scenario_id, status, error } of traces) {
      expect(['PASS', 'FAIL', 'ERRORED'], `${scenario_id}: ${error}`).toContain(status);
      // Undecided is the one way to be ERRORED here.
      if (status === 'ERRORED') expect(error).toContain('could not be decided');
    }
  });

  test('verdicts follow the answers: what the stand-in for the model does not find fails, an admitted gap passes', () => {
    // It picks sentences by words they share with the question, so it often picks another; each of these has an answer.
    const answerable = traces.filter(({ scenario_id }) =>
      ['simple_factual_rag', 'pronoun_resolution'].includes(scenario_id),
    );
    const turns = answerable.flatMap((trace) => trace.turns);
    expect(turns).toHaveLength(6);
    for (const { agent_response, pass, reasoning } of turns) {
      if (agent_response.includes('do not say anything')) expect(pass, reasoning).toBe(false);
    }
    const admitted = traces
      .find(({ scenario_id }) => scenario_id === 'hallucination_resistance')
      ?.turns.at(-1);
    expect(admitted).toMatchObject({ pass: true, hallucination: false });
  });

  test('traces show real sessions, real indexing, real tool calls, and the answers that the sessions hold', async () => {
    const agent = await connect(how);
    try {
      for (const { scenario_id, session, documents, turns } of traces) {
        expect(session?.id, scenario_id).toMatch(/^[0-9a-f-]{36}$/);
        for (const { chunk_count, path: name } of documents) {
          if (!name.startsWith('adversarial/')) expect(chunk_count, name).toBeGreaterThan(0);
        }
        const stored = await agent.getMessages(session?.id ?? '');
        const answers = stored
          .filter(({ role }) => role === 'assistant')
          .map(({ content }) => content.trim());
        expect(turns.map(({ agent_response }) => agent_response.trim().slice(0, 1900))).toEqual(
          answers.map((answer) => answer.slice(0, 1900)),
        );
        await agent.deleteSession(session?.id ?? '');
      }
      const called = traces.flatMap(({ turns }) => turns.flatMap(({ tool_calls }) => tool_calls));
      expect(called.map(({ tool }) => tool)).toContain('query_documents');
      expect(called.every(({ tool }) => tool !== 'index_documents')).toBe(true);
    } finally {
      await agent.close();
    }
  });
});
