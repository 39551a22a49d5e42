import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareAnswer } from '../../../src/rubric/truth/compare-answer.ts';

const outcome = (question: string, expected: string, answer: string): string =>
  compareAnswer({ question, expected, answer }).outcome;

test.each([
  ['How much does the crate weigh?', '2.4 kg', '2,400 g'],
  ['When does the ferry leave?', '08:12', 'The ferry leaves at 8:12 a.m.'],
  ['How tall is the tower?', '37 m', 'The tower is **37 metres** tall.'],
  ['How long does it take?', '90 minutes', 'It takes 1.5 hours.'],
  ['How fast is it?', '10 m/s', '36 km/h'],
  ['How many eggs go in?', 'three eggs', '3'],
  ['How deep may a beginner dive?', '18 m', 'A beginner may dive to a maximum of 18 m.'],
  ['What voltage does it need?', '12 V', 'It needs 12 volts.'],
  ['Which clause applies?', 'Clause 9.3 of the lease', 'Clause 9.3 of the lease.'],
  ['What does it cost?', '$49 per month', 'According to the flyer, it costs $49/month.'],
  ['Who leads the choir?', 'Ines Okafor', 'Ines Okafor leads the choir.'],
  ['Is it open on Sunday?', 'Yes', 'Yes.'],
])('right: %s %s: %s', (question, expected, answer) => {
  expect(outcome(question, expected, answer)).toBe('right');
});

test.each([
  ['How much does the crate weigh?', '2.4 kg', '2,400 kg'],
  ['How much does the crate weigh?', '2.4 kg', 'The crate weighs 2,400 kg.'],
  ['What is the dose?', '4 g', '4 mg'],
  ['What is the boiling point of toluene?', '110.6 °C', '\u2212110.6 °C'],
  ['When does the ferry leave?', '08:12', '17:55'],
  ['Which clause applies?', 'Clause 9.3 of the lease', 'Clause 7.1 of the lease.'],
  ['Where is it?', 'Shelf 4, row 12', 'Shelf 4, row 21.'],
  ['What is the part number?', 'AB-1234', 'The part number is AB-1243.'],
  ['Which day is the market?', 'Thursday', 'The market is on Friday.'],
  ['What is the entry fee?', '9 €', 'The flyer does not give the entry fee.'],
  ['Is it open on Sunday?', 'No', 'Yes, it is.'],
])('wrong: %s %s: %s', (question, expected, answer) => {
  expect(outcome(question, expected, answer)).toBe('wrong');
});

test.each([
  ['What is the boiling point of toluene?', '110.6 °C', 'Benzene 110.6, toluene 80.1'],
  ['Do expenses over $50K need CFO approval?', 'Yes', 'Expenses over $50K do **not** need CFO approval.'],
  [
    'Which expenses need CFO approval?',
    'Expenses over $50K need CFO approval',
    'Expenses over $50K do **not** need CFO approval',
  ],
  ['Who leads the choir?', 'Ines Okafor', "Ines Okafor's deputy leads it."],
  ['Where is it?', 'Row 12 of the north hall', 'Row 21 of the north hall'],
  ['How did the rent change?', 'down 3 %', 'up 3 %'],
  ['Until when is it open?', '4 p.m.', 'From 4 p.m.'],
  ['What is the scale?', '1:50,000', '1:50'],
  ['How many members has the club?', '40 members', 'The club lost 40 members.'],
  ['How much is it?', '5 g per 100 ml', '5 g per serving'],
  ['Which file holds it?', '14 rows in budget.xlsx', '14 rows in forecast.xlsx'],
])('never right: %s %s: %s', (question, expected, answer) => {
  expect(outcome(question, expected, answer)).not.toBe('right');
});

