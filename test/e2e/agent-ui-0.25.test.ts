/** The benchmark's scenarios on the replayed Agent UI 0.25, as a user runs them. The embedded agent's answers, 0.25's wire. */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedAgentUi } from '../../src/embedded/start.ts';
import { config, createProject, repository, type Project } from '../support/project.ts';
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

/** A project that has the benchmark, and the address of an agent that may read its documents. */
async function benchmarkProject() {
  const project = await createProject({ 'vitest.config.ts': config() });
  for (const folder of ['scenarios', 'corpus']) {
    await cp(path.join(repository, folder), project.path(folder), { recursive: true });
  }
  const brain = await startEmbeddedAgentUi({ searchRoots: [project.path('corpus')] });
  onTestFinished(() => brain.close());
  return { project, brain: brain.mcpUrl };
}

async function runOn(
  { project, brain }: { readonly project: Project; readonly brain: string },
  options: ReplayOptions,
  files: readonly string[],
  env: Record<string, string> = {},
) {
  const replay = await startReplay({ brain, ...options });
  onTestFinished(() => replay.kill());
  const run = await project.vitest(['run', '--project', 'agent-eval', ...files], {
    AGENT_EVAL_TARGET: replay.backendUrl,
    AGENT_EVAL_MCP: replay.mcpUrl,
    AGENT_EVAL_JUDGE: 'rules',
    ...env,
  });
  const { scenarios } = await project.scorecard();
  const traces = await Promise.all(scenarios.map(({ scenario_id }) => project.trace(scenario_id)));
  return { run, traces, replay };
}

test('every scenario is judged, those of the spine pass, and all sessions are deleted', async () => {
  const { run, traces, replay } = await runOn(await benchmarkProject(), {}, [...SPINE, ...MORE]);
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
  const benchmark = await benchmarkProject();
  const without = await runOn(benchmark, { gpu: false }, SPINE.slice(0, 1));
  expect(without.run.exitCode).toBe(1);
  expect(without.traces).toMatchObject([
    { status: 'INFRA_ERROR', error: expect.stringContaining('AGENT_EVAL_DEVICE=cpu') },
  ]);
  const onCpu = await runOn(benchmark, { gpu: false }, SPINE.slice(0, 1), { AGENT_EVAL_DEVICE: 'cpu' });
  expect(onCpu.traces).toMatchObject([
    { status: 'PASS', session: { device: 'cpu', effective_model: 'Gemma-4-E2B-it-GGUF' } },
  ]);
});
