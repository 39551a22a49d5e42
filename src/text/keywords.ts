/** The words of a text that carry its content, by stem, and everyday synonyms that count as the same word. */
import { idiomWords } from './idioms.ts';
import { folded } from './normalise.ts';
import { SYNONYMS } from './synonyms.ts';

const STOP = new Set(
  (
    'a an the and or but nor of to in on at by for from with without as is are was were be been being am do does did done has have had having ' +
    'it its this that these those there here they them their he she his her you your we our i me my us who whom whose which what when where why how ' +
    'if then than so not no yes only also too very just both either neither all any each every some such other another same own more most less least much many few ' +
    'can could may might must shall should will would up down over under about into onto out off per via between among through during before after above below ' +
    'again further once while because until against however still even ever never now please tell say said says give given gives let get gets got go goes ' +
    'one two first last year years quarter quarterly yearly annual total average figure figures number amount value percent per cent percentage point points ' +
    'came require requires required need needs must come comes driven drive report document file according based name named called include includes including incl also set use used using ' +
    'january february march april june july august september october november december fy q1 q2 q3 q4 week ending month months day days hour hours'
  ).split(' '),
);

/** Posts that approve things: which of them it is decides whether an answer is right. */
export const ROLES: readonly string[] = ['manager', 'VP', 'CEO', 'CFO', 'HR', 'director', 'board'];

/** Suffixes cut off to compare words; a plain cut is enough, since both sides are cut the same way. */
export function stem(word: string): string {
  let result = word.toLowerCase().replace(/'s$|s'$|'/g, '');
  for (const suffix of [
    'isation',
    'ization',
    'ations',
    'ation',
    'ements',
    'ement',
    'ments',
    'ment',
    'ings',
    'ing',
    'ities',
    'ity',
    'ions',
    'ion',
    'ally',
    'ies',
    'ied',
    'als',
    'al',
    'ed',
    'es',
    'ly',
    'er',
    'ers',
    's',
    'e',
    'y',
  ]) {
    if (result.length - suffix.length >= 4 && result.endsWith(suffix)) {
      result = result.slice(0, -suffix.length);
      break;
    }
  }
  if (result.length === 4 && /[^s]s$/.test(result)) result = result.slice(0, -1);
  return result.length > 4 && /([b-df-hj-np-tv-z])\1$/.test(result) ? result.slice(0, -1) : result;
}

const CANONICAL = new Map<string, string[]>();
for (const group of SYNONYMS) {
  const head = stem(group[0] ?? '');
  for (const word of group) {
    const key = stem(word);
    CANONICAL.set(key, [...(CANONICAL.get(key) ?? [key]), head]);
  }
}

/** All stems a word stands for. */
function meanings(word: string): readonly string[] {
  const key = stem(word);
  return CANONICAL.get(key) ?? [key];
}

function tokens(text: string): string[] {
  return (folded(text).match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? []).flatMap((word) =>
    word.includes('-') ? [word, ...word.split('-').filter((part) => part !== '')] : [word],
  );
}

/** Stems of the content words, without numbers. */
export function contentWords(text: string): Set<string> {
  const result = new Set<string>();
  for (const token of folded(text).match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? []) {
    if (STOP.has(token.replace(/'s$/, '')) || !/\p{L}{2,}/u.test(token) || /\d/.test(token)) continue;
    result.add(stem(token.replace(/-/g, '')));
  }
  return result;
}

/** Content words, those of hyphened words, and the periods: what tells one thing of a text from another. */
export function contextWords(text: string): Set<string> {
  const result = contentWords(text.replace(/[-–]/g, ' '));
  for (const [word, pattern] of PERIOD_WORDS) if (pattern.test(text)) result.add(word);
  return result;
}

/** Periods as words of a context, with their spellings. */
export const PERIOD_WORDS: readonly (readonly [string, RegExp])[] = [
  ['q1', /\bq1\b|\bfirst[- ]quarter\b/i],
  ['q2', /\bq2\b|\bsecond[- ]quarter\b/i],
  ['q3', /\bq3\b|\bthird[- ]quarter\b/i],
  ['q4', /\bq4\b|\b(?:fourth|last|final)[- ]quarter\b/i],
  [
    'fy',
    /\bfy\s?\d*\b|\bfiscal(?: year)?\b|\bfull[- ]year\b|\b(?:for|over|in) the (?:whole |full )?year\b|\bannual\b/i,
  ],
];

/** Every stem that a text mentions, synonyms included. */
export function vocabulary(text: string): Set<string> {
  const result = new Set<string>();
  for (const token of tokens(text)) {
    for (const meaning of meanings(token)) result.add(meaning);
    for (const meaning of meanings(token.replace(/-/g, ''))) result.add(meaning);
  }
  // "vice president", "line manager": a pair of words can be one.
  for (const word of idiomWords(text)) for (const meaning of meanings(word)) result.add(meaning);
  const plain = tokens(text);
  for (let index = 1; index < plain.length; index += 1) {
    for (const meaning of meanings(`${plain[index - 1] ?? ''}${plain[index] ?? ''}`)) result.add(meaning);
  }
  return result;
}

/** Does the vocabulary hold this stem, or a synonym of it, or a longer word of the same beginning? */
export function knows(known: ReadonlySet<string>, wanted: string): boolean {
  const heads = CANONICAL.get(wanted) ?? [wanted];
  if (heads.some((head) => known.has(head))) return true;
  if (wanted.length < 5) return false;
  for (const word of known) {
    if (
      word.length >= 5 &&
      (word.startsWith(wanted) || wanted.startsWith(word)) &&
      Math.abs(word.length - wanted.length) <= 4
    )
      return true;
  }
  return false;
}
