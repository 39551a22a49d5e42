/** How well a passage answers a question: how much of what was asked it covers, and whether it holds the right kind of thing. */
import { figuresIn } from './figures.ts';
import type { IndexedPassage } from './passage-index.ts';
import type { AnswerKind, Question, Term } from './question.ts';
import { groupsOf } from './thesaurus.ts';
import { stem, wordsOf } from './words.ts';

export interface Scored {
  readonly entry: IndexedPassage;
  readonly documentId: string;
  /** For ranking. */
  readonly score: number;
  /** Share of the question's own weight that is met, 0 to 1; decides whether it is an answer at all. */
  readonly coverage: number;
  /** Question terms that neither the passage nor its headings meet. */
  readonly missing: readonly Term[];
}

export interface Weights {
  /** Inverse document frequency among the passages in scope. */
  weight(term: Term): number;
}

const SAME = 1;
const RELATED = 0.8;
const IN_HEADING = 0.65;
const IN_TITLE = 0.6;
const NEARBY = 0.45;
const CONTEXT_SHARE = 0.35;
const SOFT_SHARE = 0.35;
/** However rare it is, such a word never outweighs a topic word. */
const SOFT_LIMIT = 2;

export function weightsFor(passages: readonly IndexedPassage[]): Weights {
  const known = new Map<string, number>();
  return {
    weight(term) {
      const cached = known.get(term.stem);
      if (cached !== undefined) return cached;
      let count = 0;
      for (const entry of passages) if (met(term, entry) > 0) count += 1;
      const weight =
        Math.log(1 + (passages.length + 1) / (count + 0.5)) * (term.exact || term.name ? 1.15 : 1);
      known.set(term.stem, weight);
      return weight;
    },
  };
}

/** 0 to 1: how far the passage itself, or else its headings, meet the term. */
export function met(term: Term, entry: IndexedPassage): number {
  if (entry.stems.has(term.stem)) return SAME;
  if (!term.exact) {
    const groups = groupsOf(term.stem);
    if (groups.some((group) => entry.groups.has(group))) return RELATED;
    if (entry.headingStems.has(term.stem)) return IN_HEADING;
    return groups.some((group) => entry.headingGroups.has(group)) ? IN_HEADING * RELATED : 0;
  }
  return entry.headingStems.has(term.stem) ? IN_HEADING : 0;
}

export function scorePassage(
  question: Question,
  context: readonly Term[],
  entry: IndexedPassage,
  before: IndexedPassage | undefined,
  document: { readonly id: string; readonly titleStems: ReadonlySet<string> },
  weights: Weights,
): Scored {
  const near =
    before !== undefined && before.passage.paragraph === entry.passage.paragraph ? before : undefined;
  const terms = question.terms.length > 0 ? question.terms : context;
  let total = 0;
  let reached = 0;
  let hardTotal = 0;
  let hard = 0;
  const missing: Term[] = [];
  for (const term of terms) {
    const weight = term.soft ? SOFT_SHARE * Math.min(weights.weight(term), SOFT_LIMIT) : weights.weight(term);
    const own = met(term, entry);
    const value =
      own > 0
        ? own
        : document.titleStems.has(term.stem)
          ? IN_TITLE
          : near !== undefined && met(term, near) > 0
            ? NEARBY
            : 0;
    total += weight;
    reached += weight * value;
    if (!term.soft) {
      hardTotal += weight;
      hard += weight * value;
    }
    if (value === 0) missing.push(term);
  }
  // Words that only shape the question decide between passages, not whether there is an answer.
  const coverage = hardTotal > 0 ? hard / hardTotal : total === 0 ? 0 : reached / total;
  const fit = total === 0 ? 0 : reached / total;
  let contextual = 0;
  let contextTotal = 0;
  if (question.terms.length > 0)
    for (const term of context) {
      contextTotal += weights.weight(term);
      contextual += weights.weight(term) * met(term, entry);
    }
  const bonus = contextTotal === 0 ? 0 : (contextual / contextTotal) * CONTEXT_SHARE;
  const brevity = entry.length > 45 ? -0.05 : entry.length < 3 ? -0.25 : 0;
  const code = entry.passage.kind === 'code' ? -0.4 : 0;
  const emphasis = entry.passage.emphasis === true ? 0.08 : 0;
  const { place, identifiers } = question;
  const atPlace = place === null ? 0 : isAt(place, entry, near) ? 0.35 : -0.25;
  const aboutName = identifiers.some(
    (name) => entry.passage.headings.includes(name) && entry.passage.kind !== 'code',
  )
    ? 0.5
    : 0;
  const score = fit + bonus + kindBonus(question, entry) + brevity + code + emphasis + atPlace + aboutName;
  return { entry, documentId: document.id, coverage, missing, score };
}

const DATE =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.? ?\d|\b\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)|\b\d{1,2}:\d{2}\b|\b\d{1,2} ?[ap]\.?m\b|\b(?:19|20)\d\d\b|\b\d{4}-\d{2}-\d{2}\b|\bmonday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight\b/i;
const MONEY = /[$€£]\s?\d|\d\s?(?:dollars|euros|usd|eur)\b/i;

const isAt = (place: RegExp, entry: IndexedPassage, near: IndexedPassage | undefined): boolean =>
  entry.passage.headings.some((heading) => place.test(heading)) ||
  place.test(entry.passage.text.slice(0, 40)) ||
  (near !== undefined && place.test(near.passage.text.slice(0, 40)));

