import { test } from 'vitest';
import { quantitiesIn } from '../../../src/text/values.ts';
import { readable } from '../../../src/text/normalise.ts';
import { checkNumber } from '../../../src/rubric/number-check.ts';
test('q', () => {
  console.log(JSON.stringify(quantitiesIn(readable('About $16.3–16.8 million.'))));
  console.log(
    checkNumber({ value: 16300000, tolerance: 0.01 }, 'About $16.3–16.8 million.'),
    checkNumber({ value: 16300000, tolerance: 0.01 }, '$16.3–16.8 million.'),
  );
});
