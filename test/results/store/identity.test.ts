import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hashOf,
  identityDifference,
  identitySchema,
  type Identity,
} from '../../../src/results/store/identity.ts';

const SAME: Identity = {
  scenario: 'a1',
  documents: 'b2',
  truth: 'c3',
  target: 'http://localhost:4200',
  agent_type: null,
  model: 'qwen',
  judge: 'anthropic:x:1',
  simulator: 'anthropic:x:2',
  rules: 3,
  package: '0.1.0',
  isolation: 'scenario',
  policy: 'p',
  limits: 'l',
  build: '0.21.2',
  target_id: null,
};

test('the same is the same', () => {
  expect(identityDifference(SAME, { ...SAME })).toBeNull();
});

test.each(identitySchema.keyof().options)('another %s is a reason to run again, and says so', (key) => {
  const reason = identityDifference({ ...SAME, [key]: 'other' }, SAME);
  expect(reason).toMatch(/changed|another|other/);
  expect(identityDifference(SAME, { ...SAME, [key]: 'other' })).toBe(reason);
});

test('a result that does not say what it depends on never stands', () => {
  expect(identityDifference(undefined, SAME)).toBe('it does not say what it was run with');
});

test('a result of before says nothing of rules and package, so it does not stand', () => {
  const { rules: _, package: __, ...before } = SAME;
  expect(identityDifference(identitySchema.parse(before), SAME)).toBe(
    'the rules that decide about an answer changed',
  );
});

test("while the agent can't be asked, what only it knows is no reason for doubt", () => {
  expect(identityDifference(SAME, { ...SAME, model: null, build: null })).toBeNull();
  expect(identityDifference({ ...SAME, model: null }, SAME)).toBe("the agent's model changed");
  expect(identityDifference(SAME, { ...SAME, build: null, target_id: 'x' })).toBe(
    'AGENT_EVAL_TARGET_ID changed',
  );
});

test('parts of a hash are kept apart', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), fc.array(fc.string(), { minLength: 1 }), (a, b) => {
      expect(hashOf(...a) === hashOf(...b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
  );
  expect(hashOf('ab', 'c')).not.toBe(hashOf('a', 'bc'));
  expect(hashOf('x')).toMatch(/^[0-9a-f]{16}$/);
});
