/** What the prompt says and what code does are one rule: numbers and names that both hold. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLlmJudge } from '../../../src/judge/llm/llm-judge.ts';
import { TURN_PROMPT } from '../../../src/judge/prompts/turn.ts';
import { createAnthropicClient } from '../../../src/models/anthropic/client.ts';
import { priceOf } from '../../../src/models/prices.ts';
import { ONE_WRONG_MAX, SOME_MISSING_MAX } from '../../../src/rubric/claims.ts';
import { DIMENSIONS } from '../../../src/rubric/dimensions.ts';
import { FAILURE_CATEGORIES } from '../../../src/rubric/judgement.ts';
import { numericCeiling } from '../../../src/rubric/numeric.ts';
import { MIN_CORRECTNESS } from '../../../src/rubric/turn-verdict.ts';

const MODEL = 'claude-sonnet-4-6';
const RUBRIC = readFileSync(new URL('../../../docs/rubric.md', import.meta.url), 'utf8').replaceAll(
  /\s+/g,
  ' ',
);

test('it names every dimension and every failure category', () => {
  for (const name of [...DIMENSIONS, ...FAILURE_CATEGORIES]) expect(TURN_PROMPT).toContain(name);
});

test('what the agent said earlier is no evidence', () => {
  expect(TURN_PROMPT).toContain(
    "Evidence is <ground_truth>, the user's own words and what tools returned, in this turn or an earlier one. " +
      'What the agent said before is no evidence: an invention that is repeated is still an invention.',
  );
  expect(TURN_PROMPT).not.toMatch(/nor the conversation/i);
});

test('there is an anchor on either side of the pass mark', () => {
  expect(TURN_PROMPT).toContain(`(${MIN_CORRECTNESS} passes, ${MIN_CORRECTNESS - 1} fails)`);
  expect(TURN_PROMPT).toContain(`- ${MIN_CORRECTNESS}–5, just good enough:`);
  expect(TURN_PROMPT).toContain(`- 2–${MIN_CORRECTNESS - 1}, just not good enough:`);
});

test('the rule for lists is the same in prompt, code and docs', () => {
  expect(TURN_PROMPT).toContain(`at least half given ${MIN_CORRECTNESS}–${SOME_MISSING_MAX};`);
  expect(TURN_PROMPT).toContain(`one wrong at most ${ONE_WRONG_MAX}, whatever the others`);
  expect(RUBRIC).toContain(`one is wrong: at most ${ONE_WRONG_MAX}`);
  expect(RUBRIC).toContain(`at least half are given: ${MIN_CORRECTNESS} to ${SOME_MISSING_MAX}`);
  expect(ONE_WRONG_MAX).toBeLessThan(MIN_CORRECTNESS);
  expect(SOME_MISSING_MAX).toBeGreaterThanOrEqual(MIN_CORRECTNESS);
});

test('the table for approximate values is the same in prompt and code', () => {
  const [five, fifteen, fifty, more] = [0.05, 0.15, 0.5, 0.51].map((deviation) =>
    numericCeiling(deviation, true),
  );
  expect(TURN_PROMPT).toContain(
    `within 1 % up to 10, within 5 % at most ${five}, within 15 % at most ${fifteen}, ` +
      `within 50 % at most ${fifty}, beyond that ${more}.`,
  );
});

test('each reason stands before its score, and short', () => {
  expect(TURN_PROMPT).toContain('"scores": {"correctness": {"why": text, "score": n}');
  expect(TURN_PROMPT).toContain('at most 12 words');
});

test('the fingerprint names the model and a hash of what is asked', () => {
  const client = createAnthropicClient({ apiKey: 'sk-ant-x', model: MODEL, price: priceOf(MODEL) });
  expect(createLlmJudge({ client, model: MODEL }).fingerprint).toMatch(
    /^anthropic:claude-sonnet-4-6:[0-9a-f]{12}:rules:\d+$/,
  );
});
