/** Stored conversations of scenarios, judged again: by rules, by a model of the scripted endpoint, and not at all. */
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { buildResult } from '../../../src/results/store/scenario-result.ts';
import { scenarioResultSchema, type ScenarioResult } from '../../../src/results/store/schema.ts';
import { buildScorecard, scorecardSchema } from '../../../src/results/store/scorecard.ts';
import { commandFolder, type CommandFolder } from '../../support/command.ts';
import { anExchange, CONFIG, resultInput } from '../../support/results.ts';
import { scenarioYaml } from '../../support/scenario.ts';
import { startScriptedAnthropic } from '../../support/scripted-anthropic.mjs';
import type { ScriptedAnthropic } from '../../support/scripted-anthropic.mjs';

let endpoint: ScriptedAnthropic;
beforeAll(async () => {
  endpoint = await startScriptedAnthropic();
});
afterAll(() => endpoint.close());

const RUN = 'run_20260301_120000';
const MANIFEST = { documents: [] };

const yamlOf = (id: string, expected = '4 g') =>
  scenarioYaml({
    id,
    turns: [
      {
        turn: 1,
        user_message: 'How heavy is it?',
        ground_truth: { expected_answer: expected },
        success_criteria: 'Says it.',
      },
    ],
  });

function resultOf(id: string, answer: string, more: Partial<ScenarioResult> = {}): ScenarioResult {
  const { scenario } = parseScenario(yamlOf(id), `scenarios/${id}.yaml`);
  if (scenario === null) throw new Error('The scenario of the test cannot be read.');
  const exchange = anExchange({ user_message: 'How heavy is it?', agent_response: answer });
  const built = buildResult(resultInput({ runId: RUN, scenario, conversation: [exchange] }));
  return { ...built, ...more };
}

async function project(
  results: readonly ScenarioResult[],
  scenarios: Readonly<Record<string, string>> = {},
): Promise<CommandFolder> {
  const scorecard = buildScorecard(results, CONFIG, { runId: RUN, timestamp: new Date(0), partial: false });
  return await commandFolder({
    'corpus/manifest.json': MANIFEST,
    ...Object.fromEntries(results.map(({ scenario_id: id }) => [`scenarios/${id}.yaml`, yamlOf(id)])),
    ...scenarios,
    ...Object.fromEntries(results.map((each) => [`results/${RUN}/traces/${each.scenario_id}.json`, each])),
    [`results/${RUN}/scorecard.json`]: scorecard,
  });
}

async function newRun(here: CommandFolder) {
  const runs = (await readdir(here.path('results'))).filter(
    (name) => name.startsWith('run_') && name !== RUN,
  );
  expect(runs).toHaveLength(1);
  const folder = `results/${runs[0] ?? ''}`;
  const names = (await readdir(here.path(`${folder}/traces`))).toSorted();
  const traces = await Promise.all(
    names.map(async (name) =>
      scenarioResultSchema.parse(JSON.parse(await readFile(here.path(`${folder}/traces/${name}`), 'utf8'))),
    ),
  );
  const scorecard = scorecardSchema.parse(
    JSON.parse(await readFile(here.path(`${folder}/scorecard.json`), 'utf8')),
  );
  return { traces, scorecard, runId: runs[0] };
}

test('by rules: a new run that names its source, with verdicts of its own and the agent’s figures kept', async () => {
  const here = await project([
    resultOf('light', 'It weighs 4 g.'),
    // The judge of before let it pass.
    resultOf('heavy', 'It weighs 9 g.'),
  ]);
  const { code, out, err } = await here.run('judge', RUN);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/heavy +PASS 8\.00 → FAIL/);
  expect(out).toContain(`2 of 2 result(s) differ from ${RUN}; judging cost $0.0000.`);
  const { traces, scorecard, runId } = await newRun(here);
  expect(traces.map(({ scenario_id, status }) => [scenario_id, status])).toEqual([
    ['heavy', 'FAIL'],
    ['light', 'PASS'],
  ]);
  expect(traces[0]).toMatchObject({
    run_id: runId,
    judged_from: RUN,
    judge: { name: 'rules', model: null },
    spend: { calls: 0, usd: 0 },
    performance_summary: { avg_tokens_per_second: 40 },
    turns: [{ agent_response: 'It weighs 9 g.', performance: { tokens_per_second: 40 } }],
  });
  expect(scorecard).toMatchObject({
    judged_from: RUN,
    partial: false,
    config: { judge: 'rules', target: CONFIG.target },
    summary: { passed: 1, failed: 1 },
  });
  // The source stays as it was, and the newest run is still another one.
  expect(JSON.parse(await readFile(here.path(`results/${RUN}/traces/heavy.json`), 'utf8'))).toMatchObject({
    status: 'PASS',
  });
  expect(await readdir(here.path('results'))).not.toContain('latest');
});

test('the old spelling is understood, and `judge check` is another command still', async () => {
  const here = await project([resultOf('light', 'It weighs 4 g.')]);
  expect(await here.run('eval', `results/${RUN}/traces`)).toMatchObject({ code: 0 });
  const check = await here.run('judge', 'check', 'missing.jsonl', '--judge', 'rules');
  expect(check).toMatchObject({ code: 2 });
  expect(check.err).toContain('missing.jsonl cannot be read');
});

