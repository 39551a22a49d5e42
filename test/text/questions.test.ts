import { expect, test } from 'vitest';
import { asksBack } from '../../src/text/questions.ts';

test.each([
  ['Which invoice do you mean?', 'yes'],
  ['Do you mean May or June?', 'yes'],
  ['Could you tell me the street?', 'yes'],
  ['There are two barns. Which one?', 'yes'],
  ['There are two. Which of them would you like me to summarise?', 'yes'],
  ['It is 5 km. Anything else?', 'no'],
  ['It is 5 km. Would you like me to look up the way?', 'no'],
  ['It is 5 km.', 'no'],
  ['Please tell me which invoice you mean.', 'undecided'],
  ['Really?', 'undecided'],
  ['Das Paket wiegt fünf Kilo und kommt morgen.', 'undecided'],
])('%j asks back: %s', (answer, asks) => {
  expect(asksBack(answer)).toBe(asks);
});
