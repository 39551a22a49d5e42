/**
 * Text of others (agent, judge, documents, scenario files) made safe to print: no escape sequences, no control
 * or direction-changing characters, no command to a CI runner, a bounded length. Nothing else about it is changed.
 */
import { stripVTControlCharacters } from 'node:util';
import { defuseCommands } from '../src/workflow-commands.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Controls except tab and newline, lone surrogates, direction marks, and other invisible characters. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cs}\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** Several lines stay several lines. `max` is a length in UTF-16 units. */
export function plainText(text: string, max = 1000): string {
  // Cut before cleaning, generously, so that an answer of megabytes costs nothing.
  const clean = stripVTControlCharacters(text.slice(0, max * 20))
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSEEN, '');
  return cap(defuseCommands(clean.trim()), max);
}

/** All white space becomes single spaces. */
export function oneLine(text: string, max = 200): string {
  return cap(plainText(text, max * 4).replaceAll(/\s+/g, ' '), max);
}

/** At most `max` UTF-16 units, cut at a whole character, with an ellipsis in place of what is gone. */
export function cap(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = Math.max(0, max - 1);
  // Segmenting is slow, so only around the cut; no character worth keeping whole is longer than this.
  const start = Math.max(0, end - 64);
  const character = segmenter.segment(text.slice(start, end + 64)).containing(end - start);
  return `${text.slice(0, start + (character?.index ?? end - start)).trimEnd()}…`;
}

/** Columns a terminal gives the text: two for wide characters and emoji, none for combining marks. */
export function width(text: string): number {
  if (ASCII.test(text)) return text.length;
  return graphemes(text).reduce((sum, character) => sum + columnsOf(character), 0);
}

/** Cut or padded to exactly `columns`. */
export function fit(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  if (columns < 1) return '';
  const kept = width(text) <= columns ? text : `${firstColumns(text, columns - 1).trimEnd()}…`;
  const gap = ' '.repeat(columns - width(kept));
  return align === 'left' ? kept + gap : gap + kept;
}

function firstColumns(text: string, columns: number): string {
  let used = 0;
  let kept = '';
  for (const character of graphemes(text)) {
    used += columnsOf(character);
    if (used > columns) break;
    kept += character;
  }
  return kept;
}

/** Broken at spaces into lines of at most `columns`; a word that is wider is cut. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && width(last) + 1 + width(word) <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(fit(word, columns).trimEnd());
  }
  return lines;
}

function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const ASCII = /^[ -~]*$/;
/** Scripts whose characters take two columns: Hangul, Han, Kana, Yi, and their full-width forms. */
const WIDE_SCRIPTS = [
  String.raw`\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF`,
  String.raw`\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}`,
].join('');
const WIDE = new RegExp(String.raw`\p{Emoji_Presentation}|\uFE0F|[${WIDE_SCRIPTS}]`, 'u');

function columnsOf(character: string): number {
  if (WIDE.test(character)) return 2;
  return /^[\p{Mn}\p{Me}]+$/u.test(character) ? 0 : 1;
}
