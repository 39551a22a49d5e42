/** A run that died is finished by another, and nothing that was finished is done again. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { costOf, priceOf } from '../../src/models/prices.ts';
import { comparable, createEndurance, greeting, heldGreeting, last, small } from '../support/endurance.ts';

test('finished scenarios stand, all others run again, and the doubtful ones are named', async () => {
  const ids = ['kept', 'edited', 'cut', 'foreign'];
  const rig = await createEndurance({
    ...Object.fromEntries(ids.map((id) => [id, small(id, greeting(id))])),
    hung: small('hung', heldGreeting('hung'), last),
  });
  const { project } = rig;
  const killed = rig.start();
  await rig.reached(killed, 'message Eval: hung');
  killed.process.kill('SIGKILL');
  await killed.done;
  await rig.fake.release();
  const [runId = ''] = await project.runs();
  const run = project.path(`results/${runId}`);
  expect(JSON.parse(await readFile(path.join(run, '.progress.json'), 'utf8'))).toEqual(
    Object.fromEntries(ids.map((id) => [id, 'PASS'])),
  );
  const spent = rig.llm.requests.length;

  // Not asked for: said in one line, with the command. Nobody answers, so nothing is done.
  const other = await rig.run({ AGENT_EVAL_MCP: 'http://127.0.0.1:9/mcp' });
  expect(other.output).toContain(
    `agent-eval  ${runId} was left unfinished (4 of 5 scenarios are finished). ` +
      'To go on with it: AGENT_EVAL_RESUME=1 npx vitest run --project agent-eval\n',
  );
  expect(await project.runs()).toHaveLength(2);

  const trace = (id: string) => path.join(run, 'traces', `${id}.json`);
  const cut = await readFile(trace('cut'), 'utf8');
  await writeFile(trace('cut'), cut.slice(0, cut.length / 2));
  await writeFile(trace('foreign'), await readFile(trace('kept'), 'utf8'));
  await project.write({
    'scenarios/personality/edited.yaml': small('edited', greeting('edited'), { name: 'Another name' }),
    'scenarios/personality/hung.yaml': small('hung', greeting('hung'), last),
  });
  const resumed = await rig.resume();
  expect(resumed.exitCode, resumed.output).toBe(0);
  const said = resumed.output.split('\n').filter((line) => /^agent-eval {2}[^[]/.test(line));
  expect(said.slice(1).toSorted()).toEqual([
    'agent-eval  cut is run again: its trace is cut off or damaged',
    "agent-eval  edited is run again: the scenario's text changed",
    `agent-eval  foreign is run again: its trace is that of kept in ${runId}`,
    `agent-eval  going on with ${runId}: 4 of 5 scenarios are finished`,
  ]);
  const times = Object.fromEntries([...ids, 'hung'].map((id) => [id, [rig.messages(id), rig.judged(id)]]));
  expect(times).toEqual({ kept: [1, 1], edited: [2, 2], cut: [2, 2], foreign: [2, 2], hung: [2, 1] });
  expect(rig.llm.requests.length).toBe(spent + 4);
  // The session that the dead run left behind is gone as well.
  expect(rig.sessions()).toBe(0);

  const fresh = await rig.resume();
  expect(fresh.exitCode, fresh.output).toBe(0);
  expect(fresh.output).toContain('no unfinished run of the same scenarios and target: this is a new one');
  expect(ids.map((id) => rig.messages(id))).toEqual([2, 3, 3, 3]);
  const runs = await project.runs();
  expect(runs).toHaveLength(3);
  expect(await comparable(run)).toEqual(await comparable(project.path(`results/${runs.at(-1)}`)));
});

test('fault 24: what was paid is what is told, over retries, kills and resumes, and each finished scenario is paid once', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const failing = {
    turns: [{ turn: 1, user_message: greeting('bad'), success_criteria: 'x', checks: { mentions: ['bye'] } }],
  };
  const rig = await createEndurance({
    bad: small('bad', '', failing),
    ...Object.fromEntries(ids.map((id) => [id, small(id, greeting(id))])),
    hung: small('hung', heldGreeting('hung'), last),
  });
  for (let kills = 0; kills < 2; kills += 1) {
    const killed = rig.start({ AGENT_EVAL_RESUME: '1' });
    await rig.reached(killed, `message Eval: hung`);
    killed.process.kill('SIGKILL');
    await killed.done;
    await rig.fake.release();
    await rig.fake.hold();
  }
  await rig.fake.release();
  const resumed = await rig.run({ AGENT_EVAL_RESUME: '1' }, ['--retry=2']);
  expect(resumed.exitCode, resumed.output).toBe(1);
  expect(resumed.output).toContain('going on with');
  expect([rig.messages('a'), rig.messages('hung')]).toEqual([1, 3]);
  // Each retry of the resumed run asks the agent again, as it would have in the first.
  expect(rig.messages('bad')).toBe(3);
  expect((await rig.project.trace('bad')).attempt).toBe(3);
  const { scenarios, cost } = await rig.project.scorecard();
  expect(scenarios).toHaveLength(7);
  for (const id of ids) expect(rig.judged(id), id).toBe(1);
  const billed = rig.llm.requests.reduce(
    (sum, { usage }) => sum + (usage === null ? 0 : costOf(usage, priceOf('claude-sonnet-4-6'))),
    0,
  );
  expect(cost.estimated_total_usd).toBeCloseTo(billed, 4);
  expect(await rig.project.runs()).toHaveLength(1);
});
