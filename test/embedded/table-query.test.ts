import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthOfCell, monthsIn } from '../../src/embedded/agent/periods.ts';
import { answerFromTables } from '../../src/embedded/agent/table-query.ts';

const COLUMNS = ['month', 'line', 'skipper', 'guests', 'income'];
const TRIPS = {
  title: 'trips.csv',
  columns: COLUMNS,
  rows: [
    ['2031-01', 'North Line', 'Ada Brink', '40', '900'],
    ['2031-02', 'South Line', 'Tom Ekeby', '55', '1,250'],
    ['2031-02', 'North Line', 'Tom Ekeby', '12', '300'],
    ['2031-04', 'South Line', 'Ada Brink', '80', '$1,900'],
    ['2031-05', 'East Line', 'Vera Holm', '20', '2100'],
    ['Total', '', '', '207', '6450'],
  ],
};
const ask = (question: string, ...tables: (typeof TRIPS)[]): string | null =>
  answerFromTables(question, tables.length > 0 ? tables : [TRIPS]);

describe('sums over rows', () => {
  test.each([
    ['What was the total income?', 'The total of income is 6,450 (5 rows of trips.csv).'],
    [
      'And the total income in Q1?',
      'The total of income is 2,450 (3 rows with month: 2031-01, 2031-02 of trips.csv).',
    ],
    [
      'total guests of the North Line',
      'The total of guests is 52 (2 rows with line: North Line of trips.csv).',
    ],
    [
      'average income of Tom Ekeby',
      'The average of income is 775 (2 rows with skipper: Tom Ekeby of trips.csv).',
    ],
    [
      'Which skipper has the highest income?',
      'Ada Brink has the highest total of income: 2,800 (5 rows of trips.csv).',
    ],
    [
      'Which line had the fewest guests in February?',
      'North Line has the lowest guests: 12 (2 rows with month: 2031-02 of trips.csv).',
    ],
    [
      'What is the largest income?',
      'The highest income is 2,100: month: 2031-05; line: East Line; skipper: Vera Holm; guests: 20; income: 2100 (5 rows of trips.csv).',
    ],
    ['How many rows are about the South Line?', '2 rows with line: South Line of trips.csv.'],
  ])('%s', (question, answer) => {
    expect(ask(question)).toBe(answer);
  });

  test.each([
    'What was the income in January?',
    'What is the total weight?',
    'Who is the best cook?',
    'total income in July',
  ])('%s: no such sum', (question) => {
    expect(ask(question)).toBeNull();
  });

  test('the column named next after the word of the sum is meant, in whichever table', () => {
    const berths = {
      title: 'berths',
      columns: ['skipper', 'fee'],
      rows: [
        ['Ada Brink', '7'],
        ['Vera Holm', '9'],
      ],
    };
    expect(ask('What is the total fee and income?', TRIPS, berths)).toContain('The total of fee is 16');
    expect(ask('What is the total income and fee?', TRIPS, berths)).toContain('The total of income is 6,450');
  });

  test('the total is the sum, and the winner has the most, whatever the rows', () => {
    const row = fc.record({
      name: fc.constantFrom('Ada', 'Tom', 'Vera'),
      amount: fc.integer({ min: 1, max: 9999 }),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
        const table = {
          title: 't',
          columns: ['skipper', 'amount'],
          rows: rows.map(({ name, amount }) => [name, `${amount}`]),
        };
        const sums = new Map<string, number>();
        for (const { name, amount } of rows) sums.set(name, (sums.get(name) ?? 0) + amount);
        const total = [...sums.values()].reduce((sum, value) => sum + value, 0);
        expect(ask('total amount', table)).toContain(` ${total.toLocaleString('en-US')} (`);
        const winner = /^(\w+) has the highest/.exec(
          ask('Which skipper has the highest amount?', table) ?? '',
        )?.[1];
        expect(sums.get(winner ?? '')).toBe(Math.max(...sums.values()));
      }),
    );
  });
});

describe('periods', () => {
  test.each([
    ['sales in Q2', [4, 5, 6]],
    ['in May and in sept', [5, 9]],
    ['March 2031', [3]],
    ['may I ask', []],
    ['they march on', []],
    ['the total', []],
  ])('%s', (text, months) => {
    expect(monthsIn(text)).toEqual(months);
  });

  test.each([
    ['2030-05', 5],
    ['2030-05-31', 5],
    ['May 2030', 5],
    ['2030', null],
    ['A-05-31', null],
    ['Mayor', null],
  ])('the month of %s is %s', (cell, month) => {
    expect(monthOfCell(cell)).toBe(month);
  });
});
