import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAllowances } from '../../../src/run/shared/allowance.ts';

test('without a cap everybody gets what they want', async () => {
  const allowances = createAllowances(Number.POSITIVE_INFINITY);
  expect(await Promise.all([allowances.take(2), allowances.take(2)])).toEqual([2, 2]);
});

test('who comes late waits for what the others leave over', async () => {
  const allowances = createAllowances(3);
  const first = await allowances.take(2);
  const second = allowances.take(2);
  allowances.settle(first, 0.5);
  expect(await second).toBe(2);
  allowances.settle(2, 2);
  expect(await allowances.take(2)).toBe(0.5);
  allowances.settle(0.5, 0.5);
  expect(await allowances.take(2)).toBe(0);
  expect(allowances.spent).toBe(3);
});

test('nobody is ever given more than is left, and nobody waits for ever', async () => {
  const scenario = fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }), steps: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0, max: 10, noNaN: true }),
      fc.array(scenario, { maxLength: 12 }),
      async (cap, all) => {
        const allowances = createAllowances(cap);
        await Promise.all(
          all.map(async ({ part, steps }) => {
            const allowance = await allowances.take(2);
            for (let step = 0; step < steps; step += 1) await Promise.resolve();
            allowances.settle(allowance, allowance * part);
          }),
        );
        expect(allowances.spent).toBeLessThanOrEqual(cap + 1e-9);
      },
    ),
  );
});
