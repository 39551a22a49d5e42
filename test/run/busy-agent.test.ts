/** An agent that goes on with what was given up: results do not wait for it, and the next call does. */
import { expect, test } from 'vitest';
import { patientAgent } from '../../src/run/patient-agent.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import type { ScenarioProgress } from '../../src/run/progress.ts';
import { connectedFake, contextFor, planOf, say } from '../support/run.ts';

const hello = planOf(say('hello', { checks: { mentions: ['hello'] } }));
const hangs = planOf({
  turns: [{ turn: 1, user_message: '[[hang]]', success_criteria: 'It answers.' }],
});

test('fault 20: an agent that hangs ends its scenario in time, and the next ones at the end of the patience', async () => {
  const fake = await connectedFake();
  const agent = patientAgent(fake.agent, { patienceMs: 400 });
  try {
    const limit = { timeout: 0.3, timeoutExact: true };
    const began = performance.now();
    const first = await runScenario(hangs, await contextFor(agent, limit));
    expect(performance.now() - began).toBeLessThan(5_300);
    expect(first).toMatchObject({ status: 'TIMEOUT', error: 'not finished within 0.3 s' });
    // The clock of the result ends with the verdict.
    expect(first.elapsed_s).toBeLessThan(2);
    expect(first).toMatchObject({ session: { deleted: false } });

    const seen: ScenarioProgress[] = [];
    const context = { progress: (progress: ScenarioProgress) => void seen.push(progress) };
    const second = await runScenario(hello, await contextFor(agent, { context }));
    expect(second).toMatchObject({ status: 'INFRA_ERROR', outage: 'agent', session: null });
    expect(second.error).toMatch(
      /still busy with a call that was given up; restart it .*AGENT_EVAL_PATIENCE/,
    );
    const third = performance.now();
    expect((await runScenario(hello, await contextFor(agent))).outage).toBe('agent');
    expect(performance.now() - third).toBeLessThan(1_000);
  } finally {
    await fake.close();
  }
});

test('fault 20: a message over its time, and the next scenario waits for an idle agent, which is told', async () => {
  const fake = await connectedFake();
  const agent = patientAgent(fake.agent, { patienceMs: 20_000 });
  try {
    const slow = planOf({
      turns: [{ turn: 1, user_message: '[[delay 900]] [[say hello]]', success_criteria: 'It answers.' }],
    });
    const first = await runScenario(slow, await contextFor(agent, { messageTimeout: 0.1 }));
    expect(first.status).toBe('TIMEOUT');
    await fake.lines.wait('done send_message');

    const busy = agent.sendMessage(
      { sessionId: (await agent.createSession({ title: 'x' })).id, message: '[[delay 700]] [[say hello]]' },
      { timeoutMs: 100 },
    );
    await expect(busy).rejects.toMatchObject({ kind: 'timeout' });
    const seen: ScenarioProgress[] = [];
    const context = { progress: (progress: ScenarioProgress) => void seen.push(progress) };
    const next = await runScenario(hello, await contextFor(agent, { context }));
    expect(next.status).toBe('PASS');
    const waits = seen.flatMap(({ waiting }) => waiting ?? []);
    expect(waits[0]).toMatchObject({ for: 'agent', why: expect.stringContaining('still busy') });
    expect(seen.at(-1)?.waiting).toBeNull();
  } finally {
    await fake.close();
  }
});
