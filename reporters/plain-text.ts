/**
 * Text of others (agent, judge, documents, scenario files) made safe to print: no escape sequences, no control
 * or direction-changing characters, a bounded length. Nothing else about it is changed.
 */
import { stripVTControlCharacters } from 'node:util';

/** Controls except tab and newline, lone surrogates, direction marks, and other invisible characters. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cs}\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** Several lines stay several lines. `max` counts characters as a person does. */
export function plainText(text: string, max = 1000): string {
  const clean = stripVTControlCharacters(text.slice(0, max * 20))
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSEEN, '');
  return cap(clean.trim(), max);
}

/** All white space becomes single spaces. */
export function oneLine(text: string, max = 200): string {
  return cap(plainText(text, max * 4).replaceAll(/\s+/g, ' '), max);
}

/** Cut at a whole character, with an ellipsis in place of what is gone. */
export function cap(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = graphemes(text);
  if (characters.length <= max) return text;
  return `${characters
    .slice(0, Math.max(0, max - 1))
    .join('')
    .trimEnd()}…`;
}

/** Columns a terminal gives the text: two for wide characters and emoji, none for combining marks. */
export function width(text: string): number {
  return graphemes(text).reduce((sum, character) => sum + columnsOf(character), 0);
}

/** Cut or padded to exactly `columns`. */
export function fit(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  let kept = text;
  while (width(kept) > columns) kept = cap(kept, graphemes(kept).length - 1);
  const gap = ' '.repeat(Math.max(0, columns - width(kept)));
  return align === 'left' ? kept + gap : gap + kept;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const WIDE =
  /\p{Emoji_Presentation}|\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u;

function columnsOf(character: string): number {
  if (WIDE.test(character)) return 2;
  return /^[\p{Mn}\p{Me}]+$/u.test(character) ? 0 : 1;
}
