/** PDF files written here, object by object, and read by the real reader. */
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../src/documents/read-document.ts';
import { UnreadableDocumentError } from '../../src/documents/types.ts';

/** A PDF with a page for each list of lines, in Helvetica, and a true cross-reference table. */
function pdf(pages: readonly (readonly string[])[]): Uint8Array {
  const contents = pages.map((lines) => {
    const shown = lines.map((line) => `(${line.replaceAll(/[()\\]/g, String.raw`\$&`)}) Tj T*`);
    return `BT /F1 12 Tf 14 TL 72 720 Td ${shown.join(' ')} ET`;
  });
  const pageIds = pages.map((_, index) => 4 + 2 * index);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return new TextEncoder().encode(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}` +
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

describe('PDF', () => {
  test('the sentences of each page, under its number', async () => {
    const bytes = pdf([
      ['The harbour has 18 berths. The pier is', '240 metres long.'],
      ['Mooring costs 12.50 euros (a night).'],
    ]);
    const before = bytes.slice();
    const parsed = await readDocument('/x/harbour.pdf', bytes);
    expect(parsed.passages).toEqual([
      { text: 'The harbour has 18 berths.', headings: ['Page 1'] },
      { text: 'The pier is 240 metres long.', headings: ['Page 1'] },
      { text: 'Mooring costs 12.50 euros (a night).', headings: ['Page 2'] },
    ]);
    expect(bytes).toEqual(before);
  });

  test.each([
    ['without text', pdf([[]]), 'holds no text'],
    ['with more pages than are read', pdf(Array.from({ length: 2001 }, () => ['x'])), 'more than 2000 pages'],
    ['that is none', new TextEncoder().encode('%PDF-1.4 nothing'), 'Could not read PDF'],
    ['cut in half', pdf([['The harbour has 18 berths.']]).slice(0, 200), 'PDF'],
  ])('a file %s is unreadable', async (_what, bytes, reason) => {
    const reading = readDocument('/x/a.pdf', bytes);
    await expect(reading).rejects.toBeInstanceOf(UnreadableDocumentError);
    await expect(reading).rejects.toThrow(reason);
  });
});