test.each([
  ['How long is the film?', '2 h 22 min', 'The film is 142 minutes long, i.e. 2 hours and 22 minutes.'],
  ['How long is the film?', '142 minutes', 'The film is 142 minutes long, i.e. 2 hours and 22 minutes.'],
  ['What does it cost?', '$12 per month', '$12 per month, or $120 if you pay for a year up front.'],
  ['What is its rating?', '4.7 out of 5', 'It has 4.7 out of 5 and the other has 4.2 out of 5.'],
  ['What does the licence cost?', '€100 net', '€119 including VAT'],
  ['What does the licence cost?', '€100 net', 'The licence costs €119 with VAT.'],
  ['When was it built?', '1984', "It was built in '84."],
  ['How much warmer is it?', '5 °C', '9 °F'],
  ['When was it built?', '4 March 1987', '03/04/1987'],
  ['How much does it weigh?', '2.4 kg', 'Es wiegt genau 2,400 kg'],
  ['Which metal is it?', 'Iron', 'Fe'],
  ['Which city hosts it?', 'Munich', 'München'],
  ['How many hens are there?', '12', 'A dozen hens.'],
])('never wrong: %s %s: %s', (question, expected, answer) => {
  expect(outcome(question, expected, answer)).not.toBe('wrong');
});

test('a value called approximate is measured', () => {
  const about = compareAnswer({ question: 'How much?', expected: '100 g', answer: 'About 103 g.' });
  expect(about).toMatchObject({ outcome: 'right', approximately: 0.03 });
});

const EXPECTED = fc.oneof(
  fc
    .tuple(
      fc.integer({ min: 2, max: 99_999 }),
      fc.constantFrom('kg', 'km', '°C', '%', 'euros', 'hens', 'minutes', 'MB', 'km/h'),
    )
    .map(([figure, unit]) => `${figure} ${unit}`),
  fc.constantFrom(
    '08:12',
    '3 February 2026',
    'AB-1234',
    'Ines Okafor',
    'Thursday',
    '$49 per month',
    'Yes',
    'No',
  ),
  fc.constantFrom(
    '3 tents and 40 chairs',
    'Clause 9.3 of the lease',
    'not before noon',
    'Expenses over $50K',
  ),
);
const QUESTION = fc.constantFrom(
  'What is it?',
  'How much does it cost?',
  'Is it open?',
  'Who leads the choir?',
);

test('the expected text itself is never wrong', () => {
  fc.assert(
    fc.property(EXPECTED, QUESTION, (expected, question) => {
      expect(outcome(question, expected, expected)).not.toBe('wrong');
      expect(outcome(question, expected, `${expected}.`)).not.toBe('wrong');
    }),
  );
});

test('with a "not" before it, it is never right', () => {
  const said = fc.constantFrom(
    'not ',
    'It is not ',
    "It isn't ",
    'It was never ',
    'No, not ',
    'Certainly not ',
  );
  fc.assert(
    fc.property(EXPECTED, QUESTION, said, (expected, question, denial) => {
      expect(outcome(question, expected, `${denial}${expected}`)).not.toBe('right');
    }),
  );
});

test('with another figure of the same unit beside it, it is never right', () => {
  const figure = fc.integer({ min: 2, max: 9999 });
  const joint = fc.constantFrom(', ', ' and ', ' or ', '; ', '. ', '\n', ' (', ', later ');
  const unit = fc.constantFrom('kg', 'km', '%', 'euros', 'hens', 'MB');
  fc.assert(
    fc.property(figure, figure, unit, joint, (own, other, in_, between) => {
      fc.pre(own !== other);
      const answers = [`${own} ${in_}${between}${other} ${in_}`, `${other} ${in_}${between}${own} ${in_}`];
      for (const answer of answers)
        expect(outcome('How much is it?', `${own} ${in_}`, answer)).not.toBe('right');
    }),
  );
});

test('another figure is never right, whatever surrounds it', () => {
  const figure = fc.integer({ min: 10, max: 999 });
  fc.assert(
    fc.property(figure, figure, fc.constantFrom('It is ', 'Sure! It is ', '**', ''), (own, other, lead) => {
      fc.pre(own !== other);
      expect(outcome('How heavy is it?', `${own} kg`, `${lead}${other} kg`)).toBe('wrong');
    }),
  );
});

test('hostile texts never throw, on either side', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          '\u3000',
          '\u00a0',
          '\u000b',
          '\u2028',
          '\u001b[',
          '\ud800',
          '1,',
          '-',
          '(',
          '°',
          "'",
        ),
        {
          maxLength: 60,
        },
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, text, text, (question, expected, answer) => {
      expect(['right', 'wrong', 'undecided']).toContain(outcome(question, expected, answer));
    }),
  );
});
