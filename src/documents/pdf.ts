/** PDF: the text of each page, under the number of the page. Pictures and scans hold none. */
import { getDocumentProxy } from 'unpdf';
import { messageOf } from '../message-of.ts';
import { readProse } from './prose.ts';
import { UnreadableDocumentError, type ParsedDocument } from './types.ts';

const LIMIT_PAGES = 2000;
/** Of all pages together: a small file can unpack to much text. */
const LIMIT_CHARS = 20_000_000;

export async function readPdf(bytes: Uint8Array): Promise<ParsedDocument> {
  const pages = (await readPdfPages(bytes)).map((text, index) => {
    const heading = `Page ${index + 1}`;
    // After an empty line: the first line of a page is seldom a title.
    const { passages, tables } = readProse(`\n${text}`);
    return {
      passages: passages.map((passage) => ({ ...passage, headings: [heading, ...passage.headings] })),
      tables: tables.map((table) => ({ ...table, title: `${heading} ${table.title}`.trim() })),
    };
  });
  const passages = pages.flatMap((page) => page.passages);
  const tables = pages.flatMap((page) => page.tables);
  if (passages.length === 0 && tables.length === 0)
    throw new UnreadableDocumentError('The PDF holds no text, only pictures or empty pages');
  return { title: null, passages, tables };
}

/** The text of each page, headers and footers included. Throws {@link UnreadableDocumentError}. */
export async function readPdfPages(bytes: Uint8Array): Promise<string[]> {
  let pdf: Awaited<ReturnType<typeof getDocumentProxy>> | undefined;
  try {
    // The reader takes the buffer over, so it gets one of its own. Errors are told by us, not by its warnings.
    pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    if (pdf.numPages > LIMIT_PAGES)
      throw new UnreadableDocumentError(`The PDF has more than ${LIMIT_PAGES} pages`);
    const texts: string[] = [];
    let length = 0;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one page in memory at a time
      const text = await pageText(pdf, number);
      length += text.length;
      if (length > LIMIT_CHARS) throw new UnreadableDocumentError('The PDF holds too much text');
      texts.push(text);
    }
    return texts;
  } catch (error) {
    if (error instanceof UnreadableDocumentError) throw error;
    throw new UnreadableDocumentError(`Could not read PDF: ${messageOf(error)}`);
  } finally {
    await pdf?.destroy();
  }
}

async function pageText(pdf: Awaited<ReturnType<typeof getDocumentProxy>>, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const content = await page.getTextContent();
  return content.items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
}
