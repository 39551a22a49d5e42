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

const FAILURE = '[[reply {"content":"I couldn\'t load the agent **\'x\'**. Restart."}]]';
const text = (id: string, user_message: string) =>
  scenarioYaml({
    id,
    turns: [{ turn: 1, user_message, success_criteria: 'x', checks: { mentions: ['hello'] } }],
  });

test('fault 21: three of nine always fail; the others pass, also when the failed ones run first', async () => {
  const fake = await startHttpFake();
  try {
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [
        `scenarios/personality/s${index}.yaml`,
        text(`s${index}`, index < 3 ? FAILURE : '[[say hello]]'),
      ]),
    );
    const project = await createProject({ 'vitest.config.ts': config('{ workers: 1 }'), ...files });
    const env = {
      AGENT_EVAL_TARGET: 'http://127.0.0.1:4200',
      AGENT_EVAL_MCP: fake.url,
      AGENT_EVAL_JUDGE: 'rules',
    };
    for (const resume of ['', '', '1']) {
      const run = await project.vitest(['run', '--project', 'agent-eval'], {
        ...env,
        AGENT_EVAL_RESUME: resume,
      });
      expect(run.exitCode, run.output).toBe(1);
      expect((await project.scorecard()).summary, run.output).toMatchObject({ passed: 6, infra_error: 3 });
    }
  } finally {
    await fake.kill();
  }
});

test('fault 21: a judge that refuses the key is asked once, and a budget of the whole run holds', async () => {
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
      errored: 1,
      infra_error: 5,
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
