/** A clock that is set back while a scenario runs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRunDirectory } from '../../src/results/store/run-directory.ts';
import { scenarioResultSchema } from '../../src/results/store/schema.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import { connectedFake, contextFor, planOf } from '../support/run.ts';

test('neither durations nor time-outs nor the verdict notice', async () => {
  const fake = await connectedFake();
  onTestFinished(() => fake.close());
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const turns = [
    {
      turn: 1,
      user_message: '[[delay 300]] [[say hello]]',
      success_criteria: 'x',
      checks: { mentions: ['hello'] },
    },
  ];
  const running = runScenario(
    planOf({ turns }),
    await contextFor(fake.agent, { timeout: 20, timeoutExact: true }),
  );
  await fake.lines.wait('call send_message');
  vi.setSystemTime(new Date('2026-03-01T10:00:00Z'));
  const result = await running;
  expect(scenarioResultSchema.parse(result).status).toBe('PASS');
  expect(result.elapsed_s).toBeGreaterThanOrEqual(0.3);
  expect(result.elapsed_s).toBeLessThan(20);
});

test('a run that begins in the second of an earlier one gets a folder of its own', async () => {
  const results = await mkdtemp(join(tmpdir(), 'agent-eval-'));
  onTestFinished(() => rm(results, { recursive: true, force: true }));
  const now = new Date('2026-03-01T12:00:00Z');
  const ids = [now, new Date(now.getTime() + 5_000), now].map(
    async (at) => (await createRunDirectory(results, at)).runId,
  );
  expect(new Set(await Promise.all(ids)).size).toBe(3);
});
