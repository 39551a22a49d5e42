/** What is asked of the workbooks is the result of sums, filters and joins, and stands in no cell. */
import { expect, test } from 'vitest';
import type { Cell, Sheet } from '../../corpus/build/workbook.mjs';
import { companyFinancials } from '../../corpus/build/workbooks/company-financials.mjs';
import { departmentBudget } from '../../corpus/build/workbooks/department-budget.mjs';
import { productInventory } from '../../corpus/build/workbooks/product-inventory.mjs';
import { usLabor } from '../../corpus/build/workbooks/us-labor.mjs';

type Row = readonly Cell[];

/** Without its header. */
function rowsOf(sheets: readonly Sheet[], name: string): readonly Row[] {
  return sheets.find((each) => each.name === name)?.rows.slice(1) ?? [];
}

function sumOf(rows: readonly Row[], from: number, to = from + 1): number {
  return rows.flatMap((row) => row.slice(from, to)).reduce<number>((sum, cell) => sum + Number(cell), 0);
}

/** The rows by what stands in a column. */
function groups(rows: readonly Row[], column: number): ReadonlyMap<Cell | undefined, readonly Row[]> {
  const names = [...new Set(rows.map((row) => row[column]))];
  return new Map(names.map((name) => [name, rows.filter((row) => row[column] === name)]));
}

function cellsOf(sheets: readonly Sheet[]): readonly Cell[] {
  return sheets.flatMap(({ rows }) => rows.flat());
}

test('revenue, result and assets of the year add up, in both workbooks of the company alike', () => {
  const sheets = companyFinancials();
  const revenue = rowsOf(sheets, 'Revenue').filter(([quarter]) => String(quarter).endsWith('2024'));
  expect(revenue).toHaveLength(36);
  expect([...groups(revenue, 0).values()].map((rows) => sumOf(rows, 3))).toEqual([
    33_850_000, 36_420_000, 38_640_000, 47_320_000,
  ]);
  expect(sumOf(revenue, 3)).toBe(156_230_000);
  const costs = rowsOf(sheets, 'Costs and Result');
  const results = costs.filter(([item]) => item === 'Net income');
  expect(sumOf(results, 5, 9)).toBe(29_461_000);
  expect(156_230_000 - sumOf(costs, 5, 9) + 29_461_000).toBe(29_461_000);
  const spending = sumOf(rowsOf(departmentBudget(), 'Spending'), 2, 6);
  const departments = ['Research and development', 'Sales and marketing', 'General and administrative'];
  expect(
    sumOf(
      costs.filter(([item]) => departments.includes(String(item))),
      5,
      9,
    ),
  ).toBe(spending);
});

test('the balance sheet balances, in both years', () => {
  const balance = groups(rowsOf(companyFinancials(), 'Balance Sheet'), 0);
  const sides = [
    ['Current assets', 'Fixed assets'],
    ['Liabilities', 'Equity'],
  ].map((names) => names.flatMap((name) => balance.get(name) ?? []));
  expect(sides.map((rows) => sumOf(rows, 3))).toEqual([186_010_000, 186_010_000]);
  expect(sides.map((rows) => sumOf(rows, 2))).toEqual([159_009_000, 159_009_000]);
});

test('one department is furthest over its budget, by amount and by share, and one is under it', () => {
  const sheets = departmentBudget();
  const spending = groups(rowsOf(sheets, 'Spending'), 0);
  const deviations = [...groups(rowsOf(sheets, 'Budget'), 0)].map(([name, rows]) => {
    const over = sumOf(spending.get(name) ?? [], 2, 6) - sumOf(rows, 2);
    return { name, over, percent: Number(((over / sumOf(rows, 2)) * 100).toPrecision(3)) };
  });
  const most = { name: 'Sales & Marketing', over: 196_000, percent: 1.52 };
  expect(deviations.toSorted((a, b) => b.over - a.over)[0]).toEqual(most);
  expect(deviations.toSorted((a, b) => b.percent - a.percent)[0]).toEqual(most);
  expect(deviations.filter(({ over }) => over < 0)).toEqual([
    { name: 'Operations', over: -6000, percent: -0.075 },
  ]);
  const heads = rowsOf(sheets, 'Headcount');
  expect(sumOf(heads, 5)).toBe(352);
  expect(sumOf(groups(heads, 0).get('Engineering') ?? [], 5)).toBe(142);
});

test('thirty products, none below its reorder point but many in one warehouse, one with the highest margin', () => {
  const sheets = productInventory();
  const costs = new Map(rowsOf(sheets, 'Purchasing').map(([sku, , cost]) => [sku, Number(cost)]));
  const stock = groups(rowsOf(sheets, 'Stock'), 0);
  const products = rowsOf(sheets, 'Products').map(([sku, product, , price, reorder]) => ({
    sku,
    product,
    margin: ((Number(price) - (costs.get(sku) ?? 0)) / Number(price)) * 100,
    pieces: sumOf(stock.get(sku) ?? [], 2),
    reorder: Number(reorder),
  }));
  expect(new Set(products.map(({ sku }) => sku)).size).toBe(30);
  expect(products.filter(({ pieces, reorder }) => pieces < reorder)).toEqual([]);
  const low = products.filter(({ sku, reorder }) =>
    (stock.get(sku) ?? []).some(([, , pieces]) => Number(pieces) < reorder),
  );
  expect(low.length).toBeGreaterThan(10);
  expect(products.find(({ product }) => product === 'Ryzen 9 7950X')).toMatchObject({
    sku: 'COMP-3001',
    pieces: 76,
  });
  const [first, second] = products.toSorted((a, b) => b.margin - a.margin);
  expect(first).toMatchObject({ sku: 'ACCS-5006', product: 'USB-C Docking Station', margin: 48 });
  expect(second?.margin).toBeLessThan(45);
});

test('July has 4.3% unemployment, October the fewest jobs, and Manufacturing lost 100,000', () => {
  const sheets = usLabor();
  const months = [...groups(rowsOf(sheets, 'Labour Force'), 0)].map(([month, rows]) => ({
    month,
    rate: (sumOf(rows, 3) / sumOf(rows, 2)) * 100,
    regions: rows.map((row) => row[4]),
  }));
  expect(months).toHaveLength(12);
  const july = months.find(({ month }) => month === 'July 2024');
  expect(july?.rate).toBeCloseTo(4.3, 2);
  expect(july?.regions).not.toContain(4.3);
  const jobs = [...groups(rowsOf(sheets, 'Jobs by Sector'), 0)]
    .map(([month, rows]) => [month, sumOf(rows, 2)] as const)
    .toSorted((a, b) => a[1] - b[1]);
  expect(jobs.slice(0, 2)).toEqual([
    ['October 2024', 36_000],
    ['August 2024', 71_000],
  ]);
  const [made] = rowsOf(sheets, 'Industries').filter(([industry]) => industry === 'Manufacturing');
  expect(Number(made?.[5]) - Number(made?.[3])).toBe(-100_000);
});

test.each([
  ['company_financials', companyFinancials, [156_230_000, 47_320_000, 29_461_000, 186_010_000]],
  ['department_budget', departmentBudget, [196_000, 1.52, -6000, -0.075, 352, 142]],
  ['product_inventory', productInventory, [76]],
  ['us_labor', usLabor, [4.3, 36_000, -100_000]],
] as const)('no cell of %s gives an answer away', (_, sheets, answers) => {
  const cells = cellsOf(sheets());
  expect(answers.filter((answer) => cells.includes(answer))).toEqual([]);
  expect(cells.filter((cell) => /\btests?\b|synthetic|fictitious/i.test(String(cell)))).toEqual([]);
});
