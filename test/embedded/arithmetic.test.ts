import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writtenSum } from '../../src/embedded/agent/arithmetic.ts';

test.each([
  ['What is 20% of 350?', '20% of 350 = 70.'],
  ['How much is 12 times 12?', '12 times 12 = 144.'],
  ["what's (3 + 4) * -2", '(3 + 4) * -2 = -14.'],
  ['Calculate 1,200 / 7', '1,200 / 7 = 171.428571.'],
  ['0.1 + 0.2', '0.1 + 0.2 = 0.3.'],
  ['2 x 3', '2 x 3 = 6.'],
])('%s', (message, answer) => {
  expect(writtenSum(message)).toBe(answer);
});

test.each([
  'What is 10% of the revenue?',
  '2031-05-09',
  '555-0100',
  '42',
  'What is it?',
  '1 / 0',
  '(1 + 2',
  '1 +',
  '1..2 + 3',
])('%s is no sum', (message) => {
  expect(writtenSum(message)).toBeNull();
});

test('the result of any sum of two numbers is right', () => {
  const number = fc.integer({ min: 0, max: 99_999 });
  fc.assert(
    fc.property(number, number, fc.constantFrom('+', '-', '*'), (a, b, sign) => {
      const value = sign === '+' ? a + b : sign === '-' ? a - b : a * b;
      expect(writtenSum(`What is ${a} ${sign} ${b}?`)).toBe(
        `${a} ${sign} ${b} = ${value.toLocaleString('en-US')}.`,
      );
    }),
  );
});
