/** Outages of agent and judge that end in time cost nothing, whatever else fails and in whatever order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBreaker } from '../../src/run/breaker.ts';
import { patientAgent } from '../../src/run/patient-agent.ts';
import type { ScenarioProgress } from '../../src/run/progress.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import type { ScenarioResult } from '../../src/results/store/schema.ts';
import { agentWith, judgeWith } from '../support/faulty-world.ts';
import { contextFor, planOf } from '../support/run.ts';
import { outagesOf, virtualClock, type Outage } from '../support/virtual-clock.ts';

const PATIENCE_MS = 120_000;
const JUDGE_MS = 180_000;

interface World {
  /** What each scenario says in its turns. */
  readonly scenarios: readonly (readonly string[])[];
  readonly agent: readonly Outage[];
  readonly judge: readonly Outage[];
  /** Milliseconds between two scenarios. */
  readonly between?: number;
}

/** One scenario after the other, as a run with one worker. */
async function runAll({ scenarios, agent: agentOutages, judge: judgeOutages, between = 0 }: World) {
  const clock = virtualClock();
  const agent = patientAgent(agentWith(clock, agentOutages), { patienceMs: PATIENCE_MS, clock });
  const { judge, billed } = judgeWith({ clock, outages: judgeOutages, timeoutMs: JUDGE_MS });
  const breaker = createBreaker(clock);
  const waits: ScenarioProgress['waiting'][] = [];
  const results: ScenarioResult[] = [];
  for (const [index, messages] of scenarios.entries()) {
    const id = `s${index}`;
    const refused = breaker.refusal(id);
    const progress = ({ waiting }: ScenarioProgress) => void waits.push(waiting);
    const context = await contextFor(agent, { context: { judge, progress } });
    const readiness =
      refused === null
        ? ({ ok: true } as const)
        : ({ ok: false, status: 'INFRA_ERROR', message: refused } as const);
    const turns = messages.map((user_message, turn) => ({
      turn: turn + 1,
      user_message,
      success_criteria: 'It answers.',
    }));
    const facts = { ...context.facts, readiness };
    const result = await runScenario(planOf({ id, turns }), { ...context, facts });
    const judged = ['PASS', 'FAIL'].includes(result.status);
    breaker.ended({ id, outage: result.outage ?? null, judged, message: result.error ?? '' });
    results.push(result);
    clock.pass(between);
  }
  return { results, waits, billed: billed(), clock };
}

const statuses = (results: readonly ScenarioResult[]) => results.map(({ status }) => status);

test('fault 22: an agent that is away for three seconds costs none of twenty scenarios', async () => {
  const scenarios = Array.from({ length: 20 }, () => ['hi', 'and more']);
  const agent = [{ from: 10_500, to: 13_500 }];
  const { results, waits } = await runAll({ scenarios, agent, judge: [] });
  expect(statuses(results)).toEqual(scenarios.map(() => 'PASS'));
  const again = results.filter(({ begun_again }) => begun_again !== undefined);
  expect(again).toHaveLength(1);
  expect(again[0]).toMatchObject({ begun_again: 1, turns: [{ turn: 1 }, { turn: 2 }] });
  expect(again[0]?.warnings.join()).toMatch(
    /lost the conversation in turn \d, and it began again: .*ECONNREFUSED/,
  );
  expect(waits.flatMap((wait) => wait ?? [])[0]).toMatchObject({ for: 'agent', why: 'connect ECONNREFUSED' });
  expect(waits.at(-1)).toBeNull();
});

test('fault 22: a judge that is overloaded for half a minute costs none of twenty scenarios', async () => {
  const scenarios = Array.from({ length: 20 }, () => ['hi']);
  const { results, waits } = await runAll({ scenarios, agent: [], judge: [{ from: 5_000, to: 35_000 }] });
  expect(statuses(results)).toEqual(scenarios.map(() => 'PASS'));
  expect(waits.flatMap((wait) => wait ?? [])[0]).toMatchObject({
    for: 'judge',
    why: expect.stringContaining('HTTP 529'),
  });
});

test('fault 22: an agent that is away for good ends its scenario at the end of the patience, the rest at once', async () => {
  const scenarios = Array.from({ length: 6 }, () => ['hi']);
  const { results, clock } = await runAll({ scenarios, agent: [{ from: 2_500, to: Infinity }], judge: [] });
  expect(statuses(results)).toEqual(['PASS', 'PASS', ...Array.from({ length: 4 }, () => 'INFRA_ERROR')]);
  expect(results[2]?.error).toMatch(/ECONNREFUSED \(waited 120 s for it \(AGENT_EVAL_PATIENCE\)\)/);
  expect(results[3]?.error).toMatch(/^not tried: the agent can't be used: .*ECONNREFUSED/);
  expect(clock.now()).toBeLessThan(2 * PATIENCE_MS);
});

test('fault 22: a scenario that always brings the agent down is its own', async () => {
  const clock = virtualClock();
  const outages: Outage[] = [];
  const inner = agentWith(clock, outages);
  const agent = patientAgent(
    {
      ...inner,
      async sendMessage(input, options) {
        if (input.message === 'crash') outages.push({ from: clock.now() + 500, to: clock.now() + 2_000 });
        return inner.sendMessage(input, options);
      },
    },
    { patienceMs: PATIENCE_MS, clock },
  );
  const { judge } = judgeWith({ clock, outages: [], timeoutMs: JUDGE_MS });
  const turns = [{ turn: 1, user_message: 'crash', success_criteria: 'It answers.' }];
  const result = await runScenario(planOf({ turns }), await contextFor(agent, { context: { judge } }));
  expect(result).toMatchObject({ status: 'INFRA_ERROR', begun_again: 1 });
  expect(result.outage).toBeUndefined();
});

test('fault 22: an agent restarted twice, a judge overloaded for 30 s, three of 20 that always fail: 17 are judged', async () => {
  const scenarios = Array.from({ length: 20 }, (_, index) => (index % 7 === 0 ? ['fail'] : ['hi', 'more']));
  const agent = [
    { from: 3_400, to: 6_000 },
    { from: 21_000, to: 24_500 },
  ];
  const { results } = await runAll({ scenarios, agent, judge: [{ from: 9_000, to: 39_000 }] });
  expect(statuses(results).filter((status) => status === 'PASS')).toHaveLength(17);
});

const short = (most: number) =>
  fc.array(
    fc.record({ after: fc.integer({ min: 30_000, max: 90_000 }), lasts: fc.integer({ min: 1, max: most }) }),
    { maxLength: 3 },
  );
const scenario = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.constant<string>('hi'), { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant<string[]>(['hi', 'fail']) },
);

test('fault 22: no scenario that could have finished is left unfinished, and what was paid is what is told', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(scenario, { minLength: 1, maxLength: 12 }),
      short(PATIENCE_MS - 10_000),
      short(JUDGE_MS / 3),
      fc.integer({ min: 0, max: 30_000 }),
      async (scenarios, agentParts, judgeParts, between) => {
        const world = { scenarios, agent: outagesOf(agentParts), judge: outagesOf(judgeParts), between };
        const { results, billed } = await runAll(world);
        expect(statuses(results)).toEqual(
          scenarios.map((messages) => (messages.includes('fail') ? 'INFRA_ERROR' : 'PASS')),
        );
        const told = results.reduce((sum, { spend }) => sum + spend.usd, 0);
        expect(told).toBeCloseTo(billed, 9);
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);
