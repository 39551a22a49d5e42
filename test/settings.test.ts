import { expect, test } from 'vitest';
import { effectiveTimeout } from '../src/run/effective-timeout.ts';
import { resolveSettings, SettingsError, unreadVariables } from '../src/settings.ts';

test('defaults: a live agent, judged by an LLM, nothing spent unless asked', () => {
  expect(resolveSettings({}, {})).toMatchObject({
    target: 'http://localhost:4200',
    judge: 'llm',
    simulator: 'llm',
    model: 'claude-sonnet-4-6',
    simulatorModel: 'claude-sonnet-4-6',
    budget: 2,
    timeout: 900,
    isolation: 'scenario',
    slots: 1,
    keepSessions: false,
  });
});

test('the embedded agent is judged by rules and spoken to plainly', () => {
  expect(resolveSettings({}, { AGENT_EVAL_TARGET: 'embedded' })).toMatchObject({
    target: 'embedded',
    judge: 'rules',
    simulator: 'plain',
  });
});

test.each([
  {
    name: 'environment beats option',
    options: { budget: 5 },
    env: { AGENT_EVAL_BUDGET: '0.5' },
    want: { budget: 0.5 },
  },
  { name: 'option beats default', options: { timeout: 60 }, env: {}, want: { timeout: 60 } },
  { name: 'an empty variable is none', options: {}, env: { AGENT_EVAL_TIMEOUT: '' }, want: { timeout: 900 } },
  {
    name: 'a trailing slash of the target does not matter',
    options: { target: 'http://127.0.0.1:9/' },
    env: {},
    want: { target: 'http://127.0.0.1:9' },
  },
  {
    name: 'backend is another word for target',
    options: { backend: 'http://127.0.0.1:9' },
    env: {},
    want: { target: 'http://127.0.0.1:9' },
  },
  {
    name: 'the environment names the target, whichever word it uses',
    options: { target: 'embedded' },
    env: { AGENT_EVAL_BACKEND: 'http://127.0.0.1:9' },
    want: { target: 'http://127.0.0.1:9', judge: 'llm' },
  },
  {
    name: 'the address of the API that the vendor names is taken',
    options: {},
    env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/v1/' },
    want: { baseUrl: 'http://127.0.0.1:9/v1' },
  },
  {
    name: 'several scenario folders',
    options: {},
    env: { AGENT_EVAL_SCENARIOS: 'a;b' },
    want: { scenarios: ['a', 'b'] },
  },
  { name: 'a flag', options: {}, env: { AGENT_EVAL_KEEP_SESSIONS: 'yes' }, want: { keepSessions: true } },
])('$name', ({ options, env, want }) => {
  expect(resolveSettings(options, env)).toMatchObject(want);
});

test.each([
  { env: { AGENT_EVAL_TARGET: 'embeded' }, says: ['AGENT_EVAL_TARGET', '"embedded" or an http(s) URL'] },
  {
    env: { AGENT_EVAL_TARGET: 'http://me:hunter2@h:4200', ANTHROPIC_BASE_URL: 'https://me@h' },
    says: ['AGENT_EVAL_TARGET: must name no user', 'ANTHROPIC_BASE_URL: must name no user'],
  },
  { env: { AGENT_EVAL_BUDGET: 'two' }, says: ['AGENT_EVAL_BUDGET', 'number of US dollars'] },
  { env: { AGENT_EVAL_BUDGET: '-1' }, says: ['AGENT_EVAL_BUDGET'] },
  { env: { AGENT_EVAL_JUDGE: 'rule' }, says: ['AGENT_EVAL_JUDGE', 'anthropic', 'rules'] },
  { env: { AGENT_EVAL_TIMEOUT: '99999' }, says: ['AGENT_EVAL_TIMEOUT', '7200'] },
  {
    env: { AGENT_EVAL_SLOTS: '0', AGENT_EVAL_WORKERS: 'x' },
    says: ['AGENT_EVAL_SLOTS', 'AGENT_EVAL_WORKERS'],
  },
  {
    env: { AGENT_EVAL_TARGET: 'embedded', AGENT_EVAL_BACKEND: 'http://127.0.0.1:9' },
    says: ['AGENT_EVAL_TARGET', 'AGENT_EVAL_BACKEND', 'two different targets'],
  },
  { env: { AGENT_EVAL_FAIL_ON: 'regresion' }, says: ['AGENT_EVAL_FAIL_ON', '"regresion"', 'pass-rate'] },
  { env: { AGENT_EVAL_ALLOW: 'everything' }, says: ['AGENT_EVAL_ALLOW', '"everything"', 'partial'] },
])('a bad value names its source and what is allowed: $says', ({ env, says }) => {
  const attempt = () => resolveSettings({}, env);
  expect(attempt).toThrow(SettingsError);
  for (const word of says) expect(attempt).toThrow(word);
  expect(attempt).not.toThrow('hunter2');
});

test('an option that does not exist is named', () => {
  const options: object = { bugdet: 3 };
  expect(() => resolveSettings(options, {})).toThrow('agentEval({ bugdet }): there is no such setting');
});

test.each([
  { gates: { passRate: 90 }, says: 'agentEval({ gates }): passRate: Too big' },
  { gates: { passrate: 0.9 }, says: 'Unrecognized key: "passrate"; it takes an object such as' },
])('a gate that cannot be read: $says', ({ gates, says }) => {
  const options: object = { gates };
  expect(() => resolveSettings(options, {})).toThrow(says);
});

