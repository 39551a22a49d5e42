import { expect, test } from 'vitest';
import { check, inUnit } from '../../bench/checks.mjs';
import { ANSWER, SCENARIO, SIMULATED, TURN } from '../../bench/replies.mjs';
import { verdictLine } from '../../bench/report.mjs';

test.for([
  { value: 1.05, met: true },
  { value: 1.0501, met: false },
  { value: Number.NaN, met: false },
  { value: Number.POSITIVE_INFINITY, met: false },
])('$value against a limit of 1.05: met $met', ({ value, met }) => {
  expect(check('wall', value, 1.05, 'x').met).toBe(met);
});

test('the last line counts what is met, and says when a run went wrong', () => {
  const checks = [check('a', 1, 2, 's'), check('b', 3, 2, 's')];
  expect(verdictLine(checks, [])).toBe('1 of 2 targets met');
  expect(verdictLine(checks, ['x'])).toBe('1 of 2 targets met, 1 run(s) did not end as they should');
});

test('what was not measured is said so', () => {
  expect(inUnit(Number.NaN, 'mb')).toBe('not measured');
  expect(inUnit(0.0361, 'usd')).toBe('$0.0361');
});

test.for([
  { what: 'an answer', text: ANSWER, tokens: 90 },
  { what: 'a message', text: JSON.stringify(SIMULATED), tokens: 40 },
  { what: "a turn's judgement", text: JSON.stringify(TURN), tokens: 220 },
  { what: "a scenario's", text: JSON.stringify(SCENARIO), tokens: 160 },
])('$what is scripted with $tokens tokens', ({ text, tokens }) => {
  expect(Math.ceil(text.length / 3.7)).toBe(tokens);
});
