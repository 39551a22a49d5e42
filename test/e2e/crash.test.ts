/** Workers that die, and whole processes that do: the scorecard counts what crashed, and nothing that was finished is lost. */
import { expect, test } from 'vitest';
import { createEndurance, greeting, heldGreeting, last, small } from '../support/endurance.ts';

/** A configuration that puts code into the module of one scenario, as it runs in the worker. */
function configWithFault(id: string, code: string): string {
  return `
    import { defineConfig } from 'vitest/config';
    import { agentEval } from 'vitest-agent-eval';
    const fault = {
      name: 'fault',
      enforce: 'post',
      transform: (text, file) => (file.includes('/${id}.yaml') ? { code: text + ${JSON.stringify(`\n${code}\n`)}, map: null } : null),
    };
    const inject = {
      name: 'inject',
      config(config) {
        for (const project of config.test?.projects ?? []) {
          if (project.test?.name === 'agent-eval') project.plugins.push(fault);
        }
      },
    };
    export default defineConfig({ plugins: [agentEval({ workers: 1 }), inject] });
  `;
}

const OUT_OF_MEMORY =
  'setTimeout(() => { const kept = []; for (;;) kept.push(new Array(1e5).fill({})); }, 300);';

// One run that goes on from each fault: a run of its own for each would cost twice as many.
test('out of memory, a module that throws and a rejection that nobody handles cost no result', async () => {
  const rig = await createEndurance({
    done: small('done', greeting('done')),
    crash: small('crash', heldGreeting('crash'), last),
  });
  const statuses = async () =>
    Object.fromEntries(
      (await rig.project.scorecard()).scenarios.map(({ scenario_id, status, error }) => [
        scenario_id,
        [status, error],
      ]),
    );

  // A worker that runs out of memory takes the process with it, and the results are there.
  await rig.project.write({ 'vitest.config.ts': configWithFault('crash', OUT_OF_MEMORY) });
  const full = await rig.run({ NODE_OPTIONS: '--max-old-space-size=160' });
  expect(full.exitCode, full.output).not.toBe(0);
  expect(await statuses(), full.output).toEqual({
    done: ['PASS', undefined],
    crash: ['ERRORED', expect.stringMatching(/ended before the scenario did|out of memory/i)],
  });
  await rig.fake.release();

  // A module that throws fails its own scenario alone.
  await rig.project.write({ 'vitest.config.ts': configWithFault('crash', "throw new Error('not today');") });
  const thrown = await rig.resume();
  expect(thrown.exitCode, thrown.output).toBe(1);
  expect(await statuses()).toEqual({
    done: ['PASS', undefined],
    crash: ['ERRORED', expect.stringContaining('not today')],
  });

  // A rejection that nobody handles fails the run, and its scenario passes.
  const rejection = "setTimeout(() => void Promise.reject(new Error('nobody hears')), 0);";
  await rig.project.write({ 'vitest.config.ts': configWithFault('crash', rejection) });
  const rejected = await rig.resume();
  expect(rejected.exitCode, rejected.output).toBe(1);
  expect(rejected.output).toContain('nobody hears');
  expect(await statuses()).toEqual({ done: ['PASS', undefined], crash: ['PASS', undefined] });

  expect([rig.messages('done'), rig.messages('crash')]).toEqual([1, 2]);
  expect(rig.sessions()).toBe(0);
  expect(await rig.project.runs()).toHaveLength(1);
});
