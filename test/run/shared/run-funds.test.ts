import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BudgetExceededError } from '../../../src/models/ledger.ts';
import { createRunFunds, type RunFunds } from '../../../src/run/shared/run-funds.ts';
import { openSpendLog, SPEND_LOG } from '../../../src/run/shared/spend-log.ts';

const never = new AbortController().signal;
const usage = {
  input_tokens: 10,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 2,
};

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'agent-eval-spend-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const open = (directory: string, limitUsd = Number.POSITIVE_INFINITY) =>
  createRunFunds({ limitUsd, log: openSpendLog(directory), lateMs: 60_000 });

async function pay(funds: RunFunds, id: string, bound: number, usd: number): Promise<void> {
  funds.settle(await funds.reserve(id, bound, never), usage, usd);
}

test('fault 24: what a scenario cost counts over its attempts and over the processes of a run', async () => {
  const directory = folder();
  const first = open(directory);
  await pay(first, 'a', 0.1, 0.02);
  await pay(first, 'a', 0.1, 0.03);
  await pay(first, 'b', 0.1, 0.01);
  first.release(await first.reserve('b', 0.1, never));
  expect(first.spentOn('a')).toMatchObject({ calls: 2, input_tokens: 20 });
  // The process dies over a call of b: it may have been billed.
  await first.reserve('b', 0.1, never);
  appendFileSync(path.join(directory, SPEND_LOG), '{"settled": 9, "us');

  const second = open(directory);
  expect(second.spentOn('a').usd).toBeCloseTo(0.05, 9);
  expect(second.spentOn('b').usd).toBeCloseTo(0.11, 9);
  expect(second.spentOn('c').usd).toBe(0);
  await pay(second, 'a', 0.1, 0.04);
  expect(open(directory).spentOn('a').usd).toBeCloseTo(0.09, 9);
  openSpendLog(directory).close();
  expect(existsSync(path.join(directory, SPEND_LOG))).toBe(false);
});

test("fault 24: the run budget is the run's, however often it is gone on with", async () => {
  const directory = folder();
  for (let resumed = 0; resumed < 3; resumed += 1) {
    const funds = open(directory, 0.12);
    await pay(funds, `s${resumed}`, 0.05, 0.03);
    expect(funds.usedUp()).toBe(resumed < 2 ? null : usedUp('0.0900'));
  }
  await expect(open(directory, 0.12).reserve('s3', 0.05, never)).rejects.toThrow(
    /^The run's budget of \$0\.1200 does not allow .*AGENT_EVAL_RUN_BUDGET/,
  );
});

const usedUp = (spent: string) =>
  `the run's budget of $0.12 is used up: $${spent} spent, attempts and resumed runs included. ` +
  'Raise it (AGENT_EVAL_RUN_BUDGET)';

test('a call that nobody ends counts in full: at the end of its scenario, or when it is too late for it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const funds = createRunFunds({ limitUsd: 0.1, log: null, lateMs: 60_000 });
  await funds.reserve('dead', 0.06, never);
  const waiting = funds.reserve('next', 0.04, never);
  const refused = funds.reserve('last', 0.06, never);
  funds.settle(await waiting, usage, 0.01);
  vi.advanceTimersByTime(60_000);
  await expect(refused).rejects.toBeInstanceOf(BudgetExceededError);
  expect(funds.spentOn('dead').usd).toBe(0.06);
  await funds.reserve('next', 0.02, never);
  funds.ended('next');
  expect(funds.spentOn('next').usd).toBeCloseTo(0.03, 9);
});

const call = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  bound: fc.double({ min: 0, max: 0.5, noNaN: true }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  ends: fc.constantFrom('settled', 'settled', 'settled', 'released', 'killed'),
});

test('fault 24: never more is spent than the budget, and what was paid is what is told, over any kills', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.array(fc.array(call, { maxLength: 8 }), { maxLength: 5 }),
      async (limit, processes) => {
        const directory = mkdtempSync(path.join(tmpdir(), 'agent-eval-spend-'));
        let billed = 0;
        let unknown = 0;
        for (const calls of processes) {
          const funds = open(directory, limit);
          for (const { id, bound, part, ends } of calls) {
            let number: number;
            try {
              number = await funds.reserve(id, bound, never);
            } catch (error) {
              expect(error).toBeInstanceOf(BudgetExceededError);
              continue;
            }
            if (ends === 'settled') {
              funds.settle(number, usage, bound * part);
              billed += bound * part;
            } else if (ends === 'released') funds.release(number);
            else {
              // Billed or not, nobody will ever know: this process is over.
              unknown += bound;
              break;
            }
          }
        }
        const told = ['a', 'b', 'c'].reduce((sum, id) => sum + open(directory).spentOn(id).usd, 0);
        rmSync(directory, { recursive: true, force: true });
        expect(told).toBeCloseTo(billed + unknown, 9);
        expect(told).toBeLessThanOrEqual(limit + 1e-9);
      },
    ),
    { numRuns: 50 },
  );
});
