import { expect, test } from 'vitest';
import { workbook } from '../../../corpus/build/workbook.mjs';
import { documentText } from '../../../src/corpus/check/document-text.ts';

test('HTML is read without its mark-up, style and entities', async () => {
  const page =
    '<html><head><title>t</title></head><style>p {}</style><p>Price:&nbsp;<b>$5</b> &amp; more</p></html>';
  expect(await documentText(new TextEncoder().encode(page), 'html')).toBe('Price: $5 & more');
});

test('cells with special characters survive', async () => {
  const sheets = [{ name: 'A & B', rows: [['<a> & "b"', 5, null, -0.075], ['x']] }];
  expect(await documentText(workbook(sheets), 'xlsx')).toBe('<a> & "b" 5 -0.075 x');
});

test('bytes that are no PDF are refused', async () => {
  await expect(documentText(new TextEncoder().encode('no pdf'), 'pdf')).rejects.toThrow(/PDF/);
});
