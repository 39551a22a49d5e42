/** The text of a document for a reader who wants all of it, as it stands. */
import path from 'node:path';
import { decodeText } from './decode.ts';

/** Pages of a PDF and sheets of a workbook stand under each other; other files are their own text. Throws for what is none. */
export async function readDocumentText(name: string, bytes: Uint8Array): Promise<string> {
  switch (path.extname(name).toLowerCase()) {
    case '.pdf': {
      const { readPdfPages } = await import('./pdf.ts');
      return (await readPdfPages(bytes)).join('\n\n');
    }
    case '.xlsx': {
      const { readWorkbook } = await import('./workbook.ts');
      return readWorkbook(bytes)
        .map((sheet) => sheet.rows.map((row) => row.join('\t')).join('\n'))
        .join('\n\n');
    }
    default:
      return decodeText(bytes);
  }
}
