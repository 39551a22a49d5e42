import { expect, test } from 'vitest';
import { Command, Option } from 'commander';
import {
  addAgentOptions,
  addRunOptions,
  applyFlags,
  runOptionsSchema,
  SETTING_FLAGS,
} from '../../src/commands/run-options.ts';
import {
  addExperimentOptions,
  EXPERIMENT_FLAGS,
  experimentOptionsSchema,
} from '../../src/commands/experiment/flags.ts';
import { ENVIRONMENT } from '../../src/settings.ts';
import { selectScenarios, type Selection } from '../../src/commands/select.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { scenarioYaml } from '../support/scenario.ts';

function environment(flags: object, env: Record<string, string> = {}): Record<string, string | undefined> {
  const merged: Record<string, string | undefined> = { ...env };
  applyFlags(runOptionsSchema.parse(flags), merged);
  return merged;
}

/** Of settings that take more than any word. */
const VALUES: Readonly<Record<string, string>> = {
  target: 'embedded',
  backend: 'http://h:1',
  baseUrl: 'http://h:1',
  judge: 'rules',
  simulator: 'plain',
  device: 'cpu',
  permissions: 'deny',
  set: 'all',
  isolation: 'turn',
  gates: 'critical',
  allow: 'partial',
  endpoints: '{"box":{"url":"http://h:1/v1"}}',
  price: '1,2',
  simulatorPrice: '1,2',
};

test.each([
  [{ target: 'embedded' }, { AGENT_EVAL_TARGET: 'embedded' }],
  [{ backend: 'http://h:1' }, { AGENT_EVAL_BACKEND: 'http://h:1' }],
  [
    { budget: '1.00', timeout: '300' },
    { AGENT_EVAL_BUDGET: '1.00', AGENT_EVAL_TIMEOUT: '300' },
  ],
  [{ scenarioDir: ['a', 'b'] }, { AGENT_EVAL_SCENARIOS: 'a;b' }],
  [
    { failOn: 'critical', allow: 'partial' },
    { AGENT_EVAL_FAIL_ON: 'critical', AGENT_EVAL_ALLOW: 'partial' },
  ],
  [
    { resume: true, dryRun: true },
    { AGENT_EVAL_RESUME: '1', AGENT_EVAL_DRY_RUN: '1' },
  ],
  [
    { mcp: 'uv run x', agentType: 'doc', corpusDir: 'c' },
    { AGENT_EVAL_MCP: 'uv run x', AGENT_EVAL_AGENT_TYPE: 'doc', AGENT_EVAL_CORPUS: 'c' },
  ],
])('%j reaches what the setting does', (flags, env) => {
  expect(environment(flags)).toEqual(env);
});

test.each(Object.entries(ENVIRONMENT))('fault 43: %s (%s) has a flag', (setting, variable) => {
  const ofRun = new Map(Object.entries(SETTING_FLAGS)).get(setting);
  const [, flags] = ofRun ?? new Map(Object.entries(EXPERIMENT_FLAGS)).get(setting) ?? [];
  const option = new Option(flags ?? '');
  const takesValue = option.required || option.optional;
  const words = [option.long ?? '', ...(takesValue ? [VALUES[setting] ?? '1'] : [])];
  const add = ofRun === undefined ? addExperimentOptions : addRunOptions;
  const command = add(new Command().exitOverride());
  command.parse(words, { from: 'user' });
  const env: Record<string, string | undefined> = {};
  const schema = ofRun === undefined ? experimentOptionsSchema : runOptionsSchema;
  applyFlags(schema.parse(command.opts()), env, ofRun === undefined ? EXPERIMENT_FLAGS : SETTING_FLAGS);
  expect(env).toHaveProperty(variable);
});

