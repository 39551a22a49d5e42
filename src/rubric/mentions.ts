/** Does a wording stand in an answer? Whole words, in any script. */
import { bounded, folded, readable } from '../text/normalise.ts';
import { guardOf } from '../text/words.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** In one spelling: the wide letters and digits of East Asian text are those of ASCII, and İ is an i. */
function spelled(text: string): string {
  return folded(text.normalize('NFC').replaceAll(WIDE, (wide) => wide.normalize('NFKC'))).replaceAll(
    'i\u0307',
    'i',
  );
}

const WIDE = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/gu;

/** "14.2M" is a figure and a letter; spaces and punctuation between words do not count. */
function segmentsOf(text: string): string[] {
  const parted = spelled(text)
    .replaceAll(/(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/gu, ' ')
    .replaceAll(/(?<![\p{L}\p{N}])-(?=\p{Sc}?\d)/gu, '\u2212')
    .replaceAll(/[-_]/g, ' ');
  return [...segmenter.segment(parted)]
    .filter(({ segment, isWordLike }) => isWordLike === true || /[\p{Sc}%°+#\u2212]/u.test(segment))
    .map(({ segment }) => segment);
}

let latest: { readonly answer: string; readonly words: readonly string[] } | null = null;

/** One answer is searched for many wordings, one after the other: its words are taken once. */
function wordsOfAnswer(answer: string): readonly string[] {
  if (latest?.answer !== answer) latest = { answer, words: segmentsOf(readable(answer)) };
  return latest.words;
}

export interface Mentions {
  readonly total: number;
  /** With a negation in the six words before. */
  readonly denied: number;
  readonly asserted: number;
  /** The characters stand there, in a script that does not part its words: perhaps within another word. */
  readonly isUnsure: boolean;
}

/** Korean parts its words and adds endings to them. */
const SCRIPTS = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Khmer', 'Lao', 'Mymr', 'Tibt'];
const WITHOUT_SPACES = new RegExp(`[${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');

/** How often the wording stands in the answer. A `*` at its end stands for any ending: "integrat*". */
export function mentionsOf(answer: string, wording: string): Mentions {
  const isPrefix = wording.endsWith('*');
  const sought = isPrefix ? wording.slice(0, -1) : wording;
  const wanted = segmentsOf(sought);
  const said = wordsOfAnswer(answer);
  const stands = spelled(bounded(answer)).includes(spelled(sought));
  if (wanted.length === 0)
    return { total: Number(stands), denied: 0, asserted: Number(stands), isUnsure: false };
  const carriesDenial = wanted.some((word) => guardOf(word) === 'negation');
  let [total, denied] = [0, 0];
  for (let at = 0; at + wanted.length <= said.length; at += 1) {
    const fits = wanted.every((word, offset) => {
      const own = said[at + offset] ?? '';
      return isPrefix && offset === wanted.length - 1 ? own.startsWith(word) : own === word;
    });
    if (!fits) continue;
    total += 1;
    if (!carriesDenial && said.slice(Math.max(0, at - 6), at).some((word) => guardOf(word) === 'negation'))
      denied += 1;
  }
  const isUnsure = total === 0 && stands && WITHOUT_SPACES.test(wording);
  return { total, denied, asserted: total - denied, isUnsure };
}
