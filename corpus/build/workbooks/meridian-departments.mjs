// @ts-check
/** The departments of the fictitious Meridian Technology Solutions: both of its workbooks hold their costs. */

/**
 * @typedef {object} Department
 * @property {string} name
 * @property {number} budget Of the year, in US dollars.
 * @property {readonly [number, number, number, number]} actual By quarter, in US dollars.
 * @property {readonly [number, number, number, number]} headcount At the end of each quarter.
 */

/** @type {Department} */
export const ENGINEERING = {
  name: 'Engineering',
  budget: 21_400_000,
  actual: [5_120_000, 5_310_000, 5_430_000, 5_652_000],
  headcount: [128, 133, 138, 142],
};

/** @type {Department} */
export const SALES = {
  name: 'Sales & Marketing',
  budget: 12_900_000,
  actual: [3_050_000, 3_180_000, 3_240_000, 3_626_000],
  headcount: [82, 84, 86, 88],
};

/**
 * What the income statement sums up as general and administrative.
 *
 * @type {readonly Department[]}
 */
export const GENERAL_DEPARTMENTS = [
  {
    name: 'Operations',
    budget: 8_000_000,
    actual: [1_960_000, 1_985_000, 2_000_000, 2_049_000],
    headcount: [60, 60, 61, 61],
  },
  {
    name: 'Information Technology',
    budget: 5_600_000,
    actual: [1_390_000, 1_400_000, 1_415_000, 1_446_000],
    headcount: [26, 27, 27, 28],
  },
  {
    name: 'Human Resources',
    budget: 3_100_000,
    actual: [770_000, 780_000, 775_000, 795_000],
    headcount: [14, 14, 15, 15],
  },
  {
    name: 'Finance & Legal',
    budget: 4_250_000,
    actual: [1_030_000, 1_055_000, 1_070_000, 1_107_000],
    headcount: [17, 17, 18, 18],
  },
];
