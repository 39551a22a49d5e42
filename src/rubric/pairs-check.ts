/** The check `pairs`: every thing has what belongs to it, and not what belongs to another. */
import { folded, readable } from '../text/normalise.ts';
import { sentencesOf } from '../text/sentences.ts';
import { prepareForValues, readValues } from '../text/values.ts';
import { guardOf, wordsIn } from '../text/words.ts';
import type { Finding } from './finding.ts';

type Names = string | readonly string[];
export interface Pair {
  readonly of: Names;
  readonly is: number | readonly number[] | Names;
}

interface Place {
  readonly start: number;
  readonly end: number;
}
/** A thing or something that belongs to one, where it stands in a text. */
interface Token extends Place {
  readonly kind: 'thing' | 'own';
  readonly pair: number;
  /** Which of the thing's numbers. */
  readonly slot: number;
}
interface Bond {
  readonly thing: number;
  readonly own: number;
  readonly slot: number;
  /** The thing has this value alone in its part of the sentence. */
  readonly isClose: boolean;
}

/** What parts a sentence into statements of their own. */
const PARTS = /[,;]\s|\s(?:and|while|whereas|but|vs\.?|versus|against)\s|\s[|/]\s/giu;

/**
 * Read are plain forms only: a part of a sentence with one thing and its values, things and values that alternate, and
 * "A and B: 1 and 2" when it is in order. Fails when a thing plainly has another's value.
 */
export function checkPairs(pairs: readonly Pair[], answer: string): Finding {
  const hasNumbers = pairs.some(({ is }) => typeof [is].flat()[0] === 'number');
  const text = hasNumbers ? prepareForValues(readable(answer)) : readable(answer);
  const bonds: Bond[] = [];
  let open: string | null = null;
  let spokenOf: string | null = null;
  for (const each of sentencesOf(text)) {
    // "Users prefer ProFlow. It is rated 4.7": the only thing of the sentence before.
    const sentence = spokenOf === null ? each : each.replace(/^It\b/, spokenOf);
    spokenOf = onlyThing(sentence, pairs);
    const tokens = tokensOf(sentence, pairs);
    if (!tokens.some(({ kind }) => kind === 'own')) continue;
    const read = readParts(sentence, pairs) ?? readAlternation(sentence, tokens);
    if (read === null) open ??= sentence;
    else bonds.push(...read);
  }
  const label = (index: number): string => [pairs[index]?.of ?? ''].flat()[0] ?? '';
  const wrong = bonds.find((bond) => isWrong(bond, bonds));
  if (wrong !== undefined)
    return { outcome: 'fail', evidence: `gives ${label(wrong.thing)} what belongs to ${label(wrong.own)}` };
  const unsure = bonds.find(({ thing, own }) => thing !== own);
  if (unsure !== undefined)
    return { outcome: 'undecided', evidence: `may give ${label(unsure.thing)} what belongs to another` };
  if (open === null || bonds.length > 0 || isInOrder(tokensOf(text, pairs)))
    return {
      outcome: 'pass',
      evidence: open === null && bonds.length === 0 ? 'pairs nothing' : 'pairs are right',
    };
  return { outcome: 'undecided', evidence: `what belongs to what cannot be told: ${open.slice(0, 80)}` };
}

/** The name of the one thing that a sentence speaks of; null for none and for several. */
function onlyThing(sentence: string, pairs: readonly Pair[]): string | null {
  const things = tokensOf(sentence, pairs).filter(({ kind }) => kind === 'thing');
  const [first] = things;
  const isOne = first !== undefined && things.every(({ pair }) => pair === first.pair);
  return isOne ? sentence.slice(first.start, first.end) : null;
}

/** Certain when it stands alone and is not put right elsewhere, or when the two are swapped. */
function isWrong(bond: Bond, bonds: readonly Bond[]): boolean {
  if (bond.thing === bond.own) return false;
  const same = bonds.filter(({ thing, slot }) => thing === bond.thing && slot === bond.slot);
  if (same.some(({ thing, own }) => thing === own)) return false;
  const isSwapped = bonds.some(
    ({ thing, own, slot }) => thing === bond.own && own === bond.thing && slot === bond.slot,
  );
  return bond.isClose || isSwapped;
}

function tokensOf(text: string, pairs: readonly Pair[]): Token[] {
  const values = readValues(text).filter((value) => value.kind === 'quantity');
  const found = pairs.flatMap(({ of, is }, pair): Token[] => {
    const things = placesOf(text, of).map((place) => ({ kind: 'thing' as const, pair, slot: 0, ...place }));
    const numbers = [is].flat().filter((each) => typeof each === 'number');
    const wordings = [is].flat().filter((each) => typeof each === 'string');
    const own = [
      ...numbers.flatMap((number, slot) =>
        values
          .filter(({ readings, to }) => to === null && readings[0] === number)
          .map(({ start, end }) => ({ slot, start, end })),
      ),
      ...placesOf(text, wordings).map((place) => ({ slot: 0, ...place })),
    ];
    return [...things, ...own.map((place) => ({ kind: 'own' as const, pair, ...place }))];
  });
  const sorted = found.toSorted((a, b) => a.start - b.start);
  return sorted.filter((token, index) => {
    const last = sorted[index - 1];
    return last?.kind !== token.kind || last.pair !== token.pair || last.slot !== token.slot;
  });
}