/** Does the text hold the kind of thing that was asked for? */
export function holdsKind(kind: AnswerKind, text: string): boolean {
  switch (kind) {
    case 'money':
      return (
        MONEY.test(text) ||
        figuresIn(text).some(
          (figure) =>
            figure.kind !== 'percent' && /,\d{3}|million|billion|trillion|thousand|\d{5}/i.test(figure.text),
        )
      );
    case 'percent':
      return /\d\s?(?:%|percent|percentage point)/i.test(text);
    case 'quantity':
    case 'count':
      return (
        /\d/.test(text) ||
        /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|none|no)\b/i.test(
          text,
        )
      );
    case 'date':
      return DATE.test(text);
    case 'person':
      return (
        /\p{Lu}\p{Ll}+ (?:\p{Lu}\. )?\p{Lu}\p{Ll}+/u.test(text) ||
        /\b(?:manager|vp|ceo|cfo|director|officer|team|board|president|chair\w*|supervisor|department|owner|lead)\b/i.test(
          text,
        )
      );
    case 'place':
    case 'yes-no':
    case 'reason':
    case 'any':
      return true;
  }
  return true;
}

function kindBonus(question: Question, entry: IndexedPassage): number {
  const { text } = entry.passage;
  if (question.kind === 'any') return asksForSeveral(question.text) && enumerates(text) ? 0.12 : 0;
  if (question.kind === 'yes-no' || question.kind === 'place') return 0;
  if (question.kind === 'quantity') return quantityBonus(question.text, text);
  if (question.kind === 'reason')
    return /\b(?:because|due to|driven by|thanks to|owing to|since|as a result|caused by)\b/i.test(text)
      ? 0.2
      : 0;
  if (!holdsKind(question.kind, text)) return -0.25;
  if (question.kind === 'count')
    return countsIt(question, text, 2) ? 0.3 : countsIt(question, text) ? 0.1 : 0;
  return 0.15;
}

const asksForSeveral = (question: string): boolean =>
  /\bwhich (?:ones )?are\b|\b(?:which|what)\s+(?:[\p{L}-]+\s+){0,2}[\p{L}]{3,}[^s\P{L}]s\b/iu.test(question);
const enumerates = (text: string): boolean => /[^,]{2,40}, [^,]{2,40}(?:,| and | or )/.test(text);

const TIME_SPAN =
  /\b(?:within|without (?:undue )?delay|immediately|promptly|at once|days?|hours?|weeks?|months?|years?|minutes?|seconds?|GHz|MHz|faster|times)\b/i;

/** A measure or a share says more than the digits of a date. */
function quantityBonus(question: string, text: string): number {
  if (/\bhow (?:quickly|soon|fast|long|often)\b/i.test(question) && TIME_SPAN.test(text)) return 0.25;
  const undated = text.replaceAll(/\b(?:19|20)\d\d\b|\b\p{Lu}\p{Ll}+ \d{1,2}\b/gu, '');
  return figuresIn(undated).some((figure) => figure.kind !== 'plain' || figure.noun !== '')
    ? 0.25
    : /\d/.test(undated)
      ? 0.1
      : -0.05;
}

const UNITS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bhow long\b|\blength\b/i,
    /\b(?:m|cm|mm|km|met(?:er|re)s?|feet|foot|ft|inch(?:es)?|miles?|days?|hours?|weeks?|months?|years?|minutes?|seconds?|until|since)\b/i,
  ],
  [/\bhow heavy\b|\bweighs?\b|\bweight\b/i, /\b(?:g|kg|grams?|kilograms?|lbs?|pounds?|tons?|tonnes?)\b/i],
  [/\bhow old\b/i, /\b(?:years?|months?|age|old)\b/i],
];

/** "How long" wants a length or a time: another figure about the same thing is no answer. */
export const holdsUnit = (question: string, text: string): boolean =>
  UNITS.every(([asked, needed]) => !asked.test(question) || needed.test(text));

/** Words between a thing and its number: "visits rose by 12". */
const LINKS = new Set('rose by of is was were to fell grew at stood increas total came reach'.split(' '));

/** A number stands close before, or after "of/is/:", one of the counted words. */
export function countsIt(question: Question, text: string, reach = 4): boolean {
  const words = wordsOf(text).map(stem);
  const [first] = question.counted;
  if (
    first !== undefined &&
    !words.some((word) => first === word || groupsOf(first).some((group) => groupsOf(word).includes(group)))
  )
    return false;
  const isNumber = (word: string | undefined): boolean =>
    word !== undefined &&
    (/^\d+$/.test(word) ||
      /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|none)$/.test(word));
  const countAt = (index: number): boolean => isNumber(words[index]) && words[index + 1] !== 'percent';
  return words.some((word, index) => {
    const counted = question.counted.some(
      (target) => target === word || groupsOf(target).some((group) => groupsOf(word).includes(group)),
    );
    if (!counted) return false;
    for (let back = 1; back <= reach; back += 1) if (countAt(index - back)) return true;
    for (let ahead = 1; ahead <= 3; ahead += 1) {
      const linked = words.slice(index + 1, index + ahead).every((between) => LINKS.has(between));
      if ((linked || ahead < reach) && countAt(index + ahead)) return true;
    }
    return false;
  });
}
