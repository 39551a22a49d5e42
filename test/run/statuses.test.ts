/** The ways a scenario that was held can end, each brought about by what causes it in earnest. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CancelledError } from '../../src/run/outcome.ts';
import { reasonText } from '../../src/rubric/reason.ts';
import { runScenario } from '../../src/run/run-scenario.ts';
import { contextFor, held, planOf, runFixture, say, type RunOptions } from '../support/run.ts';

let folder: string;
const document = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-eval-statuses-'));
  for (const name of ['good.md', 'forever.md']) await writeFile(document(name), '# Text\n');
});
afterAll(() => rm(folder, { recursive: true }));

const fixture = runFixture();

const judged = (options: RunOptions = {}): RunOptions => ({
  judge: 'anthropic',
  baseUrl: fixture.llm.url,
  ...options,
});

test('PASS: judged, every rule holds, the session is gone', async () => {
  const result = await runScenario(
    planOf(say('hello'), [document('good.md')]),
    await contextFor(fixture.fake.agent, judged()),
  );
  expect(result).toMatchObject({ ...held('PASS'), overall_score: 9.25, reasons: [], attempt: 1 });
  expect(result.turns).toHaveLength(1);
  expect(result.turns[0]).toMatchObject({
    agent_response: 'hello',
    agent_tools: ['query_documents'],
    pass: true,
    performance: { output_tokens: 9, flags: [] },
  });
  expect(result.documents).toEqual([
    { corpus_doc: null, path: 'good.md', chunk_count: 3, indexing_status: 'complete' },
  ]);
  // A standard scenario that passes needs no more than its turns judged.
  expect(result.spend).toMatchObject({ calls: 1 });
  expect(result.spend.usd).toBeGreaterThan(0);
  expect(result.cost_estimate).toEqual({ turns: 1, estimated_usd: result.spend.usd });
});

test('FAIL: a check that no judge can overrule', async () => {
  const plan = planOf(say('hello', { checks: { mentions: ['goodbye'] } }));
  const result = await runScenario(plan, await contextFor(fixture.fake.agent, judged()));
  expect(result).toMatchObject(held('FAIL'));
  expect(result.turns[0]).toMatchObject({
    scores: { correctness: 3 },
    raw_scores: { correctness: 9 },
    pass: false,
  });
  expect(result.turns[0]?.ceilings[0]).toMatchObject({ rule: 'check:mentions', max: 3 });
  expect(result.reasons.map(reasonText).join()).toContain('check:mentions');
});

test('BLOCKED_BY_ARCHITECTURE: only when the judge cites a limit it was told of', async () => {
  const constraint = 'The history keeps two messages.';
  fixture.llm.script('scenario', [
    { do: 'well', reply: { ...explained(), blocked_by_constraint: 1 }, always: true },
  ]);
  const told = { constraints: [constraint] };
  const blocked = await runScenario(
    planOf(say('hello')),
    await contextFor(fixture.fake.agent, judged({ context: told })),
  );
  expect(blocked).toMatchObject(held('BLOCKED_BY_ARCHITECTURE'));
  expect(blocked.reasons.map(reasonText).join()).toContain(constraint);
  const untold = await runScenario(planOf(say('hello')), await contextFor(fixture.fake.agent, judged()));
  expect(untold.status).toBe('PASS');
  // It stays what the judge says, and a person is told to look.
  expect(blocked.warnings.join()).toContain('look at it');
});

test('TIMEOUT: the agent takes longer than the scenario may', async () => {
  const plan = planOf({
    turns: [{ turn: 1, user_message: '[[delay 700]] [[say hello]]', success_criteria: 'It answers.' }],
  });
  const result = await runScenario(
    plan,
    await contextFor(fixture.fake.agent, { timeout: 0.2, timeoutExact: true }),
  );
  expect(result).toMatchObject({
    ...held('TIMEOUT'),
    overall_score: null,
    error: 'not finished within 0.2 s',
  });
  expect(result.elapsed_s).toBeLessThan(5);
});

test('TIMEOUT: a document is indexed without end', async () => {
  const result = await runScenario(
    planOf(say('hello'), [document('forever.md')]),
    await contextFor(fixture.fake.agent, { timeout: 0.2, timeoutExact: true }),
  );
  expect(result).toMatchObject({ ...held('TIMEOUT'), error: 'not finished within 0.2 s', turns: [] });
});

test('TIMEOUT: one message takes longer than a message may', async () => {
  const plan = planOf({
    turns: [{ turn: 1, user_message: '[[delay 700]] [[say hello]]', success_criteria: 'It answers.' }],
  });
  const result = await runScenario(plan, await contextFor(fixture.fake.agent, { messageTimeout: 0.2 }));
  expect(result.status).toBe('TIMEOUT');
});

test('BUDGET_EXCEEDED: the next call could cost more than is left; nothing is sent', async () => {
  const result = await runScenario(
    planOf(say('hello')),
    await contextFor(fixture.fake.agent, judged({ budget: 0.001 })),
  );
  expect(result).toMatchObject({
    ...held('BUDGET_EXCEEDED'),
    overall_score: null,
    spend: { usd: 0, calls: 0 },
  });
  expect(fixture.llm.requests).toHaveLength(0);
});

test('BUDGET_EXCEEDED: what was spent until then is in the result', async () => {
  const turns = Array.from({ length: 30 }, (_, index) => ({
    turn: index + 1,
    user_message: '[[say hello]]',
    success_criteria: 'It answers.',
  }));
  const result = await runScenario(
    planOf({ turns }),
    await contextFor(fixture.fake.agent, judged({ budget: 0.15 })),
  );
  expect(result.status).toBe('BUDGET_EXCEEDED');
  expect(result.spend.calls).toBeGreaterThan(0);
  expect(result.spend.usd).toBeGreaterThan(0);
  expect(result.spend.usd).toBeLessThanOrEqual(0.15);
  expect(result.turns.length).toBeLessThan(30);
});

test('ERRORED: the judge gives no judgement, and never a wrong answer of the agent', async () => {
  fixture.llm.script('turn', ['not_json', 'not_json']);
  const result = await runScenario(planOf(say('hello')), await contextFor(fixture.fake.agent, judged()));
  expect(result).toMatchObject({ ...held('ERRORED'), overall_score: null });
  expect(result.error).toContain('judge error');
  expect(result.turns[0]).toMatchObject({ agent_response: 'hello', scores: null });
  expect(result.spend).toMatchObject({ calls: 2 });
});

test('ERRORED: the simulator gives no message', async () => {
  fixture.llm.script('simulate', ['empty_text', 'empty_text']);
  const plan = planOf({ turns: [{ turn: 1, objective: 'Say hello.', success_criteria: 'A greeting.' }] });
  const result = await runScenario(plan, await contextFor(fixture.fake.agent, judged()));
  expect(result).toMatchObject(held('ERRORED'));
  expect(result.error).toContain('simulator error');
  expect(result.turns).toEqual([]);
});

test('ERRORED: cancelled from outside, cleaned up all the same', async () => {
  const controller = new AbortController();
  const plan = planOf({
    turns: [{ turn: 1, user_message: '[[delay 400]] [[say hello]]', success_criteria: 'It answers.' }],
  });
  const agent = {
    ...fixture.fake.agent,
    sendMessage: (...args: Parameters<typeof fixture.fake.agent.sendMessage>) => {
      const reply = fixture.fake.agent.sendMessage(...args);
      controller.abort(new CancelledError('the run was cancelled'));
      return reply;
    },
  };
  const result = await runScenario(plan, await contextFor(agent, { context: { signal: controller.signal } }));
  expect(result).toMatchObject({ ...held('ERRORED'), error: 'the run was cancelled' });
});

function explained() {
  return {
    root_cause: 'The history is short.',
    root_cause_target: 'architecture',
    recommended_fix: 'Keep more of it.',
    critical_violation: null,
  };
}
