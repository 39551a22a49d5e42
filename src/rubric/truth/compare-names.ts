/** Plain names: a person, a place, a product. */
import type { Statement } from '../../text/statement.ts';
import { isNeutral, stemOf } from '../../text/words.ts';

const TITLE = /^(?:dr|mr|mrs|ms|prof|sir|dame|st)\.?$/i;
const PARTICLE = /^(?:of|the|de|del|da|di|van|von|der|den|la|le|al|bin|ibn|y|e)$/;

/** The words of an expected answer that is a name and nothing else, folded; null for any other. */
export function expectedName(expected: string): string[] | null {
  const words = expected
    .trim()
    .replace(/[.]$/, '')
    .split(/\s+/)
    .filter((word) => !TITLE.test(word));
  const isName = words.every((word) => /^\p{Lu}[\p{L}\p{M}'’.-]*$/u.test(word) || PARTICLE.test(word));
  if (!isName || words.length === 0 || words.length > 5 || /^(?:yes|no|none)$/i.test(words[0] ?? ''))
    return null;
  return words.map(fold);
}

/** Accents, stops and a plural s apart: "Thursdays" is Thursday. */
function fold(word: string): string {
  return stemOf(word.replaceAll(/[.’]/g, ''));
}

/** Stretches of capitalised words, with what joins them. */
function runs({ tokens }: Statement): string[][] {
  const found: string[][] = [];
  let run: string[] = [];
  const close = (): void => {
    while (PARTICLE.test(run.at(-1) ?? '')) run.pop();
    if (run.length > 0) found.push(run);
    run = [];
  };
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'value') close();
    else if (token.isCapital && !TITLE.test(token.word)) {
      // The first word of a sentence is written with a capital whatever it is.
      if (index > 0 || !isNeutral(token.word)) run.push(token.word);
    } else if (!(run.length > 0 && PARTICLE.test(token.word)) && !TITLE.test(token.word)) close();
    else if (PARTICLE.test(token.word)) run.push(token.word);
  }
  close();
  return found;
}

/** Does the plain statement give the name, another one, or can it not be told? */
export function compareNames(
  name: readonly string[],
  given: Statement,
  asked: ReadonlySet<string>,
): 'right' | 'wrong' | 'unclear' {
  const said = given.words.filter(({ word }) => !TITLE.test(word)).map(({ word }) => fold(word));
  const at = said.findIndex((_word, index) => name.every((part, offset) => said[index + offset] === part));
  const others = runs(given)
    .map((run) => run.map(fold))
    .filter(
      (run) =>
        !name.every((part) => run.includes(part)) &&
        !run.every((part) => asked.has(part) || isAsked(part, asked)),
    );
  const last = given.words.filter(({ word }) => !TITLE.test(word))[at + name.length - 1];
  // "Ines Okafor's deputy" is somebody else.
  if (at !== -1 && /['’]s?$/.test(last?.word ?? '')) return 'unclear';
  if (at !== -1) return others.length === 0 && given.values.length === 0 ? 'right' : 'unclear';
  const [other] = others;
  if (other === undefined || others.length > 1 || given.values.length > 0) return 'unclear';
  // "Harbour Stage" and "Forest Stage", where a stage is asked for: Harbour and Forest tell them apart.
  const [own, theirs] = [name, other].map((parts) => parts.filter((part) => !asked.has(part)));
  if (own === undefined || theirs === undefined || own.length === 0 || theirs.length === 0) return 'unclear';
  if (sharesPart(own, said)) return 'unclear';
  return isAnotherName(own, theirs, given, asked) ? 'wrong' : 'unclear';
}

function isAsked(part: string, asked: ReadonlySet<string>): boolean {
  return [...asked].some((stem) => stem.length >= 3 && part.startsWith(stem));
}

/** A short form, an initial or a longer form of the name may be the same: only the family name tells two apart. */
function sharesPart(name: readonly string[], said: readonly string[]): boolean {
  const family = name.at(-1) ?? '';
  if (name.length >= 2)
    return said.some((word) => word.includes(family) || (family.startsWith(word) && word.length >= 3));
  return said.some(
    (word) =>
      word.length >= 3 && (word.startsWith(family.slice(0, 3)) || family.startsWith(word.slice(0, 3))),
  );
}

/** "NASA" or "Fe" on one side only may be the other side's short form. */
export function isAbbreviated(one: Statement, other: Statement, asked: ReadonlySet<string>): boolean {
  const [has, hasOther] = [one, other].map(({ words }) =>
    words.some(
      ({ word, stem }) =>
        !asked.has(stem) &&
        !isNeutral(word) &&
        !TITLE.test(word) &&
        /^(?:\p{Lu}{2,}|\p{Lu}\p{Ll}?)$/u.test(word),
    ),
  );
  return has !== hasOther;
}

function isAnotherName(
  name: readonly string[],
  other: readonly string[],
  given: Statement,
  asked: ReadonlySet<string>,
): boolean {
  const initials = name.map((part) => part[0]).join('');
  const theirs = other.map((part) => part[0]).join('');
  if (other.join('') === initials || name.join('') === theirs) return false;
  // Nothing but the name, known words and one verb: "The captain is Maria Lund."
  const rest = given.words.filter(({ word }) => !TITLE.test(word) && !other.includes(fold(word)));
  const strange = rest.filter(
    ({ word, stem }) => !isNeutral(word) && !asked.has(stem) && !isAsked(fold(word), asked),
  );
  return strange.length <= 1;
}