test('what no judge made stays; what cannot be judged again is left out and said, never another judge’s verdict', async () => {
  const gone = resultOf('gone', 'It weighs 4 g.');
  const changed = resultOf('changed', 'It weighs 4 g.');
  const here = await project(
    [
      resultOf('light', 'It weighs 4 g.'),
      { ...resultOf('broken', 'x'), status: 'INFRA_ERROR', overall_score: null, error: 'no agent' },
      {
        ...resultOf('errored', 'It weighs 4 g.'),
        status: 'ERRORED',
        overall_score: null,
        error: 'judge error',
      },
      gone,
      changed,
    ],
    { 'scenarios/gone.yaml': yamlOf('else'), 'scenarios/changed.yaml': yamlOf('changed', '5 g') },
  );
  const { code, out } = await here.run('judge', RUN, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    partial: true,
    left_out: ['changed', 'gone'],
    summary: { passed: 2, infra_error: 1, total_scenarios: 3 },
    // What the source cost was paid there.
    cost: { estimated_total_usd: 0 },
    warnings: expect.arrayContaining([
      'gone is left out: no scenario has its id.',
      "changed is left out: its scenario reads otherwise today; --changed judges it by today's text.",
      'broken stays as it is: it is INFRA_ERROR, which no judge decides again.',
    ]),
  });
  const again = await here.run('judge', RUN, '--changed', '--only', 'changed', '--json');
  expect(JSON.parse(again.out)).toMatchObject({ summary: { failed: 1, total_scenarios: 1 }, partial: true });
});

test('by a model: nothing without a key, the cost before, and the cost after', async () => {
  const here = await project([resultOf('light', 'It weighs 4 g.'), resultOf('heavy', 'It weighs 9 g.')]);
  const keyless = await here.run('judge', RUN, '--judge', 'llm');
  expect(keyless).toMatchObject({ code: 2 });
  expect(keyless.err).toContain('ANTHROPIC_API_KEY');

  const dry = await here.run('judge', RUN, '--judge', 'llm', '--dry-run', '--json');
  expect(dry).toMatchObject({ code: 0, err: '' });
  const figures = JSON.parse(dry.out) as { readonly at_most_usd: number };
  expect(figures).toMatchObject({ scenarios: 2, kept: 0, calls: 4, judge: 'claude-sonnet-4-6' });
  expect(await readdir(here.path('results'))).toEqual([RUN]);
  expect(endpoint.requests).toEqual([]);

  const env = { ANTHROPIC_API_KEY: 'sk-ant-fake-0123456789', ANTHROPIC_BASE_URL: endpoint.url };
  const { code, out, err } = await here.runWith(env, 'judge', RUN, '--model', 'claude-sonnet-4-6');
  expect([code, err]).toEqual([0, '']);
  const { traces, scorecard } = await newRun(here);
  expect(traces.map(({ status, judge }) => [status, judge.model])).toEqual([
    ['FAIL', 'claude-sonnet-4-6'],
    ['PASS', 'claude-sonnet-4-6'],
  ]);
  const usd = scorecard.cost.estimated_total_usd;
  expect(usd).toBeGreaterThan(0);
  expect(out).toContain(`judging cost $${usd.toFixed(4)}.`);
  expect(figures.at_most_usd).toBeGreaterThan(usd);
});

test('a judge that is down gives no verdict: exit code 1, and the status says whose fault it is', async () => {
  endpoint.script('any', [{ do: '401', always: true }]);
  const here = await project([resultOf('light', 'It weighs 4 g.')]);
  const env = { ANTHROPIC_API_KEY: 'sk-ant-fake-0123456789', ANTHROPIC_BASE_URL: endpoint.url };
  const { code, out } = await here.runWith(env, 'judge', RUN, '--judge', 'llm', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ summary: { errored: 1, passed: 0, failed: 0 } });
});

test.each([
  [['judge', 'run_x'], /There is no stored run run_x: neither .* holds traces or cells/],
  [['judge', RUN, '--only', 'ligth'], /--only: the run has no scenario ligth; did you mean light\?/],
  [['judge', RUN, '--truth-dir', 'truth'], /--truth-dir is for experiments/],
  [['judge', RUN, '--judge', 'rules', '--model', 'm'], /leave one of them out/],
  [['judge', RUN, '--budget', '0'], /--budget: must be more than 0/],
  [['judge'], /There is no finished whole run/],
])('%j is refused with what to do', async (words, told) => {
  const here = await project([resultOf('light', 'It weighs 4 g.')]);
  const { code, err } = await here.run(...words);
  expect(code).toBe(2);
  expect(err).toMatch(told);
});

test('a run of which nothing can be judged again is refused, with the reason of each', async () => {
  const here = await project([resultOf('light', 'It weighs 4 g.')], {
    'scenarios/light.yaml': yamlOf('other'),
  });
  const { code, err } = await here.run('judge', RUN);
  expect(code).toBe(2);
  expect(err).toContain('light is left out: no scenario has its id.');
  expect(await readdir(here.path('results'))).toEqual([RUN]);
});
