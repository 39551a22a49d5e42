/** The benchmark's scenarios on the replayed Agent UI 0.25, as a user runs them. The embedded agent's answers, 0.25's wire. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedAgentUi, type EmbeddedAgentUi } from '../../src/embedded/start.ts';
import { projectAt, repository } from '../support/project.ts';
import { startReplay, type ReplayOptions } from '../support/replay-0.25.ts';

/** Questions that a search for their own words answers. */
const SPINE = [
  'scenarios/captured/captured_eval_smart_discovery.yaml',
  'scenarios/personality/no_sycophancy.yaml',
  'scenarios/real_world/github_terms_of_service.yaml',
];
const MORE = [
  'scenarios/rag_quality/simple_factual_rag.yaml',
  'scenarios/context_retention/pronoun_resolution.yaml',
  'scenarios/rag_quality/csv_analysis.yaml',
  'scenarios/tool_selection/smart_discovery.yaml',
  'scenarios/tool_selection/no_tools_needed.yaml',
  'scenarios/adversarial/empty_file.yaml',
];

const results = mkdtempSync(path.join(tmpdir(), 'agent-eval-0.25-'));
let brain: EmbeddedAgentUi;
beforeAll(async () => {
  brain = await startEmbeddedAgentUi({ searchRoots: [path.join(repository, 'corpus')] });
});
afterAll(async () => {
  await brain.close();
  rmSync(results, { recursive: true, force: true });
});

async function runOn(options: ReplayOptions, files: readonly string[], env: Record<string, string> = {}) {
  const replay = await startReplay({ brain: brain.mcpUrl, ...options });
  onTestFinished(() => replay.kill());
  const folder = mkdtempSync(path.join(results, 'run-'));
  const project = projectAt(repository);
  const run = await project.vitest(['run', '--project', 'agent-eval', ...files], {
    AGENT_EVAL_TARGET: replay.backendUrl,
    AGENT_EVAL_MCP: replay.mcpUrl,
    AGENT_EVAL_JUDGE: 'rules',
    AGENT_EVAL_RESULTS: folder,
    ...env,
  });
  const { scenarios } = await project.scorecard(folder);
  const traces = await Promise.all(scenarios.map(({ scenario_id }) => project.trace(scenario_id, folder)));
  return { run, traces, replay };
}

test('every scenario is judged, those of the spine pass, and all sessions are deleted', async () => {
  const { run, traces, replay } = await runOn({}, [...SPINE, ...MORE]);
  expect(traces, run.output).toHaveLength(SPINE.length + MORE.length);
  for (const { scenario_id, status, error, session } of traces) {
    expect(['PASS', 'FAIL', 'ERRORED'], `${scenario_id}: ${error}`).toContain(status);
    // Undecided is the one way to be ERRORED here.
    if (status === 'ERRORED') expect(error).toContain('could not be decided');
    expect(session).toMatchObject({
      agent_type: 'gaia',
      effective_model: 'Gemma-4-E4B-it-GGUF',
      deleted: true,
    });
  }
  const spine = traces.filter(({ file }) => SPINE.includes(file));
  expect(spine.map(({ scenario_id, status, reasons }) => [scenario_id, status, reasons])).toEqual(
    spine.map(({ scenario_id }) => [scenario_id, 'PASS', []]),
  );
  const calls = traces.flatMap(({ turns }) => turns.flatMap(({ tool_calls }) => tool_calls));
  expect(calls.map(({ tool }) => tool)).not.toContain('index_documents');
  expect(calls.some(({ arguments: given }) => given?.startsWith('query: '))).toBe(true);
  expect(replay.lines.count('call delete_session')).toBe(traces.length);
});

test('a host without a GPU is no worse agent: INFRA_ERROR that says what to set; on cpu it is judged', async () => {
  const without = await runOn({ gpu: false }, SPINE.slice(0, 1));
  expect(without.run.exitCode).toBe(1);
  expect(without.traces).toMatchObject([
    { status: 'INFRA_ERROR', error: expect.stringContaining('AGENT_EVAL_DEVICE=cpu') },
  ]);
  const onCpu = await runOn({ gpu: false }, SPINE.slice(0, 1), { AGENT_EVAL_DEVICE: 'cpu' });
  expect(onCpu.traces).toMatchObject([
    { status: 'PASS', session: { device: 'cpu', effective_model: 'Gemma-4-E2B-it-GGUF' } },
  ]);
});
