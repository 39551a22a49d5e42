import { expect, test } from 'vitest';
import { estimateScenario } from '../../src/run/estimate.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import { resolveSettings } from '../../src/settings.ts';
import { connectedFake, contextFor, planOf } from '../support/run.ts';
import { startScriptedAnthropic } from '../support/scripted-anthropic.mjs';

const turns = [
  { turn: 1, objective: 'Ask for the price.', success_criteria: 'The price.' },
  { turn: 2, user_message: 'And in dollars?', success_criteria: 'The price in dollars.' },
];
const settings = (options = {}) => resolveSettings({ judge: 'anthropic', ...options }, {});

test('a call a simulated message, a call a turn, one for the scenario', async () => {
  const estimate = await estimateScenario(planOf({ turns }), settings(), null);
  expect(estimate).toMatchObject({ turns: 2, documents: 0, calls: 4 });
  expect(estimate.aboutUsd).toBeGreaterThan(0.005);
  expect(estimate.aboutUsd).toBeLessThan(0.03);
  expect(estimate.atMostUsd).toBeGreaterThan(estimate.aboutUsd);
});

test('the rules and given words cost nothing; the budget bounds everything', async () => {
  const rules = settings({ judge: 'rules' });
  expect(await estimateScenario(planOf({ turns }), rules, null)).toMatchObject({ calls: 0, atMostUsd: 0 });
  const mixed = settings({ judge: 'rules', simulator: 'anthropic' });
  expect(await estimateScenario(planOf({ turns }), mixed, null)).toMatchObject({ calls: 1 });
  const capped = await estimateScenario(planOf({ turns }), settings({ budget: 0.004 }), null);
  expect(capped).toMatchObject({ atMostUsd: 0.004, aboutUsd: 0.004 });
});

test('a model without a price is an error that says how to give it', async () => {
  const unknown = settings({ model: 'nobody-knows' });
  await expect(estimateScenario(planOf({ turns }), unknown, null)).rejects.toThrow(/AGENT_EVAL_PRICE/);
  const given = settings({ model: 'nobody-knows', price: '1,2' });
  expect((await estimateScenario(planOf({ turns }), given, null)).calls).toBe(4);
});

test('a real run stays within what was told', async () => {
  const llm = await startScriptedAnthropic();
  const fake = await connectedFake();
  try {
    const options = { judge: 'anthropic' as const, baseUrl: llm.url };
    const plan = planOf({ severity: 'critical', turns });
    const estimate = await estimateScenario(plan, settings(options), null);
    const { spend } = await runScenario(plan, await contextFor(fake.agent, options));
    expect(spend.calls).toBe(estimate.calls);
    expect(spend.usd).toBeLessThan(estimate.atMostUsd);
  } finally {
    await fake.close();
    await llm.close();
  }
});
