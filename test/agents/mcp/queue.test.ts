import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createQueue } from '../../../src/agents/mcp/queue.ts';

test('never more than `concurrency` under way, all in the order they came, a failure frees its place', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 12 }),
      fc.scheduler(),
      async (concurrency, fates, scheduler) => {
        const queue = createQueue(concurrency);
        const started: number[] = [];
        let underWay = 0;
        let most = 0;
        const tasks = fates.map((isGood, index) =>
          queue.run(async () => {
            started.push(index);
            most = Math.max(most, ++underWay);
            await scheduler.schedule(Promise.resolve());
            underWay -= 1;
            if (!isGood) throw new Error(`fault ${index}`);
            return index;
          }),
        );
        const ends = Promise.allSettled(tasks);
        await scheduler.waitFor(ends);
        expect(started).toEqual(fates.map((_, index) => index));
        expect(most).toBe(Math.min(concurrency, fates.length));
        expect((await ends).map((end) => end.status === 'fulfilled')).toEqual(fates);
      },
    ),
  );
});

test('a task whose signal aborts leaves the line and never starts; the others keep their order', async () => {
  const queue = createQueue(1);
  const ran: string[] = [];
  let release = (): void => undefined;
  const first = queue.run(() => new Promise<void>((resolve) => (release = resolve)));
  const leaver = new AbortController();
  const second = queue.run(async () => ran.push('second'), leaver.signal);
  const third = queue.run(async () => ran.push('third'));
  leaver.abort(new Error('no more need'));
  await expect(second).rejects.toThrow('no more need');
  release();
  await Promise.all([first, third]);
  expect(ran).toEqual(['third']);
});

test('a signal that has aborted before never enters the line', async () => {
  const queue = createQueue(1);
  const run = queue.run(async () => 'ran', AbortSignal.abort(new Error('too late')));
  await expect(run).rejects.toThrow('too late');
  expect(await queue.run(async () => 'next')).toBe('next');
});

test('who has to wait is told', async () => {
  const queue = createQueue(1);
  const told: string[] = [];
  const nothing = async (): Promise<void> => undefined;
  let release = (): void => undefined;
  let started = (): void => undefined;
  const underWay = new Promise<void>((resolve) => (started = resolve));
  const long = (): Promise<void> => {
    started();
    return new Promise((resolve) => (release = resolve));
  };
  const first = queue.run(long, undefined, () => told.push('first'));
  const second = queue.run(nothing, undefined, () => told.push('second'));
  await underWay;
  release();
  await Promise.all([first, second]);
  await queue.run(nothing, undefined, () => told.push('third'));
  expect(told).toEqual(['second']);
});
