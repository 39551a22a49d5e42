import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BudgetExceededError, createLedger } from '../../src/models/ledger.ts';
import type { Reservation, Usage } from '../../src/models/ledger.ts';

const usage = (input: number): Usage => ({
  input_tokens: input,
  cache_creation_input_tokens: 1,
  cache_read_input_tokens: 2,
  output_tokens: 3,
});

test('fault 25: what does not fit waits for the calls under way, and is refused when there is none', async () => {
  const ledger = createLedger(1);
  const first = await ledger.reserve(0.6);
  const second = ledger.reserve(0.5);
  const small = ledger.reserve(0.1);
  expect(ledger.reservedUsd).toBe(0.6);
  first.settle(usage(10), 0.2);
  (await second).release();
  (await small).release();
  expect(ledger.spent).toStrictEqual({ calls: 1, usd: 0.2, ...usage(10) });
  expect(ledger.reservedUsd).toBe(0);
  await expect(ledger.reserve(0.9)).rejects.toThrow(
    'The LLM budget of $1.0000 does not allow the next call: $0.2000 spent, and the next may cost up to $0.9000. ' +
      'Raise the budget (AGENT_EVAL_BUDGET)',
  );
});

test('who gives up waiting leaves the line to the next one', async () => {
  const ledger = createLedger(1);
  const first = await ledger.reserve(0.6);
  const controller = new AbortController();
  const large = ledger.reserve(0.9, controller.signal);
  const next = ledger.reserve(0.4);
  controller.abort(new Error('given up'));
  await expect(large).rejects.toThrow('given up');
  (await next).release();
  first.release();
  await expect(ledger.reserve(0.1, controller.signal)).rejects.toThrow('given up');
  expect(ledger.reservedUsd).toBe(0);
});

test('fault 24: what was spent before counts, and a second budget is paid from as well', async () => {
  const before = { calls: 2, usd: 0.3, ...usage(5) };
  const run = createLedger(1, { name: "The run's budget", setting: 'AGENT_EVAL_RUN_BUDGET' });
  const ledger = createLedger(2, { before, also: run });
  (await ledger.reserve(0.6)).settle(usage(10), 0.5);
  expect(ledger.spent).toMatchObject({ calls: 3, usd: 0.8, input_tokens: 15 });
  expect(run.spent).toMatchObject({ calls: 1, usd: 0.5 });
  await expect(ledger.reserve(0.6)).rejects.toThrow(/^The run's budget of .*AGENT_EVAL_RUN_BUDGET/);
  expect([ledger.reservedUsd, run.reservedUsd]).toEqual([0, 0]);
});

test('the budget may be used up to its last cent', async () => {
  await expect(createLedger(1).reserve(1)).resolves.toBeDefined();
});

test('a reservation is booked once', async () => {
  const ledger = createLedger(1);
  const reservation = await ledger.reserve(0.5);
  reservation.settle(usage(1), 0.3);
  reservation.settle(usage(1), 0.3);
  reservation.release();
  expect(ledger.spent).toMatchObject({ calls: 1, usd: 0.3 });
});

test.for([Number.NaN, -1])('a budget of %d is refused', (limit) => {
  expect(() => createLedger(limit)).toThrow(RangeError);
});

test.for([Number.NaN, -1])('a reservation of %d is refused', async (bound) => {
  await expect(createLedger(1).reserve(bound)).rejects.toThrow(RangeError);
});

const call = fc.record({
  bound: fc.double({ min: 0, max: 1, noNaN: true }),
  /** Of the bound; null: it cost nothing. */
  part: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  steps: fc.nat(4),
});

test('fault 25: under any interleaving the limit holds, the books are true, and nobody waits for ever', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0, max: 3, noNaN: true }),
      fc.option(fc.double({ min: 0, max: 3, noNaN: true })),
      fc.array(fc.array(call, { maxLength: 8 }), { maxLength: 6 }),
      async (limit, runLimit, scenarios) => {
        const run = createLedger(runLimit ?? Number.POSITIVE_INFINITY);
        let paid = 0;
        const spent = await Promise.all(
          scenarios.map(async (calls) => {
            const ledger = createLedger(limit, { also: run });
            let own = 0;
            await Promise.all(
              calls.map(async ({ bound, part, steps }) => {
                let reservation: Reservation;
                try {
                  reservation = await ledger.reserve(bound);
                } catch (error) {
                  expect(error).toBeInstanceOf(BudgetExceededError);
                  // Refused only when it would not fit even with nothing under way.
                  const leftAtMost = Math.min(limit - own, run.limitUsd - paid);
                  expect(bound).toBeGreaterThan(leftAtMost - 1e-9);
                  return;
                }
                for (let step = 0; step < steps; step += 1) await Promise.resolve();
                if (part === null) reservation.release();
                else {
                  own += bound * part;
                  paid += bound * part;
                  reservation.settle(usage(1), bound * part);
                }
                expect(ledger.spent.usd + ledger.reservedUsd).toBeLessThanOrEqual(limit + 1e-9);
                expect(run.spent.usd + run.reservedUsd).toBeLessThanOrEqual(run.limitUsd + 1e-9);
              }),
            );
            expect(ledger.reservedUsd).toBe(0);
            expect(ledger.spent.usd).toBeCloseTo(own, 9);
            return own;
          }),
        );
        expect(run.reservedUsd).toBe(0);
        expect(run.spent.usd).toBeCloseTo(
          spent.reduce((sum, usd) => sum + usd, 0),
          9,
        );
      },
    ),
  );
});
