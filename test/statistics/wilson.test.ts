import { expect, test } from 'vitest';
import { wilsonInterval } from '../../src/statistics/wilson.ts';

test('three of five', () => {
  expect(wilsonInterval(3, 5)).toEqual({
    known: true,
    low: expect.closeTo(0.2307242812760129, 9),
    high: expect.closeTo(0.8823792257673522, 9),
  });
});
