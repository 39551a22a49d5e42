// @ts-check
/** Budget, spending and headcount by department of a company that does not exist. */
import { ENGINEERING, GENERAL_DEPARTMENTS, SALES } from './meridian-departments.mjs';
import { sum, total } from './sums.mjs';

/** @typedef {import('../workbook.mjs').Cell} Cell */
/** @typedef {import('../workbook.mjs').Sheet} Sheet */

const DEPARTMENTS = [ENGINEERING, SALES, ...GENERAL_DEPARTMENTS];
const QUARTERS = ['Q1 2024', 'Q2 2024', 'Q3 2024', 'Q4 2024'];
const NOTE = 'Synthetic figures of the fictitious company Meridian Technology Solutions, for tests.';

/** @returns {Sheet[]} */
export function departmentBudget() {
  return [
    budgetSheet(),
    {
      name: 'Spending by Quarter',
      rows: [
        ['Meridian Technology Solutions: actual spending by quarter (USD)'],
        ['Department', ...QUARTERS, 'FY2024'],
        ...DEPARTMENTS.map(({ name, actual }) => [name, ...actual, total(actual)]),
        withTotal(sum(...DEPARTMENTS.map(({ actual }) => actual))),
      ],
    },
    {
      name: 'Headcount',
      rows: [
        ['Meridian Technology Solutions: headcount at the end of each quarter'],
        ['Department', ...QUARTERS],
        ...DEPARTMENTS.map(({ name, headcount }) => [name, ...headcount]),
        ['Total headcount', ...sum(...DEPARTMENTS.map(({ headcount }) => headcount))],
      ],
    },
    { name: 'About', rows: [[NOTE], ['A positive deviation means that more was spent than budgeted.']] },
  ];
}

/** @returns {Sheet} */
function budgetSheet() {
  /** @type {(name: string, budget: number, actual: number) => Cell[]} */
  const row = (name, budget, actual) => {
    const deviation = actual - budget;
    return [name, budget, actual, deviation, Number(((deviation / budget) * 100).toPrecision(3))];
  };
  return {
    name: 'Budget 2024',
    rows: [
      ['Meridian Technology Solutions: budget and actual spending by department, 2024 (USD)'],
      ['Department', 'Budget', 'Actual', 'Deviation', 'Deviation in %'],
      ...DEPARTMENTS.map(({ name, budget, actual }) => row(name, budget, total(actual))),
      row(
        'Total',
        total(DEPARTMENTS.map(({ budget }) => budget)),
        total(DEPARTMENTS.map(({ actual }) => total(actual))),
      ),
    ],
  };
}

/** @param {readonly number[]} quarters */
function withTotal(quarters) {
  return ['Total', ...quarters, total(quarters)];
}
