import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BudgetExceededError, createLedger } from '../../src/llm/ledger.ts';
import type { Reservation, Usage } from '../../src/llm/ledger.ts';

const usage = (input: number): Usage => ({
  input_tokens: input,
  cache_creation_input_tokens: 1,
  cache_read_input_tokens: 2,
  output_tokens: 3,
});

test('a reservation counts against the budget until it is settled or released', () => {
  const ledger = createLedger(1);
  const first = ledger.reserve(0.6);
  expect(() => ledger.reserve(0.5)).toThrow(BudgetExceededError);
  first.release();
  ledger.reserve(0.5).settle(usage(10), 0.2);
  expect(ledger.spent).toStrictEqual({ calls: 1, usd: 0.2, ...usage(10) });
  expect(ledger.reservedUsd).toBe(0);
  expect(() => ledger.reserve(0.9)).toThrow(
    'The LLM budget of $1.0000 does not allow the next call: $0.2000 spent, $0.0000 reserved by calls under ' +
      'way, and the next may cost up to $0.9000. Raise the budget (AGENT_EVAL_BUDGET)',
  );
});

test('the budget may be used up to its last cent', () => {
  expect(() => createLedger(1).reserve(1)).not.toThrow();
});

test('a reservation is booked once', () => {
  const ledger = createLedger(1);
  const reservation = ledger.reserve(0.5);
  reservation.settle(usage(1), 0.3);
  reservation.settle(usage(1), 0.3);
  reservation.release();
  expect(ledger.spent).toMatchObject({ calls: 1, usd: 0.3 });
});

test.for([Number.NaN, -1])('a budget of %d is refused', (limit) => {
  expect(() => createLedger(limit)).toThrow(RangeError);
});

test.for([Number.NaN, -1])('a reservation of %d is refused', (bound) => {
  expect(() => createLedger(1).reserve(bound)).toThrow(RangeError);
});

const step = fc.oneof(
  fc.record({ act: fc.constant('reserve' as const), usd: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    act: fc.constantFrom('settle' as const, 'release' as const),
    which: fc.nat(20),
    usd: fc.double({ min: 0, max: 1.5, noNaN: true }),
  }),
);

test('under any interleaving the books are true and the limit holds', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 3, noNaN: true }),
      fc.array(step, { maxLength: 60 }),
      (limit, steps) => {
        const ledger = createLedger(limit);
        const made: { reservation: Reservation; bound: number; open: boolean }[] = [];
        let trulySpent = 0;
        let overBound = 0;
        for (const next of steps) {
          if (next.act === 'reserve') {
            const room = limit - ledger.spent.usd - ledger.reservedUsd;
            try {
              made.push({ reservation: ledger.reserve(next.usd), bound: next.usd, open: true });
              expect(next.usd).toBeLessThanOrEqual(room + 1e-9);
            } catch (error) {
              expect(error).toBeInstanceOf(BudgetExceededError);
              expect(next.usd).toBeGreaterThan(room - 1e-9);
            }
          } else {
            const chosen = made[next.which % Math.max(1, made.length)];
            if (chosen === undefined) continue;
            if (next.act === 'release') chosen.reservation.release();
            else {
              chosen.reservation.settle(usage(1), next.usd);
              if (chosen.open) {
                trulySpent += next.usd;
                overBound += Math.max(0, next.usd - chosen.bound);
              }
            }
            chosen.open = false;
          }
          const reserved = made.filter(({ open }) => open).reduce((sum, { bound }) => sum + bound, 0);
          expect(ledger.reservedUsd).toBeGreaterThanOrEqual(0);
          expect(ledger.reservedUsd).toBeCloseTo(reserved, 9);
          expect(ledger.spent.usd).toBeCloseTo(trulySpent, 9);
          // Only a call that cost more than its bound can take the books over the limit, and it is booked truly.
          expect(ledger.spent.usd + ledger.reservedUsd).toBeLessThanOrEqual(limit + overBound + 1e-9);
        }
      },
    ),
  );
});
