/** Workers that die, and whole processes that do: the scorecard counts what crashed, and nothing that was finished is lost. */
import { expect, test } from 'vitest';
import { createEndurance, greeting, last, small } from '../support/endurance.ts';

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

async function rigWith(code: string) {
  const rig = await createEndurance({
    done: small('done', greeting('done')),
    crash: small('crash', greeting('crash', 2_000), last),
  });
  await rig.project.write({ 'vitest.config.ts': configWithFault('crash', code) });
  return rig;
}

const statuses = async ({ project }: Awaited<ReturnType<typeof rigWith>>) =>
  Object.fromEntries(
    (await project.scorecard()).scenarios.map(({ scenario_id, status, error }) => [
      scenario_id,
      [status, error],
    ]),
  );

test('a worker that runs out of memory takes the process with it, and the results are there', async () => {
  const rig = await rigWith(
    'setTimeout(() => { const kept = []; for (;;) kept.push(new Array(1e5).fill({})); }, 300);',
  );
  const run = await rig.run({ NODE_OPTIONS: '--max-old-space-size=160' });
  expect(run.exitCode, run.output).not.toBe(0);
  expect(await statuses(rig), run.output).toEqual({
    done: ['PASS', undefined],
    crash: ['ERRORED', expect.stringMatching(/ended before the scenario did|out of memory/i)],
  });
  // And the next run goes on from there.
  await rig.project.write({ 'vitest.config.ts': configWithFault('none', '') });
  const resumed = await rig.resume();
  expect(resumed.exitCode, resumed.output).toBe(0);
  expect([rig.messages('done'), rig.messages('crash')]).toEqual([1, 2]);
  expect(rig.sessions()).toBe(0);
});

test('a rejection that nobody handles fails the run and costs no result', async () => {
  const rig = await rigWith("setTimeout(() => void Promise.reject(new Error('nobody hears')), 300);");
  const run = await rig.run();
  expect(run.exitCode, run.output).toBe(1);
  expect(run.output).toContain('nobody hears');
  expect(await statuses(rig)).toEqual({ done: ['PASS', undefined], crash: ['PASS', undefined] });
});

test('a module that throws fails its own scenario alone', async () => {
  const rig = await rigWith("throw new Error('not today');");
  const run = await rig.run();
  expect(run.exitCode, run.output).toBe(1);
  expect(await statuses(rig)).toEqual({
    done: ['PASS', undefined],
    crash: ['ERRORED', expect.stringContaining('not today')],
  });
});