function placesOf(text: string, names: Names): Place[] {
  return [names].flat().flatMap((name) => {
    const words = folded(name)
      .replace(/\*$/, '')
      .split(/[\s_-]+/);
    const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s_-]+');
    const ending = name.endsWith('*') ? '[\\p{L}\\p{N}]*' : '';
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}${ending}(?![\\p{L}\\p{N}])`, 'giu');
    return [...text.matchAll(pattern)].map((found) => ({
      start: found.index,
      end: found.index + found[0].length,
    }));
  });
}

const bondOf = (thing: Token, { pair, slot }: Token, isClose: boolean): Bond => ({
  thing: thing.pair,
  own: pair,
  slot,
  isClose,
});

/** Every part that holds any token holds one thing and one value, and nothing that could part them. */
function readParts(sentence: string, pairs: readonly Pair[]): Bond[] | null {
  const parts = sentence
    .split(PARTS)
    .map((part) => ({ part, tokens: tokensOf(part, pairs) }))
    .filter(({ tokens }) => tokens.length > 0);
  const bonds = parts.flatMap(({ part, tokens }): (Bond | null)[] => {
    const [one, other] = tokens;
    if (one === undefined || other === undefined || tokens.length > 2 || one.kind === other.kind)
      return [null];
    if (hasGuard(part, tokens)) return [null];
    return [one.kind === 'thing' ? bondOf(one, other, true) : bondOf(other, one, true)];
  });
  return bonds.includes(null) ? null : bonds.filter((bond) => bond !== null);
}

/** Things, each followed by its values ("ProFlow (4.7) beats StreamLine (4.2)"), or each behind one of them. */
function readAlternation(sentence: string, all: readonly Token[]): Bond[] | null {
  const isBehind = all[0]?.kind === 'own';
  if (isBehind && all.some(({ kind }, index) => kind !== (index % 2 === 0 ? 'own' : 'thing'))) return null;
  if (isBehind && all.at(-1)?.kind !== 'thing') return null;
  // "… so ProFlow is the better one": a last thing without a value.
  const tokens = isBehind ? all : all.slice(0, 1 + all.findLastIndex(({ kind }) => kind === 'own'));
  const bonds: Bond[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'thing') continue;
    const next = tokens.findIndex(({ kind }, place) => place > index && kind === 'thing');
    const own = isBehind
      ? tokens.slice(index - 1, index)
      : tokens.slice(index + 1, next < 0 ? undefined : next);
    const slots = own.map(({ slot }) => slot);
    if (own.length === 0 || new Set(slots).size < slots.length) return null;
    const from = Math.min(token.start, own[0]?.start ?? token.start);
    const span = sentence.slice(from, Math.max(token.end, own.at(-1)?.end ?? token.end));
    // "StreamLine is cheaper, but has 10": a contrast moves no value that is the thing's own.
    const areOwn = own.every(({ pair }) => pair === token.pair);
    if (hasGuard(span, [], areOwn)) return null;
    const isClose = own.length === 1 && tokens.length === all.length && !/[,;]/.test(span);
    bonds.push(...own.map((each) => bondOf(token, each, isClose)));
  }
  return bonds;
}

/** A word that denies, doubts or compares, outside of the names themselves. */
function hasGuard(text: string, tokens: readonly Token[], mayContrast = false): boolean {
  return wordsIn(text).some(({ word, start }) => {
    const guard = guardOf(word);
    if (guard === null || (mayContrast && guard === 'contrast')) return false;
    return !tokens.some((token) => token.start <= start && start < token.end);
  });
}

/** Each thing once and each value once, in the same order; the last thing may go without its name. */
function isInOrder(tokens: readonly Token[]): boolean {
  const order = (kind: Token['kind']): number[] =>
    tokens.filter((token) => token.kind === kind).map(({ pair }) => pair);
  const [things, own] = [order('thing'), order('own')];
  const areOnce = [things, own].every((list) => new Set(list).size === list.length);
  const isNamed = things.length === own.length || (things.length === 1 && own.length === 2);
  return (
    (areOnce && isNamed && own.length > 1 && things.every((thing, index) => thing === own[index])) ||
    isInOrderBySlot(tokens)
  );
}

/** "ProFlow: 4.7 vs 4.2, 25 vs 10 integrations": the named thing's value before the other's, each time. */
function isInOrderBySlot(tokens: readonly Token[]): boolean {
  const [thing, ...others] = tokens.filter(({ kind }) => kind === 'thing');
  const own = tokens.filter(({ kind }) => kind === 'own');
  if (thing === undefined || others.length > 0 || own.length < 4 || own.length % 2 > 0) return false;
  return own.every(({ pair, slot }, index) => {
    const isFirst = index % 2 === 0;
    return (pair === thing.pair) === isFirst && (isFirst || slot === own[index - 1]?.slot);
  });
}