test('gates are an object or text, and the environment replaces them all', () => {
  const gates = { regression: true, passRate: 0.9 };
  const both = [{ gate: 'regression' }, { gate: 'pass-rate', min: 0.9 }];
  expect(resolveSettings({ gates }, {}).gates).toEqual(both);
  expect(resolveSettings({ gates: 'regression,pass-rate=90%' }, {}).gates).toEqual(both);
  expect(resolveSettings({ gates }, { AGENT_EVAL_FAIL_ON: 'critical' }).gates).toEqual([
    { gate: 'critical' },
  ]);
  expect(resolveSettings({ gates }, { AGENT_EVAL_FAIL_ON: 'none' }).gates).toEqual([]);
});

test.each([
  { timeout: 900, timeoutExact: false, documents: 1, turns: 3, want: 900 },
  { timeout: 900, timeoutExact: false, documents: 4, turns: 5, want: 1480 },
  { timeout: 900, timeoutExact: false, documents: 99, turns: 9, want: 7200 },
  { timeout: 30, timeoutExact: true, documents: 4, turns: 5, want: 30 },
  { timeout: 30, timeoutExact: false, documents: 0, turns: 1, want: 320 },
])(
  'a scenario of $documents documents and $turns turns may take $want s',
  ({ want, documents, turns, ...settings }) => {
    expect(effectiveTimeout(settings, { documents, turns })).toBe(want);
  },
);

test('an agent that asks is denied and declined unless told otherwise', () => {
  expect(resolveSettings({}, {})).toMatchObject({ permissions: 'deny', questions: 'decline' });
  const env = {
    AGENT_EVAL_PERMISSIONS: 'allow',
    AGENT_EVAL_QUESTIONS: 'The blue one',
    AGENT_EVAL_DEVICE: 'cpu',
  };
  expect(resolveSettings({}, env)).toMatchObject({
    permissions: 'allow',
    questions: 'The blue one',
    device: 'cpu',
  });
  expect(() => resolveSettings({}, { AGENT_EVAL_PERMISSIONS: 'always' })).toThrow(/AGENT_EVAL_PERMISSIONS/);
  expect(() => resolveSettings({}, { AGENT_EVAL_DEVICE: 'banana' })).toThrow(/AGENT_EVAL_DEVICE/);
});

test.for([
  { options: {}, workers: 2 },
  { options: { isolation: 'turn' as const }, workers: 3 },
  { options: { slots: 4 }, workers: 5 },
  { options: { slots: 4, workers: 2 }, workers: 2 },
])('$options: $workers workers', ({ options, workers }) => {
  expect(resolveSettings(options, {}).workers).toBe(workers);
});

test.each([
  [
    { AGENT_EVAL_TARGT: 'embedded' },
    'AGENT_EVAL_TARGT: there is no such setting. Did you mean AGENT_EVAL_TARGET?',
  ],
  [
    { AGENT_EVAL_DRYRUN: '1' },
    'AGENT_EVAL_DRYRUN: there is no such setting. Did you mean AGENT_EVAL_DRY_RUN?',
  ],
])('fault 9: a slip in the name of a variable is named, with the nearest: %j', (env, message) => {
  expect(() => resolveSettings({}, env)).toThrow(message);
});

test('fault 9: variables that are near to no setting are told apart, and stop nothing', () => {
  const env = { AGENT_EVAL_SOMETHING_ELSE: '1', AGENT_EVAL_FIX_BUDGET: '3', AGENT_EVAL_TARGT: '' };
  expect(() => resolveSettings({}, env)).not.toThrow();
  expect(unreadVariables(env)).toEqual([{ name: 'AGENT_EVAL_SOMETHING_ELSE', near: null }]);
});

test('fault 9: a slip in an option is named, with the nearest', () => {
  // @ts-expect-error -- a mistake
  expect(() => resolveSettings({ targt: 'embedded' }, {})).toThrow(/targt.*Did you mean target\?/);
});

test('anthropic is the former name of llm, from every source', () => {
  const former = { judge: 'llm', simulator: 'llm' };
  expect(resolveSettings({ judge: 'anthropic', simulator: 'anthropic' }, {})).toMatchObject(former);
  const env = { AGENT_EVAL_TARGET: 'embedded', AGENT_EVAL_JUDGE: 'anthropic' };
  expect(resolveSettings({}, env)).toMatchObject(former);
});

test('endpoints are an object in the configuration, JSON in the environment, and checked in both', () => {
  const endpoints = { box: { url: 'http://10.0.0.7:9000/v1', keyFrom: 'BOX_KEY' } };
  expect(resolveSettings({ endpoints }, {})).toMatchObject({ endpoints });
  expect(resolveSettings({}, { AGENT_EVAL_ENDPOINTS: JSON.stringify(endpoints) })).toMatchObject({
    endpoints,
  });
  expect(() => resolveSettings({}, { AGENT_EVAL_ENDPOINTS: '{box' })).toThrow(
    /AGENT_EVAL_ENDPOINTS: must be JSON/,
  );
  expect(() => resolveSettings({ endpoints: { box: { url: 'box:9000' } } }, {})).toThrow(
    /agentEval\({ endpoints }\): box: url: must be an http\(s\) URL/,
  );
});
