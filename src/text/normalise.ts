/** One spelling for what answers write in many: spaces, quotes, dashes, Markdown, emoji. */

const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/\r\n?/g, '\n'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/\u200b|\u200c|\u200d|\ufe0f|\u00ad|\u2060/g, ''],
  [/[\u2018\u2019\u201b\u2032\u00b4]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033]/g, '"'],
  [/[\u2010\u2011]/g, '-'],
  [/[\u2012\u2013\u2014\u2015]/g, '\u2013'],
  [/[\u2212\ufe63\uff0d]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u2248\u223c]/g, '~'],
  [/(\d)\u00bd/g, '$1.5'],
  [/(\d)\u00bc/g, '$1.25'],
  [/(\d)\u00be/g, '$1.75'],
  [/\u00bd/g, '0.5'],
  [/\u00bc/g, '0.25'],
  [/\u00be/g, '0.75'],
];

/** The same words with one kind of space, quote and dash. */
export function sameTypography(text: string): string {
  let result = text.normalize('NFC');
  for (const [pattern, replacement] of REPLACEMENTS) result = result.replace(pattern, replacement);
  return result;
}

/** Characters that are read of one answer: what comes later answers no question of a benchmark, and may be endless. */
const MAX_READ = 8_000;

/** Cut to a size that every pattern reads in time: no endless words, blank lines or spaces of any kind. */
export function bounded(text: string): string {
  return text
    .slice(0, 4 * MAX_READ)
    .replace(CONTROL_SEQUENCES, '')
    .replace(LINE_BREAKS, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(?: ?\n){3,}/g, '\n\n')
    .replace(/\S{160,}/g, (word) => word.slice(0, 160))
    .slice(0, MAX_READ);
}

/** Colours, links and titles of a terminal, and other characters that nobody sees. */
const CONTROL_SEQUENCES = new RegExp(
  [
    String.raw`\u001b\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)`,
    String.raw`\u001b\[[0-9;?]{0,40}[ -/]{0,4}[@-~]`,
    String.raw`[\u0000-\u0008\u000e-\u001f\u007f]`,
  ].join('|'),
  'g',
);
/** Line breaks by other names. */
const LINE_BREAKS = new RegExp(String.raw`\r\n?|[\u000b\u000c\u0085\u2028\u2029]`, 'g');

/** "|---|:--:|" under the head of a table, and rules across the page. */
function isRule(line: string): boolean {
  const marks = line.replaceAll(/[\s|:]/g, '');
  return marks.length >= (line.includes('|') ? 1 : 3) && /^(?:-+|=+|\*+|_+)$/.test(marks);
}

/** The words a reader sees: no Markdown, no HTML tags, no emoji. Line breaks stay, since they end sentences. */
export function readable(text: string): string {
  return sameTypography(bounded(text))
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, (tag) =>
      /^<[a-z]+>$/i.test(tag) && !HTML_TAG.test(tag) ? tag : ' ',
    )
    .replace(/!?\[([^\]\n]{0,300})\]\((?:[^()\s]{1,500})\)/g, '$1')
    .split('\n')
    .filter((line) => !isRule(line))
    .join('\n')
    .replace(/^[ \t]*\|(.*)\|[ \t]*$/gm, (_line, cells: string) =>
      cells
        .split('|')
        .map((cell) => cell.trim())
        .join(' | '),
    )
    .replace(/```[a-z]*\n?/gi, '\n')
    .replace(/^\s{0,3}#{1,6}\s+(.*)$/gm, '$1.')
    .replace(/^[ \t]*>\s?/gm, '')
    .replace(/^[ \t]*[-*•+–]\s+/gm, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/(^|[\s("'])[*_]([^*_\n]{1,200})[*_](?=$|[\s)"'.,;:!?])/gm, '$1$2')
    .replace(/\p{Extended_Pictographic}(?:\p{Emoji_Modifier})?/gu, ' ')
    .replace(/\$\\?(?:times|approx)\$/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

const HTML_TAG =
  /^<\/?(?:b|i|u|em|strong|p|br|div|span|table|tr|td|th|ul|ol|li|a|code|pre|h[1-6]|sup|sub|hr)\b/i;

/** For comparing wordings: lower case, single spaces, typography aside. */
export function folded(text: string): string {
  return sameTypography(text)
    .toLowerCase()
    .replace(/\u2013/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}
