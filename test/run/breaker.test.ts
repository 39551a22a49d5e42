import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBreaker, OUTAGES_TO_OPEN, type Outage } from '../../src/run/breaker.ts';

const after = (...ends: (Outage | null)[]) => {
  const breaker = createBreaker();
  for (const [index, outage] of ends.entries()) breaker.ended(outage, `cause ${index + 1}`);
  return breaker.open();
};

test.each<{ ends: (Outage | null)[]; opens: boolean }>([
  { ends: [], opens: false },
  { ends: ['agent', 'agent'], opens: false },
  { ends: ['agent', 'agent', 'agent'], opens: true },
  { ends: ['judge', 'judge', 'judge'], opens: true },
  { ends: ['agent', 'agent', null, 'agent'], opens: false },
  { ends: ['agent', 'judge', 'agent'], opens: false },
  { ends: ['agent', 'agent', 'agent', null, null], opens: true },
])('$ends', ({ ends, opens }) => {
  expect(after(...ends) !== null).toBe(opens);
});

test('says who was down and the last cause, and a new run begins anew', () => {
  const breaker = createBreaker();
  for (const cause of ['one', 'two', 'overloaded']) breaker.ended('judge', cause);
  expect(breaker.open()).toBe('not tried: the judge failed 3 scenarios in a row, the last with: overloaded');
  breaker.reset();
  expect(breaker.open()).toBeNull();
});

test('opens exactly when some run of the same outage is long enough', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom<Outage | null>('agent', 'judge', null)), (ends) => {
      const long = ends.some((_, index) => {
        const window = ends.slice(index, index + OUTAGES_TO_OPEN);
        return (
          window.length === OUTAGES_TO_OPEN && window[0] !== null && window.every((end) => end === window[0])
        );
      });
      expect(after(...ends) !== null).toBe(long);
    }),
  );
});
