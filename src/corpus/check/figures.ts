/** Words and numbers as they are looked for in a document. Pure. */

/**
 * A word is found at the beginning of longer ones as well: "employee" in "employees", but not "fine" in "defined". A
 * figure is not found in a longer one: "5 m" not in "1.5 m".
 */
export function startOf(word: string): RegExp {
  return new RegExp(begin(word), 'iu');
}

/** The words and nothing longer: "4.4" neither in "14.4" nor in "4.41", "Group A" not in "Group AB". */
export function wholeOf(words: string): RegExp {
  return new RegExp(begin(words) + end(words), 'iu');
}

// A point or a comma continues a figure, but not a word: a row of a CSV file has "2025-01-02,Smith,12".

function begin(word: string): string {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  if (/^\p{N}/u.test(word)) return String.raw`(?<![\p{L}\p{N}]|\d[.,])${escaped}`;
  return /^\p{L}/u.test(word) ? String.raw`(?<![\p{L}\p{N}])${escaped}` : escaped;
}

function end(word: string): string {
  if (/\p{N}$/u.test(word)) return String.raw`(?![\p{L}\p{N}]|[.,]\d)`;
  return /\p{L}$/u.test(word) ? String.raw`(?![\p{L}\p{N}])` : '';
}

/** The numbers of a text. What hangs on letters, as in Q3 or FY2024, is a name. */
export function figures(text: string): number[] {
  const plain = text.replaceAll(/(\d),(?=\d{3}\b)/g, '$1').replaceAll('−', '-');
  return [...plain.matchAll(/(?<![\p{L}\d.])\d+(?:\.\d+)?/gu)].map(([figure]) => Number(figure));
}
