// @ts-check
/** The financial statements of a company that does not exist. Quarters are given, everything else is calculated. */
import { ENGINEERING, GENERAL_DEPARTMENTS, SALES } from './meridian-departments.mjs';
import { difference, sum, total } from './sums.mjs';

/** @typedef {import('../workbook.mjs').Cell} Cell */
/** @typedef {import('../workbook.mjs').Sheet} Sheet */

const THOUSAND = 1000;
const NOTE = 'Synthetic figures of the fictitious company Meridian Technology Solutions, for tests.';

/** @param {readonly number[]} values */
function thousands(...values) {
  return values.map((value) => value * THOUSAND);
}

/** @returns {Sheet[]} */
export function companyFinancials() {
  return [incomeStatement(), balanceSheet(), { name: 'About', rows: [[NOTE], ['Amounts in US dollars.']] }];
}

/** @returns {Sheet} */
function incomeStatement() {
  const software = thousands(18_600, 20_100, 21_500, 26_200);
  const services = thousands(9150, 9720, 10_040, 11_920);
  const hardware = thousands(6100, 6600, 7100, 9200);
  const revenue = sum(software, services, hardware);
  const costOfRevenue = thousands(13_480, 14_510, 15_320, 18_753);
  const grossProfit = difference(revenue, costOfRevenue);
  const general = sum(...GENERAL_DEPARTMENTS.map(({ actual }) => actual));
  const operatingExpenses = sum(ENGINEERING.actual, SALES.actual, general);
  const operatingIncome = difference(grossProfit, operatingExpenses);
  const interest = thousands(310, 310, 310, 310);
  const beforeTax = difference(operatingIncome, interest);
  const tax = thousands(1415, 1657, 1907, 2852);
  /** @type {(name: string, quarters: readonly number[]) => Cell[]} */
  const row = (name, quarters) => [name, ...quarters, total(quarters)];
  return {
    name: 'Income Statement',
    rows: [
      ['Meridian Technology Solutions: income statement, fiscal year 2024 (USD)'],
      ['Item', 'Q1 2024', 'Q2 2024', 'Q3 2024', 'Q4 2024', 'FY2024'],
      row('Software subscriptions', software),
      row('Services', services),
      row('Hardware', hardware),
      row('Total revenue', revenue),
      row('Cost of revenue', costOfRevenue),
      row('Gross profit', grossProfit),
      row('Research and development', ENGINEERING.actual),
      row('Sales and marketing', SALES.actual),
      row('General and administrative', general),
      row('Operating expenses', operatingExpenses),
      row('Operating income', operatingIncome),
      row('Interest expense', interest),
      row('Income before tax', beforeTax),
      row('Income tax', tax),
      row('Net income', difference(beforeTax, tax)),
    ],
  };
}

/** @returns {Sheet} */
function balanceSheet() {
  /** @type {[string, number][]} */
  const current = [
    ['Cash and cash equivalents', 41_850_000],
    ['Accounts receivable', 28_340_000],
    ['Inventories', 9_620_000],
    ['Other current assets', 4_200_000],
  ];
  /** @type {[string, number][]} */
  const fixed = [
    ['Property and equipment', 38_500_000],
    ['Goodwill', 45_000_000],
    ['Other intangible assets', 18_500_000],
  ];
  /** @type {[string, number][]} */
  const liabilities = [
    ['Accounts payable', 14_260_000],
    ['Deferred revenue', 22_750_000],
    ['Other current liabilities', 8_900_000],
    ['Long-term debt', 31_000_000],
    ['Other long-term liabilities', 6_100_000],
  ];
  /** @type {[string, number][]} */
  const equity = [
    ['Paid-in capital', 48_500_000],
    ['Retained earnings', 54_500_000],
  ];
  /** @param {readonly [string, number][]} rows */
  const amounts = (rows) => total(rows.map(([, amount]) => amount));
  return {
    name: 'Balance Sheet',
    rows: [
      ['Meridian Technology Solutions: balance sheet as of December 31, 2024 (USD)'],
      ['Item', 'Amount'],
      ...current,
      ['Total current assets', amounts(current)],
      ...fixed,
      ['Total assets', amounts(current) + amounts(fixed)],
      ...liabilities,
      ['Total liabilities', amounts(liabilities)],
      ...equity,
      ['Total equity', amounts(equity)],
      ['Total liabilities and equity', amounts(liabilities) + amounts(equity)],
    ],
  };
}
