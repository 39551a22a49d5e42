import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBreaker, PAUSE_MS, type Outage } from '../../src/run/breaker.ts';

function handClock() {
  let now = 0;
  return {
    now: () => now,
    sleep: () => Promise.resolve(),
    pass(ms: number) {
      now += ms;
    },
  };
}

const own = (id: string) => ({ id, outage: null, judged: false, message: 'a failed turn' });
const pass = (id: string) => ({ id, outage: null, judged: true, message: '' });
const out = (id: string, outage: Outage = 'judge') => ({ id, outage, judged: false, message: 'HTTP 401' });

test('fault 21: what says that nothing can work refuses the rest, and after a pause one is let through', () => {
  const clock = handClock();
  const breaker = createBreaker(clock);
  expect(breaker.refusal('a')).toBeNull();
  breaker.ended(out('a'));
  expect(breaker.refusal('b')).toBe("not tried: the judge can't be used: HTTP 401");
  clock.pass(PAUSE_MS);
  expect(breaker.refusal('c')).toBeNull();
  // One at a time.
  expect(breaker.refusal('d')).not.toBeNull();
  breaker.ended(out('c', 'agent'));
  expect(breaker.refusal('e')).toBe("not tried: the agent can't be used: HTTP 401");
  clock.pass(PAUSE_MS);
  expect(breaker.refusal('f')).toBeNull();
  breaker.ended(pass('f'));
  expect([breaker.refusal('g'), breaker.refusal('h')]).toEqual([null, null]);
});

test('fault 21: who tries and fails by a fault of its own has said nothing, and the next one tries', () => {
  const clock = handClock();
  const breaker = createBreaker(clock);
  breaker.ended(out('a'));
  clock.pass(PAUSE_MS);
  expect(breaker.refusal('b')).toBeNull();
  breaker.ended(own('b'));
  expect(breaker.refusal('c')).toBeNull();
  expect(breaker.refusal('d')).not.toBeNull();
});

test('a new run begins anew', () => {
  const breaker = createBreaker(handClock());
  breaker.ended(out('a'));
  breaker.reset();
  expect(breaker.refusal('b')).toBeNull();
});

test('fault 21: scenarios that always fail starve nobody, whatever the order', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (healthy) => {
      const breaker = createBreaker(handClock());
      for (const [index, isHealthy] of healthy.entries()) {
        expect(breaker.refusal(String(index))).toBeNull();
        breaker.ended(isHealthy ? pass(String(index)) : own(String(index)));
      }
    }),
  );
});

test('fault 21: whenever it works again, some scenario after a pause finds out, and all after it are tried', () => {
  const event = fc.oneof(
    fc.constant('try' as const),
    fc.integer({ min: 1, max: PAUSE_MS }).map((ms) => ms),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.integer({ min: 0, max: 60 }), (events, worksFrom) => {
      const clock = handClock();
      const breaker = createBreaker(clock);
      let id = 0;
      let last: number | null = null;
      let found = false;
      const asExpected: boolean[] = [];
      for (const [index, each] of events.entries()) {
        if (each !== 'try') {
          clock.pass(each);
          continue;
        }
        id += 1;
        const refused = breaker.refusal(String(id)) !== null;
        if (found) asExpected.push(!refused);
        else if (last !== null) asExpected.push(refused === clock.now() - last < PAUSE_MS);
        if (refused) continue;
        const works = index >= worksFrom;
        breaker.ended(works ? pass(String(id)) : out(String(id)));
        last = works ? null : clock.now();
        found = works;
      }
      expect(asExpected).not.toContain(false);
    }),
  );
});
