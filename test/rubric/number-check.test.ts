import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkNumber } from '../../src/rubric/number-check.ts';

test.each([
  [{ value: 12 }, 'The price is $12.', 'pass'],
  [{ value: 12 }, 'The price is twelve dollars.', 'pass'],
  [{ value: 12 }, 'The price is $1.20.', 'fail'],
  [{ value: 12 }, 'The price is 12,000.', 'undecided'],
  [{ value: 12 }, 'The price is not $12.', 'undecided'],
  [{ value: 12 }, 'Gate B12 is open.', 'undecided'],
  [{ value: 12 }, '十二', 'undecided'],
  [{ value: 12 }, '١٢', 'undecided'],
  [{ value: 12 }, 'There are hens.', 'fail'],
  [{ value: 12, unit: 'kg' }, 'It weighs 12000 g.', 'pass'],
  [{ value: 12, unit: 'kg' }, 'It weighs 12 g.', 'fail'],
  [{ value: 12, unit: 'kg' }, '12', 'undecided'],
  [{ value: 12, unit: '$' }, 'It costs €12.', 'fail'],
  [{ value: 12, unit: '%' }, 'It is 12 percent.', 'pass'],
  [{ value: 12, unit: 'days' }, 'It takes 12 weeks.', 'fail'],
  [{ value: 12, unit: 'days' }, 'You get 12 working days.', 'pass'],
  [{ value: 100, tolerance: 0.05 }, 'It is 104.', 'pass'],
  [{ value: 100, tolerance: 0.05 }, 'It is 106.', 'fail'],
  [{ value: -3 }, 'minus three', 'pass'],
  [{ value: 0.5 }, 'It is half of it.', 'undecided'],
  [{ value: 0.5 }, 'It is 1/2.', 'undecided'],
  [{ value: 2.5 }, 'It takes 2½ cups.', 'pass'],
  [{ value: 1984 }, 'It was built in 1984.', 'pass'],
  [{ value: 1984 }, 'It was built on 5 May 1984.', 'undecided'],
  [{ value: 3 }, 'Rule 3 applies.', 'undecided'],
  [{ value: 1 }, 'There is one.', 'undecided'],
  [{ value: 0 }, 'There are no eggs.', 'undecided'],
  [{ value: 14_200_000, unit: '$' }, 'It was $14.2M.', 'pass'],
  [{ value: 8849, unit: 'm' }, 'It is 8,849 metres high.', 'pass'],
])('%j in %j: %s', (wanted, answer, outcome) => {
  expect(checkNumber(wanted, answer).outcome).toBe(outcome);
});

test('the number itself is always found, another whole number never', () => {
  const number = fc.integer({ min: 2, max: 1_000_000 });
  fc.assert(
    fc.property(number, number, (value, other) => {
      expect(checkNumber({ value, unit: 'kg' }, `The crate weighs ${value} kg.`).outcome).toBe('pass');
      if (value !== other)
        expect(checkNumber({ value, unit: 'kg' }, `The crate weighs ${other} kg.`).outcome).toBe('fail');
    }),
  );
});
