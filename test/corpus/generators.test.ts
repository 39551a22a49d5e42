import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { GENERATORS } from '../../corpus/build/generators.mjs';
import { choicesFrom } from '../../corpus/build/random.mjs';
import { workbook, type Cell, type Sheet } from '../../corpus/build/workbook.mjs';
import { companyFinancials } from '../../corpus/build/workbooks/company-financials.mjs';
import { departmentBudget } from '../../corpus/build/workbooks/department-budget.mjs';
import { productInventory } from '../../corpus/build/workbooks/product-inventory.mjs';
import { usLabor } from '../../corpus/build/workbooks/us-labor.mjs';
import { zip } from '../../corpus/build/zip.mjs';
import { documentText } from '../../src/corpus/check/document-text.ts';
import { loadManifest } from '../../src/corpus/manifest.ts';
import { CORPUS } from '../support/benchmark.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('every generator writes the bytes that the manifest has the hash of, on every call', async () => {
  const { documents } = await loadManifest(CORPUS);
  const generated = documents.filter((document) => document.generated !== null);
  expect(generated.map((document) => document.generated ?? '').toSorted()).toEqual(
    [...GENERATORS.keys()].toSorted(),
  );
  for (const { generated: name, sha256: expected, path: file } of generated) {
    const generate = GENERATORS.get(name ?? '');
    expect([file, generate && sha256(generate())]).toEqual([file, expected]);
    expect([file, generate && sha256(generate())]).toEqual([file, expected]);
  }
});

test('the long report has more than 100,000 tokens, and its finding stands in Section 52 alone', () => {
  const text = strFromU8(GENERATORS.get('large_report')?.() ?? new Uint8Array());
  // A word of English prose is at least one token.
  expect(text.split(/\s+/).length).toBeGreaterThan(100_000);
  expect(text.length).toBeGreaterThan(400_000);
  const sections = text.split(/^## Section /m).slice(1);
  expect(sections).toHaveLength(100);
  expect(sections.map((section) => Number(/^\d+/.exec(section)?.[0]))).toEqual(
    sections.map((_, index) => index + 1),
  );
  const speaking = sections.filter((section) => /non-?conform|supply chain/i.test(section));
  expect(speaking).toEqual([sections[51]]);
  expect(new Set(sections.map((section) => section.replace(/^\d+/, ''))).size).toBe(100);
});

test('a zip comes out as it went in, and two of the same are the same', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8})?\.xml$/);
  fc.assert(
    fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' })), (files) => {
      const entries = Object.entries(files).map(([key, content]) => ({ name: key, content }));
      const archive = zip(entries);
      const read = unzipSync(archive);
      expect(Object.fromEntries(Object.entries(read).map(([key, data]) => [key, strFromU8(data)]))).toEqual({
        ...files,
      });
      expect(zip(entries).equals(archive)).toBe(true);
    }),
  );
});

test('cells with special characters survive', () => {
  const sheets = [{ name: 'A & B', rows: [['<a> & "b"', 5, null, -0.075], ['x']] }];
  expect(documentText(workbook(sheets), 'xlsx')).toBe('<a> & "b" 5 -0.075 x');
});

test('choices stay in bounds, and shuffling loses nothing', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: -50, max: 50 }),
      fc.nat(100),
      fc.array(fc.integer()),
      (seed, low, span, items) => {
        const choose = choicesFrom(seed);
        const value = choose.integer(low, low + span);
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThanOrEqual(low + span);
        expect(choose.shuffled(items).toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
        expect(choicesFrom(seed).shuffled(items)).toEqual(choicesFrom(seed).shuffled(items));
      },
    ),
  );
});

function sheet(sheets: readonly Sheet[], name: string): readonly (readonly Cell[])[] {
  return sheets.find((each) => each.name === name)?.rows ?? [];
}

/** The row that begins with a name, without the name. */
function amounts(rows: readonly (readonly Cell[])[], name: string): number[] {
  return (rows.find(([first]) => first === name) ?? []).filter((cell) => typeof cell === 'number');
}

test('the statements add up, and both workbooks of the company agree', () => {
  const income = sheet(companyFinancials(), 'Income Statement');
  expect(amounts(income, 'Total revenue')).toEqual([
    33_850_000, 36_420_000, 38_640_000, 47_320_000, 156_230_000,
  ]);
  expect(amounts(income, 'Net income').at(-1)).toBe(29_461_000);
  const balance = sheet(companyFinancials(), 'Balance Sheet');
  expect(amounts(balance, 'Total assets')).toEqual([186_010_000]);
  expect(amounts(balance, 'Total liabilities and equity')).toEqual([186_010_000]);
  const spending = sheet(departmentBudget(), 'Spending by Quarter');
  expect(amounts(spending, 'Total')).toEqual(amounts(income, 'Operating expenses'));
});

test('one department is furthest over its budget, by amount and by share, and one is under it', () => {
  const rows = sheet(departmentBudget(), 'Budget 2024')
    .slice(2, -1)
    .map(([name]) => ({ name, figures: amounts(sheet(departmentBudget(), 'Budget 2024'), String(name)) }));
  const most = (column: number): Cell | undefined =>
    rows.toSorted((a, b) => (b.figures[column] ?? 0) - (a.figures[column] ?? 0))[0]?.name;
  expect([most(2), most(3)]).toEqual(['Sales & Marketing', 'Sales & Marketing']);
  expect(rows.filter(({ figures }) => (figures[2] ?? 0) < 0)).toEqual([
    { name: 'Operations', figures: [8_000_000, 7_994_000, -6000, -0.075] },
  ]);
  expect(amounts(sheet(departmentBudget(), 'Headcount'), 'Total headcount').at(-1)).toBe(352);
  expect(amounts(sheet(departmentBudget(), 'Headcount'), 'Engineering').at(-1)).toBe(142);
});

test('thirty products, none below its reorder point, one with the highest margin', () => {
  const products = sheet(productInventory(), 'Inventory').slice(1);
  expect(products).toHaveLength(30);
  expect(new Set(products.map(([sku]) => sku)).size).toBe(30);
  expect(products.filter((row) => Number(row[6]) < Number(row[7]))).toEqual([]);
  const [first, second] = products.toSorted((a, b) => Number(b[5]) - Number(a[5]));
  expect(first?.slice(0, 2)).toEqual(['ACCS-5006', 'USB-C Docking Station']);
  expect(first?.[5]).toBe(48);
  expect(Number(second?.[5])).toBeLessThan(45);
});

test('October added the fewest jobs, and Manufacturing lost 100,000', () => {
  const months = sheet(usLabor(), 'Monthly').slice(1);
  expect(months).toHaveLength(12);
  expect(months.toSorted((a, b) => Number(a[3]) - Number(b[3]))[0]).toEqual([
    'October 2024',
    4.1,
    62.5,
    36_000,
  ]);
  expect(months.find(([month]) => month === 'July 2024')?.[1]).toBe(4.3);
  expect(amounts(sheet(usLabor(), 'Industries'), 'Manufacturing')).toEqual([
    12_860_000, 12_760_000, -100_000,
  ]);
});
