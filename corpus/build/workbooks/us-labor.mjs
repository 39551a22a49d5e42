// @ts-check
/** A workbook on the US labour market of 2024, as an analyst might keep one. */

/** @typedef {import('../workbook.mjs').Sheet} Sheet */

/**
 * Month, unemployment rate and participation rate in percent, jobs added.
 *
 * @type {readonly (readonly [string, number, number, number])[]}
 */
const MONTHS = [
  ['January', 3.7, 62.5, 119_000],
  ['February', 3.9, 62.6, 222_000],
  ['March', 3.9, 62.7, 246_000],
  ['April', 3.9, 62.7, 118_000],
  ['May', 4, 62.5, 193_000],
  ['June', 4.1, 62.6, 87_000],
  ['July', 4.3, 62.7, 88_000],
  ['August', 4.2, 62.7, 71_000],
  ['September', 4.1, 62.7, 240_000],
  ['October', 4.1, 62.5, 36_000],
  ['November', 4.2, 62.5, 261_000],
  ['December', 4.1, 62.5, 323_000],
];

/**
 * Industry, employment in December 2023 and in December 2024.
 *
 * @type {readonly (readonly [string, number, number])[]}
 */
const INDUSTRIES = [
  ['Construction', 8_090_000, 8_290_000],
  ['Manufacturing', 12_860_000, 12_760_000],
  ['Retail trade', 15_600_000, 15_640_000],
  ['Transportation and warehousing', 6_560_000, 6_660_000],
  ['Information', 2_990_000, 2_970_000],
  ['Financial activities', 9_180_000, 9_220_000],
  ['Professional and business services', 22_850_000, 22_790_000],
  ['Health care', 17_430_000, 18_090_000],
  ['Leisure and hospitality', 16_730_000, 16_980_000],
  ['Government', 23_090_000, 23_530_000],
];

/** @returns {Sheet[]} */
export function usLabor() {
  return [
    {
      name: 'Monthly',
      rows: [
        ['Month', 'Unemployment rate (%)', 'Participation rate (%)', 'Jobs added'],
        ...MONTHS.map(([month, ...figures]) => [`${month} 2024`, ...figures]),
      ],
    },
    {
      name: 'Industries',
      rows: [
        ['Industry', 'Employment December 2023', 'Employment December 2024', 'Change year on year'],
        ...INDUSTRIES.map(([industry, before, now]) => [industry, before, now, now - before]),
      ],
    },
    {
      name: 'About',
      rows: [
        ['Synthetic workbook for tests, modelled on published statistics of the US labour market in 2024.'],
        ['Seasonally adjusted. Later revisions are not included.'],
      ],
    },
  ];
}
