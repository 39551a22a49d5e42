/** Markdown and plain text: headings, paragraphs, lists, pipe tables and code. */
import { alignedTable } from './aligned-tables.ts';
import { splitSentences } from './sentences.ts';
import type { ParsedDocument, Passage, Table } from './types.ts';

interface Heading {
  readonly level: number;
  readonly text: string;
}

/** Bold marks become this private-use character until sentences are split, so that emphasis finds its sentence. */
const BOLD = '\uE000';
const unmarked = (text: string): string => text.replaceAll(BOLD, '');

const bare = (line: string): string =>
  line
    .replaceAll(/\*\*|__(?=\S)|(?<=\S)__/g, BOLD)
    .replaceAll('`', '')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .trim();

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => unmarked(bare(cell)));

/** The first line of a text that has no marks for headings: short, and not a sentence. */
const isTitle = (line: string): boolean =>
  line.length <= 120 && /\p{Lu}/u.test(line) && !/[.!?,;]$/.test(line.trim()) && !/^\s*[-*+•|>{[]/.test(line);

export function parseProse(source: string): ParsedDocument {
  const lines = source.split('\n');
  const reader = new ProseReader(lines);
  for (let index = 0; index < lines.length;) index += reader.read(lines, index);
  reader.endParagraph();
  return reader.result();
}

class ProseReader {
  readonly #passages: Passage[] = [];
  readonly #tables: Table[] = [];
  #headings: Heading[] = [];
  #open: string[] = [];
  #paragraph = 0;
  #title: string | null = null;
  #insideBold = false;
  /** A text that marks its headings needs no guessing. */
  readonly #hasHashes: boolean;

  constructor(lines: readonly string[]) {
    this.#hasHashes = lines.some((line) => /^#{1,6}\s+\S/.test(line));
  }

  /** Takes the construct that begins at `index`; returns how many lines it used. */
  read(lines: readonly string[], index: number): number {
    const line = lines[index] ?? '';
    const next = lines[index + 1] ?? '';
    if (line.trim() === '') return (this.endParagraph(), 1);
    const hashed = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (hashed) return (this.#heading(hashed[1]?.length ?? 1, hashed[2] ?? ''), 1);
    if (/^\s*(?:[-=_*~]\s*){3,}$/.test(line)) return (this.endParagraph(), 1);
    if (/^\s*={3,}\s*$/.test(next)) return (this.#heading(1, line), 2);
    if (/^\s*-{3,}\s*$/.test(next) && !line.includes('|')) return (this.#heading(2, line), 2);
    if (/^\s*(?:```|~~~)/.test(line)) return this.#fence(lines, index);
    const aligned =
      this.#open.length === 0 ? alignedTable(lines, index, this.#headings.at(-1)?.text ?? '') : null;
    if (aligned !== null) {
      this.#tables.push(aligned.table);
      return aligned.used;
    }
    if (this.#title === null && this.#passages.length === 0 && this.#open.length === 0 && isTitle(line))
      return (this.#heading(1, line), 1);
    if (line.includes('|') && /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/.test(next))
      return this.#table(lines, index);
    const item = /^(\s*)(?:[-*+•–]|\(?(?:\d{1,3}|[a-z])[.)])\s+(.*)$/.exec(line);
    if (item && this.#isItem(line)) return this.#item(lines, index, line.trim());
    if (this.#isPlainHeading(lines, index)) return (this.#heading(this.#plainLevel(line), line), 1);
    if (
      /^\s*[\p{L}][^.!?:]{1,48}:\s+\S/u.test(line) &&
      (this.#open.length === 0 || this.#isPair(this.#open.at(-1) ?? ''))
    ) {
      this.endParagraph();
      this.#open.push(bare(line));
      return 1;
    }
    this.#open.push(bare(line.replace(/^\s*>\s?/, '')));
    return 1;
  }

  endParagraph(): void {
    this.#insideBold = false;
    if (this.#open.length === 0) return;
    this.#paragraph += 1;
    for (const text of splitSentences(this.#open.join(' '))) this.#add(text, 'sentence');
    this.#open = [];
  }

  result(): ParsedDocument {
    return { passages: this.#passages, tables: this.#tables, title: this.#title };
  }

  #add(text: string, kind: Passage['kind']): void {
    const clean = unmarked(text).trim();
    const bolds = text.split(BOLD).length - 1;
    // Bold runs on over sentence ends: a sentence inside one carries no mark of its own.
    const emphasis = bolds > 0 || this.#insideBold;
    if (bolds % 2 === 1) this.#insideBold = !this.#insideBold;
    if (!/[\p{L}\p{N}]/u.test(clean)) return;
    this.#passages.push({
      text: clean,
      headings: this.#headings.map((h) => h.text),
      paragraph: this.#paragraph,
      kind,
      ...(emphasis ? { emphasis: true as const } : {}),
    });
  }

  #isPair(line: string): boolean {
    return /^[\p{L}][^.!?:]{1,48}:\s+\S/u.test(line);
  }

  #isItem(line: string): boolean {
    return (
      /^\s*[-*+•–]\s/.test(line) || this.#open.length === 0 || /^\s*\(?(?:\d{1,3}|[a-z])[.)]\s/.test(line)
    );
  }

  /** A short line alone, in capitals or in title case without a full stop, in a text without hashes. */
  #isPlainHeading(lines: readonly string[], index: number): boolean {
    const line = (lines[index] ?? '').replaceAll('*', '').trim();
    if (
      this.#hasHashes ||
      this.#open.length > 0 ||
      line.length > 90 ||
      /[.!?;,]$/.test(line) ||
      !/\p{L}/u.test(line)
    )
      return false;
    const before = (lines[index - 1] ?? '').trim();
    const after = (lines[index + 1] ?? '').trim();
    const capitals = line === line.toUpperCase() && /\p{Lu}{2}/u.test(line);
    if (capitals) return !line.includes('|');
    return (
      before === '' &&
      (after === '' || /^[-*•]\s/.test(after)) &&
      (line.endsWith(':') || !/:\s/.test(line)) &&
      line.split(/\s+/).length <= 12
    );
  }

  #plainLevel(line: string): number {
    if (this.#title === null) return 1;
    return line === line.toUpperCase() ? 2 : 3;
  }

  #heading(level: number, text: string): void {
    this.endParagraph();
    const clean = unmarked(bare(text)).replace(/:$/, '');
    if (clean === '') return;
    this.#title ??= clean;
    this.#headings = [...this.#headings.filter((h) => h.level < level), { level, text: clean }];
  }

  #fence(lines: readonly string[], index: number): number {
    this.endParagraph();
    this.#paragraph += 1;
    let end = index + 1;
    while (end < lines.length && !/^\s*(?:```|~~~)/.test(lines[end] ?? '')) {
      this.#add((lines[end] ?? '').trim(), 'code');
      end += 1;
    }
    return end - index + 1;
  }

  #item(lines: readonly string[], index: number, first: string): number {
    this.endParagraph();
    this.#paragraph += 1;
    const marker = /^(?:[-*+•–]|\(?(?:\d{1,3}|[a-z])[.)])\s+/.exec(first)?.[0] ?? '';
    // A lettered or numbered marker is part of what can be cited; a bullet is not.
    const keep = /[\da-z]/.test(marker) ? first : first.slice(marker.length);
    const parts = [bare(keep)];
    let end = index + 1;
    while (
      end < lines.length &&
      /^\s{2,}\S/.test(lines[end] ?? '') &&
      !/^\s*(?:[-*+•–]|\(?(?:\d{1,3}|[a-z])[.)])\s/.test(lines[end] ?? '')
    ) {
      parts.push(bare(lines[end] ?? ''));
      end += 1;
    }
    for (const text of splitSentences(parts.join(' '))) this.#add(text, 'item');
    return end - index;
  }

  #table(lines: readonly string[], index: number): number {
    this.endParagraph();
    const rows: string[][] = [];
    let end = index + 2;
    while (end < lines.length && (lines[end] ?? '').includes('|')) {
      rows.push(cells(lines[end] ?? ''));
      end += 1;
    }
    const title = this.#headings.at(-1)?.text ?? '';
    this.#tables.push({ title, columns: cells(lines[index] ?? ''), rows });
    return end - index;
  }
}
