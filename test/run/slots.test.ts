import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSlots } from '../../src/run/slots.ts';

const never = new AbortController().signal;

test('a slot is handed on in the order of asking', async () => {
  const slots = createSlots(1);
  const release = await slots.acquire(never);
  const order: number[] = [];
  const waiting = [1, 2, 3].map(async (number) => {
    const done = await slots.acquire(never);
    order.push(number);
    done();
  });
  release();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
});

test('who gives up leaves the line, and the next in it is served', async () => {
  const slots = createSlots(1);
  const release = await slots.acquire(never);
  const impatient = new AbortController();
  const given = slots.acquire(impatient.signal);
  const next = slots.acquire(never);
  impatient.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  release();
  (await next)();
  await expect(slots.acquire(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
});

test('never more holders than slots, whatever the order of taking, giving and releasing twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ twice: fc.boolean(), yields: fc.nat(3) }), { minLength: 1, maxLength: 20 }),
      async (count, holders) => {
        const slots = createSlots(count);
        let inside = 0;
        let most = 0;
        await Promise.all(
          holders.map(async ({ twice, yields }) => {
            const release = await slots.acquire(new AbortController().signal);
            inside += 1;
            most = Math.max(most, inside);
            for (let step = 0; step < yields; step += 1) await Promise.resolve();
            inside -= 1;
            release();
            if (twice) release();
          }),
        );
        expect(most).toBe(Math.min(most, count));
        expect(most).toBeGreaterThan(0);
        // All slots are back: so many can be taken at once again.
        await Promise.all(Array.from({ length: count }, () => slots.acquire(never)));
      },
    ),
  );
});
