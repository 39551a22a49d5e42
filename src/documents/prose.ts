/** Markdown and plain text: headings, paragraphs, lists, "name: value" lines and tables. */
import { alignedTable } from './aligned-tables.ts';
import { HeadingStack } from './headings.ts';
import { splitSentences } from './sentences.ts';
import type { ParsedDocument, Passage, Table } from './types.ts';

const ITEM = /^\s*(?:[-*+•–]|\(?(?:\d{1,3}|[a-z])[.)])\s+(?=\S)/;
const HASHED = /^(#{1,6})\s+(\S.*?)\s*#*$/;
const PAIR = /^\s*\p{L}[^.!?:]{1,48}:\s+\S/u;
const RULE_OF_TABLE = /^[\s|:-]+$/;
const FENCE = /^\s*(?:```|~~~)/;
/** Longer lines are paragraphs, whatever they begin with. */
const LIMIT_HEADING = 300;

/** Without the marks of Markdown: bold, code and links are plain words. */
const bare = (line: string): string =>
  line
    .replaceAll(/\*\*|__(?=\S)|(?<=\S)__|`/g, '')
    .replaceAll(/\[([^[\]]+)\]\([^()]*\)/g, '$1')
    .trim();

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map(bare);

export function readProse(source: string): ParsedDocument {
  const reader = new ProseReader(source.split('\n'));
  return reader.result();
}

class ProseReader {
  readonly #lines: readonly string[];
  readonly #passages: Passage[] = [];
  readonly #tables: Table[] = [];
  readonly #headings = new HeadingStack();
  /** A text that marks its headings needs no guessing. */
  readonly #hasHashes: boolean;
  /** Lines of the paragraph being read. */
  #open: string[] = [];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#hasHashes = lines.some((line) => /^#{1,6}\s+\S/.test(line));
    for (let index = 0; index < lines.length;) index += this.#read(index);
    this.#endParagraph();
  }

  result(): ParsedDocument {
    return { title: this.#headings.title, passages: this.#passages, tables: this.#tables };
  }

  #line(index: number): string {
    return this.#lines[index] ?? '';
  }

  /** Takes what begins at `index`; returns how many lines it used. */
  #read(index: number): number {
    const line = this.#line(index);
    const hashed = line.length > LIMIT_HEADING ? null : HASHED.exec(line);
    const isRule = line.trim().length >= 3 && /^[-=_*~\s]+$/.test(line);
    if (line.trim() === '' || isRule || hashed !== null) this.#endParagraph();
    if (hashed !== null) this.#headings.add(hashed[1]?.length ?? 1, bare(hashed[2] ?? ''));
    if (line.trim() === '' || isRule || hashed !== null) return 1;
    if (FENCE.test(line)) return this.#fence(index);
    const table = this.#pipeTable(index) ?? this.#alignedTable(index);
    if (table !== null) return table;
    if (this.#isPlainHeading(index)) {
      this.#headings.add(this.#plainLevel(index), bare(line).replace(/:$/, ''));
      return 1;
    }
    if (ITEM.test(line) || (PAIR.test(line) && PAIR.test(this.#open[0] ?? line))) this.#endParagraph();
    this.#open.push(line);
    return 1;
  }

  #endParagraph(): void {
    const [first = '', ...rest] = this.#open;
    this.#open = [];
    // A letter or number before an item can be cited; a bullet cannot.
    const opening = first.replace(/^\s*(?:[-*+•–>]\s+)/, '');
    this.#add(splitSentences([opening, ...rest].map(bare).join(' ')));
  }

  #add(texts: readonly string[]): void {
    const headings = this.#headings.texts;
    for (const text of texts) if (/[\p{L}\p{N}]/u.test(text)) this.#passages.push({ text, headings });
  }

  /** Code lines, each a passage. */
  #fence(index: number): number {
    this.#endParagraph();
    let end = index + 1;
    while (end < this.#lines.length && !FENCE.test(this.#line(end))) end += 1;
    this.#add(this.#lines.slice(index + 1, end).map((line) => line.trim()));
    return end - index + 1;
  }

  #pipeTable(index: number): number | null {
    const rule = this.#line(index + 1);
    if (
      !this.#line(index).includes('|') ||
      !rule.includes('|') ||
      !rule.includes('-') ||
      !RULE_OF_TABLE.test(rule)
    )
      return null;
    let end = index + 2;
    while (this.#line(end).includes('|')) end += 1;
    this.#addTable({
      title: this.#headings.texts.at(-1) ?? '',
      columns: cellsOf(this.#line(index)),
      rows: this.#lines.slice(index + 2, end).map(cellsOf),
    });
    return end - index;
  }

  #alignedTable(index: number): number | null {
    if (this.#open.length > 0 || ITEM.test(this.#line(index))) return null;
    const aligned = alignedTable(this.#lines, index, this.#headings.texts.at(-1) ?? '');
    if (aligned !== null) this.#addTable(aligned.table);
    return aligned?.used ?? null;
  }

  #addTable(table: Table): void {
    this.#endParagraph();
    this.#tables.push(table);
  }

  /** Underlined, or a short line on its own that is no sentence, in a text that marks no headings. */
  #isPlainHeading(index: number): boolean {
    const line = this.#line(index).trim();
    if (this.#open.length > 0 || ITEM.test(line)) return false;
    if (line.length <= LIMIT_HEADING && this.#isUnderlined(index)) return true;
    if (this.#hasHashes || line.length > 90 || /[.!?;,](?:\s|$)/.test(line) || !/\p{Lu}/u.test(line))
      return false;
    const isAlone = this.#line(index - 1).trim() === '' && this.#line(index + 1).trim() === '';
    return line === line.toUpperCase() || index === 0 || (isAlone && !PAIR.test(line));
  }

  #isUnderlined(index: number): boolean {
    return /^\s*(?:={3,}|-{3,})\s*$/.test(this.#line(index + 1));
  }

  #plainLevel(index: number): number {
    if (this.#headings.title === null) return 1;
    const line = this.#line(index);
    return line === line.toUpperCase() || this.#isUnderlined(index) ? 2 : 3;
  }
}