test('fault 43: a repair has the flags of the agent and its judge', () => {
  const command = new Command().exitOverride();
  addAgentOptions(command);
  command.parse(['--device', 'cpu', '--keep-sessions', '--judge', 'rules'], { from: 'user' });
  expect(environment(command.opts())).toEqual({
    AGENT_EVAL_DEVICE: 'cpu',
    AGENT_EVAL_KEEP_SESSIONS: '1',
    AGENT_EVAL_JUDGE: 'rules',
  });
});

test('fault 40: of two values for one flag none is lost in silence', () => {
  const parse = (...words: string[]) => {
    const command = addRunOptions(new Command().exitOverride().configureOutput({ writeErr: () => {} }));
    return environment(command.parse(words, { from: 'user' }).opts());
  };
  expect(() => parse('--corpus-dir', 'a', '--corpus-dir', 'b')).toThrow(
    /--corpus-dir.*given twice; "a" before/,
  );
  expect(parse('--corpus-dir', 'a', '--corpus-dir', 'a')).toEqual({ AGENT_EVAL_CORPUS: 'a' });
  expect(parse('--allow', 'partial', '--allow', 'infra')).toEqual({ AGENT_EVAL_ALLOW: 'partial,infra' });
  expect(parse('--scenario-dir', 'a', '--scenario-dir', 'b')).toEqual({ AGENT_EVAL_SCENARIOS: 'a;b' });
});

test('a flag beats the environment, whichever of two words either uses', () => {
  expect(
    environment({ target: 'embedded' }, { AGENT_EVAL_BACKEND: 'http://h:1', AGENT_EVAL_BUDGET: '3' }),
  ).toEqual({
    AGENT_EVAL_TARGET: 'embedded',
    AGENT_EVAL_BUDGET: '3',
  });
  expect(environment({ backend: 'http://h:1' }, { AGENT_EVAL_TARGET: 'embedded' })).toEqual({
    AGENT_EVAL_BACKEND: 'http://h:1',
  });
});

test('a value that no setting takes is named by its flag, and nothing is changed', () => {
  const env = { AGENT_EVAL_BACKEND: 'http://h:1' };
  const attempt = () => applyFlags(runOptionsSchema.parse({ target: 'embeded' }), env);
  expect(attempt).toThrow(/--target: must be "embedded" or an http/);
  expect(env).toEqual({ AGENT_EVAL_BACKEND: 'http://h:1' });
});

const scenarios = [
  { id: 'one', category: 'rag_quality', tags: ['quick'] },
  { id: 'two', category: 'rag_quality' },
  { id: 'three', category: 'personality', tags: ['quick', 'slow one'] },
].map((each) => {
  const file = `scenarios/${each.category}/${each.id}.yaml`;
  return { ...parseScenario(scenarioYaml(each), file), path: `/p/${file}` };
});
const none: Selection = { scenario: [], category: [], tag: [] };

test.each([
  [{}, ['one', 'two', 'three']],
  [{ scenario: ['two'] }, ['two']],
  [{ scenario: ['two', 'three'] }, ['two', 'three']],
  [{ category: ['rag_quality'] }, ['one', 'two']],
  [{ category: ['rag_quality'], tag: ['quick'] }, ['one']],
  [{ tag: ['quick'] }, ['one', 'three']],
  [{ tag: ['slow one'] }, ['three']],
])('%j chooses %j', (selection, ids) => {
  expect(selectScenarios(scenarios, { ...none, ...selection }).map(({ id }) => id)).toEqual(ids);
});

test.each([
  [{ scenario: ['one', 'tow'] }, '--scenario tow matches no scenario. Did you mean two?'],
  [{ category: ['vision'] }, '--category vision matches no scenario. There are: personality, rag_quality.'],
  [{ scenario: ['two'], tag: ['quick'] }, 'No scenario fits all of these filters together.'],
])('%j matches nothing', (selection, says) => {
  expect(() => selectScenarios(scenarios, { ...none, ...selection })).toThrow(says);
});

test('no scenario at all', () => {
  expect(() => selectScenarios([], none)).toThrow('There are no scenarios');
});
