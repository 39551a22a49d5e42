/** The closed classes of English words by which a sentence asserts, denies, doubts or compares; and word stems. */
import { stemmer } from 'stemmer';

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));

/** Words that carry no matter of their own. */
const FUNCTION_WORDS = set(`
  a an the this that these those there here it its it's they them their he she his her we our us you your i my me
  is are was were be been being am has have had having do does did done will shall can of in on at by for from to
  into onto with within as and then so such that's there's which who whom whose what when where how why
  per via since until till upon about over under up down out off through during between among all any each every
  also just exactly precisely right yes please only too very ok okay well sure certainly indeed o'clock
`);

/** Verbs that say no more than "is" or "has" does. */
const PLAIN_VERBS = set(`
  get gets getting got give gives given take takes taken cost costs come comes amount amounts equal equals make makes
  read reads stand stands run runs set sets allow allows need needs require requires use uses contain contains hold holds
  include includes begin begins start starts end ends last lasts weigh weighs measure measures total totals
`);

/** Words by which an answer speaks of itself or of its source. */
const REPORTING_WORDS = set(`
  according document file page section table source answer value figure number amount rate result says say states
  stated listed shown shows lists given gives confirmed confirms specified specifies reported noted recorded currently
  officially now today total altogether overall sum kind name named called place
`);

/** What a verb may follow directly: "it delivers", "is scheduled". */
export const BEFORE_VERBS = set(
  'is are was were be been being has have had will can may must should get gets it they he she we you which that who',
);

/** Words without weight in a comparison of wordings, order aside. */
export const WEIGHTLESS = set('a an the is are was were be it its they there then and has have that this');

/** They turn a value round: "up 3 %" is not "down 3 %", "from noon" is not "until noon". */
export const DIRECTIONS = set('up down above below over under from until till since out off through');

/** Measure adjectives behind a value: "41 metres tall". */
const MEASURE_WORDS = set(
  'high tall long wide deep thick old away large big heavy round across fast far ago strong',
);

const NEGATIONS = set(`
  no not never none neither nor nothing nobody nowhere cannot without hardly barely scarcely except excluding unless
  false wrong incorrect untrue mistaken denied isn't aren't wasn't weren't don't doesn't didn't can't couldn't won't
  wouldn't shouldn't hasn't haven't hadn't mustn't nope
`);

/** Doubt, condition, choice. */
const HEDGES = set(`
  might may could would should must perhaps maybe possibly probably likely unlikely apparently presumably supposedly
  allegedly reportedly seems seem seemed appears appear appeared guess guessing think thought believe believed assume
  assumed assuming suppose supposed suspect expect expected estimate estimated if whether or either depending depends
  unsure uncertain unclear typically usually normally generally often sometimes commonly unknown claim claims claimed
  rumour rumor theoretically potentially hypothetically
`);

/** What sets a value beside another, or puts it off to another time, thing or person. */
const CONTRASTS = set(`
  but however although though instead rather versus vs compared comparison unlike while whereas yet otherwise other
  others another different else formerly former previously previous prior earlier before after old older original
  originally initially once used no-longer later next last first new newer then former still even despite actually
  fact correction sorry corrected meaning meanwhile contrary opposed besides apart aside similar same confuse than against
`);

/** Words that change a value by reckoning. */
const RECKONINGS = set(`
  plus minus times twice double doubled triple half halves halved quarter quarters third thirds both together more
  less fewer additional extra remaining left further combined difference minus multiplied divided sum except dozen
  rose fell grew grown gained lost dropped increased decreased reduced lowered raised risen fallen
  dozens score including inclusive incl excl exclusive net gross couple several few many some hundreds thousands millions
`);

/** A word in one spelling: lower case, no accent, no apostrophe s. */
export function plainWord(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replace(/'s$|'$/, '');
}

/** The stem of a word (Porter), so that "weighs" and "weighing" are one. */
export function stemOf(word: string): string {
  return stemmer(plainWord(word));
}

export type Guard = 'negation' | 'hedge' | 'contrast' | 'reckoning';

const GUARDS: readonly (readonly [Guard, ReadonlySet<string>])[] = [
  ['negation', NEGATIONS],
  ['hedge', HEDGES],
  ['contrast', CONTRASTS],
  ['reckoning', RECKONINGS],
];

/** What keeps a sentence with this word from being a plain assertion; null for every other word. */
export function guardOf(word: string): Guard | null {
  const spelt = word.toLowerCase();
  if (spelt.endsWith("n't")) return 'negation';
  for (const [guard, words] of GUARDS) if (words.has(spelt)) return guard;
  return null;
}

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.toLowerCase());
}

/** Says nothing that could make the value one of another thing. */
export function isNeutral(word: string): boolean {
  const spelt = word.toLowerCase();
  return (
    FUNCTION_WORDS.has(spelt) ||
    PLAIN_VERBS.has(spelt) ||
    REPORTING_WORDS.has(spelt) ||
    MEASURE_WORDS.has(spelt)
  );
}

/** Words of a text with their places. Hyphens join; digits alone are no words. */
export function wordsIn(text: string): { word: string; start: number }[] {
  return [...text.matchAll(/[\p{L}\p{M}][\p{L}\p{M}\p{N}'-]*/gu)].map((match) => ({
    word: match[0].replace(/[-']+$/, ''),
    start: match.index,
  }));
}

/** The stems of all words that are no function words. */
export function stemsOf(text: string): ReadonlySet<string> {
  return new Set(
    wordsIn(text)
      .filter(({ word }) => !isFunctionWord(word))
      .map(({ word }) => stemOf(word)),
  );
}

/** Does the text use English function words, as far as it is long enough to need any? */
export function looksEnglish(text: string): boolean {
  const words = wordsIn(text);
  if ((text.match(/[^\p{Script=Latin}\P{L}]/gu) ?? []).length > text.length / 4) return false;
  if (words.length <= 3) return true;
  return (
    words.filter(({ word }) => isFunctionWord(word) || isNeutral(word) || guardOf(word) !== null).length >=
    words.length / 5
  );
}
