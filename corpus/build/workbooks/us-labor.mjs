// @ts-check
/** A workbook on the US labour market of 2024, as an analyst might keep one: by region, by sector, by industry. */
import { choicesFrom } from '../random.mjs';
import { parts, total } from './sums.mjs';

/** @typedef {import('../workbook.mjs').Cell} Cell */
/** @typedef {import('../workbook.mjs').Sheet} Sheet */

/**
 * Month, unemployment rate of the country in percent, labour force in thousands, jobs added.
 *
 * @type {readonly (readonly [string, number, number, number])[]}
 */
const MONTHS = [
  ['January', 3.7, 167_300, 119_000],
  ['February', 3.9, 167_400, 222_000],
  ['March', 3.9, 167_900, 246_000],
  ['April', 3.9, 168_000, 118_000],
  ['May', 4, 167_700, 193_000],
  ['June', 4.1, 168_000, 87_000],
  ['July', 4.3, 168_400, 88_000],
  ['August', 4.2, 168_500, 71_000],
  ['September', 4.1, 168_700, 240_000],
  ['October', 4.1, 168_500, 36_000],
  ['November', 4.2, 168_300, 261_000],
  ['December', 4.1, 168_500, 323_000],
];

const REGIONS = ['Northeast', 'Midwest', 'South', 'West'];
/** Of the labour force and of the unemployed, in percent. */
const FORCE_SHARES = [17, 21, 38, 24];
const UNEMPLOYED_SHARES = [16, 20, 35, 29];

const SECTORS = [
  'Goods-producing',
  'Trade and transport',
  'Education and health',
  'Government',
  'Other services',
];
/** Around which the sectors' shares of the jobs added vary from month to month, in percent. */
const SECTOR_SHARES = [8, 17, 38, 22];

/**
 * Industry; employment in December 2022, June 2023, December 2023, June 2024, December 2024.
 *
 * @type {readonly (readonly [string, number, number, number, number, number])[]}
 */
const INDUSTRIES = [
  ['Construction', 7_890_000, 7_980_000, 8_090_000, 8_210_000, 8_290_000],
  ['Manufacturing', 12_880_000, 12_890_000, 12_860_000, 12_830_000, 12_760_000],
  ['Retail trade', 15_510_000, 15_570_000, 15_600_000, 15_630_000, 15_640_000],
  ['Wholesale trade', 6_040_000, 6_090_000, 6_130_000, 6_150_000, 6_170_000],
  ['Transportation and warehousing', 6_640_000, 6_600_000, 6_560_000, 6_600_000, 6_660_000],
  ['Utilities', 552_000, 561_000, 570_000, 579_000, 586_000],
  ['Information', 3_080_000, 3_030_000, 2_990_000, 2_980_000, 2_970_000],
  ['Financial activities', 9_090_000, 9_150_000, 9_180_000, 9_200_000, 9_220_000],
  ['Professional and business services', 22_790_000, 22_860_000, 22_850_000, 22_820_000, 22_790_000],
  ['Private education', 3_770_000, 3_810_000, 3_840_000, 3_870_000, 3_900_000],
  ['Health care', 16_790_000, 17_100_000, 17_430_000, 17_760_000, 18_090_000],
  ['Leisure and hospitality', 16_300_000, 16_560_000, 16_730_000, 16_870_000, 16_980_000],
  ['Government', 22_410_000, 22_730_000, 23_090_000, 23_330_000, 23_530_000],
];

/** @returns {Sheet[]} */
export function usLabor() {
  return [
    {
      name: 'Labour Force',
      rows: [
        [
          'Month',
          'Region',
          'Labour force (thousands)',
          'Unemployed (thousands)',
          'Unemployment rate of the region (%)',
        ],
        ...MONTHS.flatMap(regionRows),
      ],
    },
    { name: 'Jobs by Sector', rows: [['Month', 'Sector', 'Change in jobs'], ...MONTHS.flatMap(sectorRows)] },
    {
      name: 'Industries',
      rows: [
        ['Industry', 'December 2022', 'June 2023', 'December 2023', 'June 2024', 'December 2024'],
        ...INDUSTRIES.map((row) => [...row]),
      ],
    },
    {
      name: 'About',
      rows: [
        ['The US labour market in 2024, by region, sector and industry. Seasonally adjusted.'],
        [
          'The regions make up the country, and the sectors all nonfarm jobs. Later revisions are not included.',
        ],
      ],
    },
  ];
}

/**
 * @param {(typeof MONTHS)[number]} month
 * @returns {Cell[][]}
 */
function regionRows([month, rate, force]) {
  const forces = parts(force, FORCE_SHARES, 1);
  const unemployed = parts(Math.round((force * rate) / 100), UNEMPLOYED_SHARES, 1);
  return REGIONS.map((region, index) => {
    const [of = 1, without = 0] = [forces[index], unemployed[index]];
    return [`${month} 2024`, region, of, without, Math.round((without / of) * 1000) / 10];
  });
}

/**
 * @param {(typeof MONTHS)[number]} month
 * @param {number} index
 * @returns {Cell[][]}
 */
function sectorRows([month, , , added], index) {
  const choices = choicesFrom(2024 + index);
  const drawn = SECTOR_SHARES.map(
    (share) => Math.round((added * share) / 100_000) * 1000 + choices.integer(-24, 24) * 1000,
  );
  return [...drawn, added - total(drawn)].map((jobs, sector) => [
    `${month} 2024`,
    SECTORS[sector] ?? '',
    jobs,
  ]);
}
