// @ts-check
/** Two years of a company that does not exist: revenue by line and region, costs by quarter, the balance sheet. */
import { ENGINEERING, GENERAL_DEPARTMENTS, SALES } from './meridian-departments.mjs';
import { parts, sum, total } from './sums.mjs';

/** @typedef {import('../workbook.mjs').Cell} Cell */
/** @typedef {import('../workbook.mjs').Sheet} Sheet */

const THOUSAND = 1000;
const YEARS = [2023, 2024];
const QUARTERS = YEARS.flatMap((year) =>
  [1, 2, 3, 4].map((quarter) => `Q${String(quarter)} ${String(year)}`),
);
const REGIONS = ['North America', 'Europe', 'Asia-Pacific'];

/**
 * Revenue of each line by quarter in thousands of US dollars, and the regions' shares of it in percent.
 *
 * @type {readonly (readonly [string, readonly number[], readonly number[]])[]}
 */
const LINES = [
  ['Software subscriptions', [15_900, 17_050, 18_100, 21_700, 18_600, 20_100, 21_500, 26_200], [58, 29, 13]],
  ['Services', [8300, 8650, 8980, 10_450, 9150, 9720, 10_040, 11_920], [64, 27, 9]],
  ['Hardware', [5600, 5900, 6300, 8050, 6100, 6600, 7100, 9200], [47, 31, 22]],
];

/** Of 2023; those of 2024 come from the departments. */
const EARLIER = {
  research: [4480, 4640, 4790, 4985],
  sales: [2690, 2810, 2880, 3190],
  general: [4720, 4790, 4850, 4990],
};

/** @returns {Sheet[]} */
export function companyFinancials() {
  return [
    { name: 'Revenue', rows: [['Quarter', 'Line', 'Region', 'Revenue (USD)'], ...revenueRows()] },
    { name: 'Costs and Result', rows: costRows() },
    { name: 'Balance Sheet', rows: BALANCE },
    {
      name: 'About',
      rows: [
        ['Meridian Technology Solutions: figures of the fiscal years 2023 and 2024, in US dollars.'],
        ['Revenue is recorded by quarter, line and region. Quarters are those of the calendar.'],
      ],
    },
  ];
}

/** @returns {Cell[][]} */
function revenueRows() {
  return QUARTERS.flatMap((quarter, index) =>
    LINES.flatMap(([line, quarters, shares]) =>
      parts((quarters[index] ?? 0) * THOUSAND, shares, 10 * THOUSAND).map((amount, region) => [
        quarter,
        line,
        REGIONS[region] ?? '',
        amount,
      ]),
    ),
  );
}

/** @returns {Cell[][]} */
function costRows() {
  const revenue = inDollars(sum(...LINES.map(([, quarters]) => quarters)));
  const costs = /** @type {const} */ ([
    ['Cost of revenue', inDollars([12_310, 13_020, 13_650, 16_540, 13_480, 14_510, 15_320, 18_753])],
    ['Research and development', [...inDollars(EARLIER.research), ...ENGINEERING.actual]],
    ['Sales and marketing', [...inDollars(EARLIER.sales), ...SALES.actual]],
    [
      'General and administrative',
      [...inDollars(EARLIER.general), ...sum(...GENERAL_DEPARTMENTS.map(({ actual }) => actual))],
    ],
    ['Interest expense', inDollars([345, 345, 345, 345, 310, 310, 310, 310])],
    ['Income tax', inDollars([1120, 1330, 1520, 2190, 1415, 1657, 1907, 2852])],
  ]);
  const result = revenue.map(
    (amount, index) => amount - total(costs.map(([, amounts]) => amounts[index] ?? 0)),
  );
  return [
    ['Item', ...QUARTERS],
    ...costs.map(([name, amounts]) => [name, ...amounts]),
    ['Net income', ...result],
  ];
}

/** @param {readonly number[]} thousands */
function inDollars(thousands) {
  return thousands.map((amount) => amount * THOUSAND);
}

/** @type {Cell[][]} */
const BALANCE = [
  ['Group', 'Item', 'December 31, 2023', 'December 31, 2024'],
  ['Current assets', 'Cash at banks', 16_480_000, 23_350_000],
  ['Current assets', 'Money market funds', 9_000_000, 18_500_000],
  ['Current assets', 'Receivables from customers', 24_310_000, 27_120_000],
  ['Current assets', 'Other receivables', 1_085_000, 1_220_000],
  ['Current assets', 'Raw materials', 3_910_000, 3_480_000],
  ['Current assets', 'Finished goods', 5_720_000, 6_140_000],
  ['Current assets', 'Prepaid expenses', 2_390_000, 2_750_000],
  ['Current assets', 'Other current assets', 1_130_000, 1_450_000],
  ['Fixed assets', 'Land and buildings', 21_900_000, 21_300_000],
  ['Fixed assets', 'Machines and equipment', 15_484_000, 17_200_000],
  ['Fixed assets', 'Goodwill', 45_000_000, 45_000_000],
  ['Fixed assets', 'Acquired software', 5_100_000, 11_900_000],
  ['Fixed assets', 'Customer relationships', 7_500_000, 6_600_000],
  ['Liabilities', 'Accounts payable', 12_980_000, 14_260_000],
  ['Liabilities', 'Deferred revenue', 19_440_000, 22_750_000],
  ['Liabilities', 'Other current liabilities', 8_150_000, 8_900_000],
  ['Liabilities', 'Long-term debt', 35_000_000, 31_000_000],
  ['Liabilities', 'Other long-term liabilities', 5_700_000, 6_100_000],
  ['Equity', 'Paid-in capital', 48_200_000, 48_500_000],
  ['Equity', 'Retained earnings', 29_539_000, 54_500_000],
];
