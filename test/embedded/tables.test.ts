import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerFromTable } from '../../src/embedded/agent/tables/answer.ts';
import { framesOf } from '../../src/embedded/agent/tables/frame.ts';
import { isWithin, periodIn } from '../../src/embedded/agent/tables/periods.ts';
import { readRequest } from '../../src/embedded/agent/tables/request.ts';
import { readQuestion } from '../../src/embedded/agent/question.ts';
import { startRig } from './support.ts';

interface Trip {
  readonly month: number;
  readonly line: string;
  readonly skipper: string;
  readonly guests: number;
  readonly income: number;
}
const csvOf = (trips: readonly Trip[]): string =>
  [
    'month,line,skipper,guests,income',
    ...trips.map(
      (trip) =>
        `2031-${String(trip.month).padStart(2, '0')},${trip.line},${trip.skipper},${trip.guests},${trip.income}`,
    ),
  ].join('\n');

const TRIPS: readonly Trip[] = [
  { month: 1, line: 'North Line', skipper: 'Ada Brink', guests: 40, income: 900 },
  { month: 2, line: 'South Line', skipper: 'Tom Ekeby', guests: 55, income: 1250 },
  { month: 2, line: 'North Line', skipper: 'Tom Ekeby', guests: 12, income: 300 },
  { month: 4, line: 'South Line', skipper: 'Ada Brink', guests: 80, income: 1900 },
  { month: 5, line: 'East Line', skipper: 'Vera Holm', guests: 20, income: 2100 },
];

async function ask(name: string, content: string, ...questions: string[]): Promise<string[]> {
  const rig = await startRig({ [name]: content });
  try {
    const talk = await rig.session(name);
    const answers: string[] = [];
    for (const question of questions) answers.push((await talk.say(question)).content);
    return answers;
  } finally {
    await rig.close();
  }
}

describe('sums over rows', () => {
  test('totals, winners and averages of the rows that are meant', async () => {
    const [total, quarter, skipper, line, average] = await ask(
      'trips.csv',
      csvOf(TRIPS),
      'What was the total income?',
      'And the total income in Q1?',
      'Which skipper brought in the most income?',
      'Which line had the fewest guests in February?',
      'What is the average income of Tom Ekeby?',
    );
    expect(total).toContain('$6,450');
    expect(quarter).toContain('$2,450');
    expect(skipper).toMatch(/Ada Brink.*\$2,800/);
    expect(line).toMatch(/North Line.*12/);
    expect(average).toContain('$775');
  });

  test('the winner moves with the figures', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([11, 222, 3333, 44_444], { minLength: 4 }), async (incomes) => {
        const names = ['Ada Brink', 'Tom Ekeby', 'Vera Holm', 'Ulf Rask'];
        const trips = names.map((skipper, index) => ({
          month: index + 1,
          line: 'North Line',
          skipper,
          guests: 5,
          income: incomes[index] ?? 0,
        }));
        const best = names[incomes.indexOf(44_444)] ?? '';
        const [answer] = await ask('trips.csv', csvOf(trips), 'Who is the top skipper by income?');
        expect(answer).toContain(best);
        expect(answer).toContain('$44,444');
      }),
      { numRuns: 4 },
    );
  });
});

const COMPARED = `<h1>Kayaks compared</h1><table><tr><th>Feature</th><th>Otter</th><th>Heron</th></tr>
<tr><td>Price</td><td>$640</td><td>$810</td></tr><tr><td>Length</td><td>4.1 m</td><td>4.7 m</td></tr>
<tr><td>Rating</td><td>4.8 out of 5</td><td>4.4 out of 5</td></tr></table>`;

test('a table of features by product is read both ways', async () => {
  const [prices, better, difference, advice] = await ask(
    'kayaks.html',
    COMPARED,
    'What do the two kayaks cost?',
    'Which of them has the better rating?',
    'What is the difference in price?',
    'So which one is the better value?',
  );
  expect(prices).toMatch(/\$640/);
  expect(prices).toMatch(/\$810/);
  expect(better).toMatch(/Otter has the higher Rating: 4\.8, against 4\.4/);
  expect(difference).toContain('$170');
  expect(advice).toMatch(/Otter is the better value/);
});

const STOCK =
  'code,article,price,cost,on hand,safety level\nA-1,Paddle,40,30,12,10\nA-2,Vest,60,33,5,8\nA-3,Bag,20,15,30,5\n';

test('limits, look-ups by name and by code, and what is not in the table', async () => {
  const [below, stock, code, missing] = await ask(
    'stock.csv',
    STOCK,
    'Are any articles below their safety level?',
    'How many vests are on hand?',
    'Which code does the Bag have?',
    'What does the Paddle weigh?',
  );
  expect(below).toMatch(/^Yes, 1 of 3: Vest/);
  expect(stock).toMatch(/\b5\b/);
  expect(code).toContain('A-3');
  expect(missing).toMatch(/does not (?:say|mention)/);
});

test('deviations from a plan', async () => {
  const [most, under] = await ask(
    'plan.csv',
    'team,budget,actual,variance\nDeck,100,130,30\nEngine,200,195,-5\nGalley,50,52,2\n',
    'Which team is most over budget?',
    'Is any team under budget?',
  );
  expect(most).toMatch(/^Deck .*\$30/);
  expect(under).toMatch(/^Yes, 1 of 3: Engine/);
});

describe('periods', () => {
  test.each([
    ['sales in Q2', [4, 5, 6], null],
    ['from January to April 2030', [1, 2, 3, 4], 2030],
    ['the first half of the year', [1, 2, 3, 4, 5, 6], null],
    ['in May', [5], null],
    ['fiscal 2029', [], 2029],
  ])('%s', (text, months, year) => {
    expect(periodIn(text)).toMatchObject({ months, year });
  });
  test.each(['may I ask', 'the total', 'they march on'])('%s names none', (text) => {
    expect(periodIn(text)).toBeNull();
  });
  test.each([
    ['2030-05', true],
    ['May 2030', true],
    ['2030-06', false],
    ['Q2 2030', false],
    ['May 2029', false],
  ])('%s in May 2030: %s', (cell, inside) => {
    expect(isWithin(cell, { months: [5], year: 2030, words: '' })).toBe(inside);
  });
});

test('total rows are quoted, not added to the rows they sum up', () => {
  const [frame] = framesOf({
    title: '',
    columns: ['Deck', 'Cost'],
    rows: [
      ['Upper', '10'],
      ['Lower', '15'],
      ['Total', '25'],
    ],
  });
  const question = readQuestion('What is the total cost?');
  const request = frame === undefined ? null : readRequest(frame, question, []);
  expect(frame !== undefined && request !== null ? answerFromTable(frame, request)?.text : null).toBe(
    'The total Cost is $25.',
  );
});
