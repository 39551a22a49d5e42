// @ts-check
/** Budget, spending and headcount by department of a company that does not exist, on three sheets. */
import { ENGINEERING, GENERAL_DEPARTMENTS, SALES } from './meridian-departments.mjs';
import { parts } from './sums.mjs';

/** @typedef {import('../workbook.mjs').Cell} Cell */
/** @typedef {import('../workbook.mjs').Sheet} Sheet */

const DEPARTMENTS = [ENGINEERING, SALES, ...GENERAL_DEPARTMENTS];
const QUARTERS = ['Q1 2024', 'Q2 2024', 'Q3 2024', 'Q4 2024'];
const COST_TYPES = ['Running costs', 'External services', 'Equipment', 'Travel and training'];
/** In percent of a department's money. The departments did not spend it quite as they had meant to. */
const BUDGETED = [63, 19, 11, 7];
const SPENT = [
  [64, 18, 11, 7],
  [62, 21, 10, 7],
  [64, 18, 12, 6],
  [61, 20, 13, 6],
];
const LOCATIONS = ['Austin', 'Denver', 'Leeds'];
const STEP = 1000;

/** @returns {Sheet[]} */
export function departmentBudget() {
  return [
    {
      name: 'Budget',
      rows: [
        ['Department', 'Cost type', 'Budget 2024 (USD)'],
        ...DEPARTMENTS.flatMap(({ name, budget }) =>
          parts(budget, BUDGETED, STEP).map((amount, type) => [name, COST_TYPES[type] ?? '', amount]),
        ),
      ],
    },
    {
      name: 'Spending',
      rows: [['Department', 'Cost type', ...QUARTERS], ...DEPARTMENTS.flatMap(spendingRows)],
    },
    {
      name: 'Headcount',
      rows: [['Department', 'Location', ...QUARTERS], ...DEPARTMENTS.flatMap(headcountRows)],
    },
    {
      name: 'About',
      rows: [
        ['Meridian Technology Solutions: departments in 2024. Amounts in US dollars.'],
        ['Headcount is that of the last day of a quarter.'],
      ],
    },
  ];
}

/**
 * @param {import('./meridian-departments.mjs').Department} department
 * @returns {Cell[][]}
 */
function spendingRows({ name, actual }) {
  const quarters = actual.map((amount, quarter) => parts(amount, SPENT[quarter] ?? [], STEP));
  return COST_TYPES.map((type, index) => [name, type, ...quarters.map((amounts) => amounts[index] ?? 0)]);
}

/**
 * @param {import('./meridian-departments.mjs').Department} department
 * @returns {Cell[][]}
 */
function headcountRows({ name, headcount }) {
  const quarters = headcount.map((heads) => parts(heads, [51, 31, 18], 1));
  return LOCATIONS.map((location, index) => [name, location, ...quarters.map((heads) => heads[index] ?? 0)]);
}
