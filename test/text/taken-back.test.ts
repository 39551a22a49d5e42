/** A no that the answer takes back, and a "none" followed by some. */
import { expect, test } from 'vitest';
import { compareAnswer } from '../../src/text/compare.ts';

const INTERNS = ['No, meal vouchers are for permanent staff only', 'Do interns get meal vouchers?'] as const;
const STOCK = [
  'Cheapest: TOOL-2001 Spirit Level; none of the 12 products is below its reorder point',
  'Which product is cheapest, and is anything below its reorder point?',
] as const;
const outcome = ([expected, question]: readonly [string, string], answer: string): string =>
  compareAnswer({ expected, question, answer, told: [question] }).outcome;

test.each([
  [
    INTERNS,
    "No, interns don't get meal vouchers. They can, however, claim meal vouchers from their second week.",
  ],
  [INTERNS, 'No. Wait, interns are eligible for meal vouchers after all.'],
  [INTERNS, 'Interns are excluded. In summary, interns are entitled to meal vouchers like the others.'],
  [
    STOCK,
    'The cheapest is the Spirit Level (TOOL-2001). None of the 12 is under its reorder point. TOOL-2007 and TOOL-2009 have dropped below it.',
  ],
  [
    STOCK,
    'TOOL-2001, the Spirit Level. None of them is below its reorder point, though TOOL-2011 is not far off. These are under their reorder points: TOOL-2003, TOOL-2004.',
  ],
] as const)('%s is taken back: %s', (truth, answer) => {
  expect(outcome(truth, answer)).toBe('wrong');
});

test.each([
  [INTERNS, 'No, interns get no meal vouchers. They can buy their lunch in the canteen.'],
  [
    INTERNS,
    "No. Interns don't get them; once they become permanent staff, they can claim meal vouchers too.",
  ],
  [INTERNS, 'No. Interns are left out; meal vouchers are reserved for permanent staff.'],
  [STOCK, 'TOOL-2001, the Spirit Level; none of the 12 products has fallen below its reorder point.'],
  [
    STOCK,
    'The Spirit Level (TOOL-2001). No product is below its reorder point; a sale of 4 more would put TOOL-2011 under it.',
  ],
  [STOCK, 'The Spirit Level, TOOL-2001. Nothing is under its reorder point: all 12 stand at or above it.'],
  [INTERNS, 'No vouchers for them: those belong to full-time contracts.'],
  [STOCK, 'The Spirit Level, TOOL-2001. As for reorder points, all 12 are in order.'],
] as const)('%s stands: %s', (truth, answer) => {
  expect(outcome(truth, answer)).not.toBe('wrong');
});

test('posts that change places are wrong, however the whole is worded', () => {
  const truth = [
    'Up to 2 days per week with supervisor approval from the manager; fully remote requires VP approval',
    'Who approves remote work?',
  ] as const;
  expect(
    outcome(truth, 'Up to 2 days per week if a VP agrees; the whole week only if your manager agrees.'),
  ).toBe('wrong');
});
