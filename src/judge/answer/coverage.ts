/** Which entries of a reference an answer holds in their own words. Three-valued: a paraphrase is not told by rule. Pure. */
import { nameOf } from '../../corpus/case-truth.ts';
import { mentionsOf } from '../../rubric/mentions.ts';
import { matchValues } from '../../rubric/truth/match-values.ts';
import { readable } from '../../text/normalise.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { prepareForValues, readValues, type Value } from '../../text/values.ts';
import { guardOf, isFunctionWord, stemOf, stemsOf, wordsIn } from '../../text/words.ts';

export type Held = 'held' | 'missing' | 'unclear';

/** How many of the entries are surely there, surely not, and neither. */
export interface Coverage {
  readonly of: number;
  readonly held: number;
  readonly missing: number;
}

/** Share of an entry's words that one line must have, besides its figures and names, to hold the entry. */
const ENOUGH = 0.8;
/** Readers of text look at so many characters; what stands behind them is not known to be missing. */
const READ_CHARACTERS = 8_000;

export function coverageOf(entries: readonly string[], holds: (entry: string) => Held): Coverage {
  const found = entries.map(holds);
  return {
    of: entries.length,
    held: found.filter((each) => each === 'held').length,
    missing: found.filter((each) => each === 'missing').length,
  };
}

/** A person by full name; by a part of the name, or denied, it cannot be told. */
export function holdsPerson(entry: string, text: string): Held {
  const name = nameOf(entry);
  const full = mentionsOf(text, name);
  if (full.asserted > 0) return 'held';
  if (full.total > 0 || full.isUnsure || text.length > READ_CHARACTERS) return 'unclear';
  const parts = name.split(' ').filter((part) => part.length >= 3);
  return parts.some((part) => mentionsOf(text, part).total > 0) ? 'unclear' : 'missing';
}

/** A decision or a task: one line has all its figures and names, and nearly all its words; nothing is denied on one side. */
export function holdsEntry(entry: string, text: string): Held {
  const wanted = readEntry(entry);
  const lines = linesOf(text).map(readEntry);
  if (lines.some((line) => isHeld(wanted, line))) return 'held';
  // What has neither name nor figure can be said in words that share nothing with it.
  const isSpecific = wanted.names.size > 0 || wanted.values.length > 0;
  if (!isSpecific || text.length > READ_CHARACTERS) return 'unclear';
  const said = new Set(lines.flatMap(({ stems }) => [...stems]));
  const sharesWord = [...wanted.stems].some((stem) => said.has(stem));
  const sharesValue = wanted.values.some((value) => lines.some((line) => hasValue(line, value)));
  return sharesWord || sharesValue ? 'unclear' : 'missing';
}

/** Figures, dates and times of a text, each once. */
export function valuesOf(text: string): readonly Value[] {
  const all = readValues(prepareForValues(readable(text)));
  return all.filter((value, index) => !all.slice(0, index).some((earlier) => isSame(earlier, value)));
}

/** `held` only where the same value stands; another one that may be meant for it leaves it open. */
export function holdsValue(wanted: Value, text: string): Held {
  const verdicts = readValues(prepareForValues(readable(text))).map(
    (value) => matchValues(wanted, value, SURE).verdict,
  );
  if (verdicts.includes('same')) return 'held';
  return verdicts.includes('unclear') || text.length > READ_CHARACTERS ? 'unclear' : 'missing';
}

interface Entry {
  readonly stems: ReadonlySet<string>;
  /** Stems of words that are capitalised within the line: names, mostly. */
  readonly names: ReadonlySet<string>;
  readonly values: readonly Value[];
  readonly denies: boolean;
}

const SURE = { asked: new Set<string>(), isEnglish: true } as const;

function linesOf(text: string): string[] {
  return readable(text)
    .split('\n')
    .flatMap((line) => [line, ...sentencesOf(line)])
    .filter((line) => line.trim() !== '');
}

function readEntry(line: string): Entry {
  const words = wordsIn(readable(line));
  const names = words
    .slice(1)
    .filter(({ word }) => /^\p{Lu}/u.test(word) && !isFunctionWord(word))
    .map(({ word }) => stemOf(word));
  return {
    stems: stemsOf(line),
    names: new Set(names),
    values: valuesOf(line),
    denies: words.some(({ word }) => guardOf(word) === 'negation'),
  };
}

function isHeld(wanted: Entry, line: Entry): boolean {
  if (wanted.denies !== line.denies) return false;
  if (!wanted.values.every((value) => hasValue(line, value))) return false;
  if (![...wanted.names].every((name) => line.stems.has(name))) return false;
  const shared = [...wanted.stems].filter((stem) => line.stems.has(stem)).length;
  return wanted.stems.size > 0 && shared >= ENOUGH * wanted.stems.size;
}

const hasValue = (line: Entry, wanted: Value): boolean => line.values.some((value) => isSame(wanted, value));

function isSame(one: Value, other: Value): boolean {
  return matchValues(one, other, SURE).verdict === 'same';
}
