/** One run at a time per backend; different backends may share a results folder. */
import { hostname } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { createEndurance, greeting, heldGreeting, last, small } from '../support/endurance.ts';
import { startHttpFake } from '../support/fake-agent-ui.ts';

test('a second run is told who holds the backend since when, and takes it over from the dead', async () => {
  const rig = await createEndurance({
    one: small('one', greeting('one')),
    slow: small('slow', heldGreeting('slow'), last),
  });
  const first = rig.start();
  await rig.reached(first, 'message Eval: slow');
  const started = rig.fake.lines.count('message ');
  const elsewhere = await startHttpFake();
  onTestFinished(() => elsewhere.kill());
  const other = {
    AGENT_EVAL_TARGET: `http://127.0.0.1:${elsewhere.port}`,
    AGENT_EVAL_MCP: elsewhere.url,
  };

  // Another name of the same machine is the same backend.
  const localhost = { AGENT_EVAL_TARGET: `http://localhost:${rig.fake.port}` };
  await elsewhere.release();
  const [second, third] = await Promise.all([rig.run(localhost), rig.run(other)]);
  const said = second.stderr.split('\n').filter((line) => line.startsWith('agent-eval  http'));
  expect(said, second.output).toEqual([
    expect.stringMatching(
      new RegExp(
        `^agent-eval  http://localhost:\\d+ is taken by a run in ${rig.project.folder} since ` +
          `\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC \\(process ${first.process.pid} on ${hostname()}\\)`,
      ),
    ),
  ]);
  expect(second.exitCode).toBe(1);
  expect(rig.fake.lines.count('message ')).toBe(started);
  expect(third.exitCode, third.output).toBe(0);
  expect(new Set(await rig.project.runs()).size).toBe(3);

  first.process.kill('SIGKILL');
  await first.done;
  await rig.fake.release();
  const heir = await rig.resume();
  expect(heir.exitCode, heir.output).toBe(0);
  expect(heir.output).toContain('1 of 2 scenarios are finished');
  expect([rig.messages('one'), rig.messages('slow')]).toEqual([1, 2]);
});
