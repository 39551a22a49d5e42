import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSchedule, type Job } from '../../src/experiment/schedule.ts';

interface Seen {
  readonly order: string[];
  most: number;
}

/** Jobs that note when they begin, and end when the loop comes round. */
function jobs(keys: readonly (readonly [lane: string, key: string])[], seen: Seen): Job<string>[] {
  const running = new Map<string, number>();
  return keys.map(([lane, key]) => ({
    key,
    lane,
    async run() {
      seen.order.push(key);
      running.set(lane, (running.get(lane) ?? 0) + 1);
      seen.most = Math.max(seen.most, running.get(lane) ?? 0);
      await new Promise((resolve) => setImmediate(resolve));
      running.set(lane, (running.get(lane) ?? 0) - 1);
      return key;
    },
  }));
}

test('each lane in its own order, whatever is asked for first, and never more at once than it takes', async () => {
  const keys = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b'), fc.stringMatching(/^[a-z]{1,4}$/)), {
    selector: ([, key]) => key,
    minLength: 1,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(keys, fc.integer({ min: 1, max: 5 }), async (given, places) => {
      const seen: Seen = { order: [], most: 0 };
      const schedule = createSchedule(jobs(given, seen), { places: () => places, most: 100 });
      const asked = given.map(([, key]) => key).toReversed();
      expect(await Promise.all(asked.map((key) => schedule.result(key)))).toEqual(asked);
      for (const lane of ['a', 'b']) {
        const wanted = given.filter(([each]) => each === lane).map(([, key]) => key);
        expect(seen.order.filter((key) => wanted.includes(key))).toEqual(wanted);
      }
      expect(seen.most).toBeLessThanOrEqual(places);
    }),
    { numRuns: 50 },
  );
});

test('a job that gives its place on lets the next one in while it is still busy', async () => {
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  const schedule = createSchedule<string>(
    [
      {
        key: 'judged',
        lane: 'a',
        async run(free) {
          free();
          await held;
          return 'judged';
        },
      },
      { key: 'next', lane: 'a', run: () => Promise.resolve('next') },
    ],
    { places: () => 1, most: 2 },
  );
  const first = schedule.result('judged');
  expect(await schedule.result('next')).toBe('next');
  end();
  expect(await first).toBe('judged');
});

test('a fault is its own job’s alone', async () => {
  const schedule = createSchedule<string>(
    [
      { key: 'bad', lane: 'a', run: () => Promise.reject(new Error('no')) },
      { key: 'good', lane: 'a', run: () => Promise.resolve('good') },
    ],
    { places: () => 1, most: 1 },
  );
  await expect(schedule.result('bad')).rejects.toThrow('no');
  expect(await schedule.result('good')).toBe('good');
});
