import { expect, test } from 'vitest';
import { checkOnlyFiles } from '../../src/rubric/files-check.ts';

test.each([
  ['Only product_comparison.html is loaded.', 'pass'],
  ['One page: Product Comparison.html', 'pass'],
  ['/data/product_comparison.html (2 chunks)', 'pass'],
  ['The product comparison.', 'pass'],
  ['I have report.pdf, notes.docx and invoice.xlsx.', 'fail'],
  ['product_comparison.html and handbook.md', 'fail'],
  ['You could load another file, for example report.pdf.', 'undecided'],
  ['There is no report.pdf here.', 'undecided'],
])('%j: %s', (answer, outcome) => {
  expect(checkOnlyFiles(['product_comparison.html'], answer).outcome).toBe(outcome);
});
