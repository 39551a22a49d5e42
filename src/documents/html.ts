/** HTML and XML pages: headings, paragraphs, list items and tables; scripts and styles are left out. */
import { HeadingStack, shortName } from './headings.ts';
import { scanMarkup, type MarkupHandler } from './markup.ts';
import { splitSentences } from './sentences.ts';
import type { ParsedDocument, Passage, Table } from './types.ts';

const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'head', 'svg']);
const INLINE = new Set(
  (
    'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time tt ' +
    'u var'
  ).split(' '),
);

export function readHtml(source: string): ParsedDocument {
  const reader = new HtmlReader();
  scanMarkup(source, reader);
  return reader.result();
}

class HtmlReader implements MarkupHandler {
  readonly #passages: Passage[] = [];
  readonly #tables: Table[] = [];
  readonly #headings = new HeadingStack();
  #text = '';
  /** How many skipped elements are open. */
  #skipping = 0;
  #caption = '';
  /** The rows of the table being read; null outside of one. */
  #rows: string[][] | null = null;

  open(name: string): void {
    if (SKIPPED.has(name)) this.#skipping += 1;
    if (INLINE.has(name)) return;
    if (name === 'br') this.#text += ' ';
    else if (this.#rows === null) this.#flush();
    else if (name === 'td' || name === 'th' || name === 'caption') this.#text = '';
    if (name === 'table') this.#rows ??= [];
    if (name === 'tr') this.#rows?.push([]);
  }

  text(text: string): void {
    if (this.#skipping === 0) this.#text += text;
  }

  close(name: string): void {
    if (SKIPPED.has(name)) this.#skipping -= 1;
    if (INLINE.has(name) || name === 'br') return;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (this.#rows !== null) this.#closeInTable(name, this.#rows);
    else if (level === undefined) this.#flush();
    else this.#headings.add(Number(level), this.#taken());
  }

  result(): ParsedDocument {
    if (this.#rows !== null) this.#endTable(this.#rows);
    this.#flush();
    return { title: this.#headings.title, passages: this.#passages, tables: this.#tables };
  }

  #closeInTable(name: string, rows: readonly string[][]): void {
    if (name === 'td' || name === 'th') rows.at(-1)?.push(this.#taken());
    else if (name === 'caption') this.#caption = shortName(this.#taken());
    else if (name === 'table') this.#endTable(rows);
  }

  #endTable(rows: readonly string[][]): void {
    const [columns, ...rest] = rows.filter((row) => row.length > 0);
    const title = this.#caption === '' ? (this.#headings.texts.at(-1) ?? '') : this.#caption;
    if (columns !== undefined) this.#tables.push({ title, columns, rows: rest });
    this.#rows = null;
    this.#caption = '';
  }

  #taken(): string {
    const text = this.#text.replaceAll(/\s+/g, ' ').trim();
    this.#text = '';
    return text;
  }

  #flush(): void {
    const text = this.#taken();
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    const headings = this.#headings.texts;
    for (const sentence of splitSentences(text)) this.#passages.push({ text: sentence, headings });
  }
}
