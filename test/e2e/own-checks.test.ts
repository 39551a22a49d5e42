/** Checks that are the user's own code: they bind as other checks do, and their faults are nobody's failure. */
import { expect, test } from 'vitest';
import { config, createProject } from '../support/project.ts';
import { scenarioYaml } from '../support/scenario.ts';

const AGENT = `
import { defineAgent } from 'vitest-agent-eval/agent';
export default defineAgent({ send: (message) => message });
`;

const IBAN = `
import type { OwnCheck } from 'vitest-agent-eval';
import { remainder } from '@lib/remainder.ts';

const check: OwnCheck = ({ answer, turn, before }, { behavior }) => {
  if (answer === 'throw') throw new RangeError('out of range');
  const found = /[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}/.exec(answer)?.[0];
  if (found === undefined) return { outcome: 'undecided', reason: \`no IBAN in turn \${turn} after \${before.length}\` };
  return { outcome: remainder(found) === 1 ? 'pass' : 'fail', reason: \`\${found}: \${behavior}\` };
};
export default check;
`;

const REMAINDER = `export const remainder = (iban: string): number =>
  Number(BigInt([...iban.slice(4) + iban.slice(0, 4)].map((each) => parseInt(each, 36)).join('')) % 97n);
`;

const says = (id: string, message: string, call: string | string[] = '../checks/iban.ts') =>
  scenarioYaml({
    id,
    turns: [{ turn: 1, user_message: message, success_criteria: 'It is an IBAN.', checks: { call } }],
  });

const FILES = {
  'vitest.config.ts': config("{ target: './agent.ts', judge: 'rules' }").replace(
    'plugins:',
    "resolve: { alias: { '@lib': new URL('./lib', import.meta.url).pathname } }, plugins:",
  ),
  'agent.ts': AGENT,
  'lib/remainder.ts': REMAINDER,
  'checks/iban.ts': IBAN,
  'scenarios/right.yaml': says('right', 'DE89370400440532013000'),
};

test('they pass, fail, leave open and err, each with its reason and its place', async () => {
  const project = await createProject({
    ...FILES,
    'checks/none.ts': 'export const check = 1;\n',
    'checks/word.ts': "export default () => 'pass';\n",
    'scenarios/wrong.yaml': says('wrong', 'DE89370400440532013001'),
    'scenarios/open.yaml': says('open', 'hello'),
    'scenarios/throws.yaml': says('throws', 'throw'),
    'scenarios/shapeless.yaml': says('shapeless', 'x', '../checks/word.ts'),
    'scenarios/empty.yaml': says('empty', 'x', ['../checks/iban.ts', '../checks/none.ts']),
    'scenarios/gone.yaml': says('gone', 'x', '../checks/gone.ts'),
    'scenarios/outside.yaml': says('outside', 'x', '../../elsewhere.ts'),
  });
  const run = await project.agentEval(['run', '--fail-on', 'none']);
  const { scenarios } = await project.scorecard();
  expect(Object.fromEntries(scenarios.map((each) => [each.scenario_id, each.status])), run.output).toEqual({
    right: 'PASS',
    wrong: 'FAIL',
    open: 'ERRORED',
    throws: 'ERRORED',
    shapeless: 'ERRORED',
    empty: 'ERRORED',
    gone: 'ERRORED',
    outside: 'ERRORED',
  });
  expect((await project.trace('wrong')).turns[0]).toMatchObject({
    own_checks: [
      { call: '../checks/iban.ts', outcome: 'fail', reason: 'DE89370400440532013001: It is an IBAN.' },
    ],
  });
  expect((await project.trace('open')).turns[0]?.own_checks).toMatchObject([
    { reason: 'no IBAN in turn 1 after 0' },
  ]);
  const cause = async (id: string) => (await project.trace(id)).error;
  expect(await cause('throws')).toMatch(
    /^the check \.\.\/checks\/iban\.ts threw RangeError: out of range \(checks\/iban\.ts:6:\d+\)$/,
  );
  expect(await cause('shapeless')).toContain('must return { outcome:');
  expect(await cause('empty')).toContain('../checks/none.ts has no default export that is a function');
  expect(run.output).toMatch(/scenarios\/gone\.yaml:\d+:\d+ the check \.\.\/checks\/gone\.ts is not on disk/);
  expect(run.output).toContain('the check ../../elsewhere.ts lies outside the project');
  const again = await project.agentEval(['rescore']);
  expect(again.output, again.output).toMatch(/^0 of 2 verdict\(s\) change/m);
});

test('in watch mode an edit of a check, or of what it imports, runs its scenarios again', async () => {
  const project = await createProject(FILES);
  const watching = project.start(['--project', 'agent-eval', '--watch']);
  await watching.printed(/\[1\/1\] PASS right/);
  const IDLE = /Waiting for file changes|Tests failed\. Watching/;
  await watching.printed(IDLE);
  const seen = watching.output().length;
  await project.write({
    'lib/remainder.ts': 'export const remainder = (iban: string): number => iban.length;\n',
  });
  await watching.printed(/FAIL right/, seen);
  expect(watching.output()).toContain('RERUN  lib/remainder.ts');
  watching.process.kill('SIGINT');
  await watching.done;
});
