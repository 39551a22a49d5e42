/** What is down for everybody ends the rest at once, with its cause. */
import { expect, test } from 'vitest';
import { startHttpFake } from '../support/fake-agent-ui.ts';
import { config, createProject } from '../support/project.ts';
import { FAKE_KEY } from '../support/run.ts';
import { scenarioYaml } from '../support/scenario.ts';
import { startScriptedAnthropic } from '../support/scripted-anthropic.mjs';

const six = (user_message: string) =>
  Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [
      `scenarios/personality/${id}.yaml`,
      scenarioYaml({ id, turns: [{ turn: 1, user_message, success_criteria: 'It answers.' }] }),
    ]),
  );

test('three failed turns in a row, and the rest is not tried', async () => {
  const fake = await startHttpFake();
  try {
    const failure = '[[reply {"content":"I couldn\'t load the agent **\'x\'**. Restart."}]]';
    const project = await createProject({ 'vitest.config.ts': config('{ workers: 1 }'), ...six(failure) });
    const run = await project.vitest(['run', '--project', 'agent-eval'], {
      AGENT_EVAL_TARGET: 'http://127.0.0.1:4200',
      AGENT_EVAL_MCP: fake.url,
      AGENT_EVAL_JUDGE: 'rules',
    });
    expect(run.exitCode, run.output).toBe(1);
    const { scenarios, summary } = await project.scorecard();
    expect(summary).toMatchObject({ total_scenarios: 6, infra_error: 6 });
    const errors = scenarios.map(({ error }) => error ?? '');
    expect(errors.filter((error) => error.startsWith('The agent could not take its turn'))).toHaveLength(3);
    const notTried = errors.filter((error) =>
      error.startsWith('not tried: the agent failed 3 scenarios in a row'),
    );
    expect(notTried).toHaveLength(3);
    expect(notTried[0]).toContain("I couldn't load the agent");
    expect(fake.lines.count('call send_message')).toBe(3);
  } finally {
    await fake.kill();
  }
});

test('a judge that refuses the key, and a budget of the whole run', async () => {
  const fake = await startHttpFake();
  const llm = await startScriptedAnthropic();
  const env = {
    AGENT_EVAL_TARGET: 'http://127.0.0.1:4200',
    AGENT_EVAL_MCP: fake.url,
    ANTHROPIC_API_KEY: FAKE_KEY,
    ANTHROPIC_BASE_URL: llm.url,
  };
  try {
    const project = await createProject({
      'vitest.config.ts': config('{ workers: 1 }'),
      ...six('[[say hello]]'),
    });
    llm.script('any', [{ do: '401', always: true }]);
    const refused = await project.vitest(['run', '--project', 'agent-eval'], env);
    expect(refused.exitCode, refused.output).toBe(1);
    const card = await project.scorecard();
    expect(card.summary).toMatchObject({
      total_scenarios: 6,
      errored: 3,
      infra_error: 3,
      failed: 0,
      passed: 0,
    });
    expect(refused.output).not.toContain(FAKE_KEY);
    expect(JSON.stringify(card)).not.toContain(FAKE_KEY);

    const other = await startScriptedAnthropic();
    try {
      const capped = { ...env, ANTHROPIC_BASE_URL: other.url, AGENT_EVAL_RUN_BUDGET: '0.08' };
      await project.vitest(['run', '--project', 'agent-eval'], capped);
      const { summary, cost, scenarios } = await project.scorecard();
      expect(summary.passed).toBeGreaterThan(0);
      expect(summary.budget_exceeded).toBeGreaterThan(0);
      expect(cost.estimated_total_usd).toBeLessThanOrEqual(0.08);
      expect(scenarios.map(({ error }) => error ?? '').join()).toMatch(/budget/i);
    } finally {
      await other.close();
    }
  } finally {
    await llm.close();
    await fake.kill();
  }
});
