import { expect, test } from 'vitest';
import { applyFlags, runOptionsSchema } from '../../src/commands/run-options.ts';
import { selectScenarios, type Selection } from '../../src/commands/select.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { scenarioYaml } from '../support/scenario.ts';

function environment(flags: object, env: Record<string, string> = {}): Record<string, string | undefined> {
  const merged: Record<string, string | undefined> = { ...env };
  applyFlags(runOptionsSchema.parse(flags), merged);
  return merged;
}

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
