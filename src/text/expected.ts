/** The parts of an expected answer: numbers, ranges, dates, names, words, a yes or no. */
import { type Answer, readPlain } from './answer.ts';
import { type DateMention, sameDate } from './dates.ts';
import { ASKS_FOR_BASE } from './questions.ts';
import { namesOf, withoutNames } from './expected-names.ts';
import { contentWords, contextWords, ROLES, stem } from './keywords.ts';
import { NEGATION } from './negation.ts';
import { folded } from './normalise.ts';
import type { NumberMention } from './numbers.ts';
import { subjectsOf } from './polarity.ts';
import type { RangeMention } from './ranges.ts';

interface Base {
  /** Where the expected answer only adds it: in brackets, or as the base of a comparison. */
  readonly optional: boolean;
  /** Not the head of its fact: an answer may leave it out unless the question asks for it. */
  readonly detail: boolean;
  /** The part of the expected answer it stands in. */
  readonly part: string;
  /** Content words of that part. */
  readonly context: ReadonlySet<string>;
}
export type Component = Base &
  (
    | {
        readonly kind: 'number';
        readonly number: NumberMention;
        /** The expected answer names it only to compare with: "against 4.2", "up from $11.5 million". */
        readonly isBase: boolean;
      }
    | { readonly kind: 'range'; readonly range: RangeMention }
    | { readonly kind: 'date'; readonly date: DateMention }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'words'; readonly stems: readonly string[] }
    | { readonly kind: 'role'; readonly role: string }
    | { readonly kind: 'polarity'; readonly wanted: 'yes' | 'no'; readonly subjects: readonly string[] }
  );

interface Part {
  readonly text: string;
  readonly optional: boolean;
  readonly detail: boolean;
  /** For its context: a bracket belongs to what it stands behind. */
  readonly scope: string;
  readonly fact: string;
}

const HIDDEN_BRACKET = '\u0001';

/** "…in supply chain documentation": a place of several words is a statement of its own. */
function placeSplit(text: string): [string, string?] {
  const at = text.search(/\sin (?!the\b)(?:[a-z]+\s){2,}[a-z]+$/);
  return at > 0 && contentWords(text.slice(at)).size >= 3 ? [text.slice(0, at), text.slice(at + 1)] : [text];
}

/** Facts are parted by semicolons and full stops, their parts by commas and colons; brackets are parts of their own. */
function partsOf(expected: string): Part[][] {
  const facts = expected.split(/;\s*|(?<!\b(?:Mio|Mrd|approx|No))\.\s+(?=[A-Z])/);
  return facts.map((fact) => {
    const parts: Part[] = [];
    const brackets: string[] = [];
    const main = fact.replace(/\(([^()]*)\)/g, (_whole, inner: string) => {
      brackets.push(inner);
      return HIDDEN_BRACKET;
    });
    for (const piece of main.split(/,\s+(?!\d{4}\b)(?=\D)|:\s+/)) {
      const text = piece.replaceAll(HIDDEN_BRACKET, ' ').replace(/\s+/g, ' ').trim();
      const own = piece
        .split(HIDDEN_BRACKET)
        .slice(1)
        .map(() => brackets.shift() ?? '');
      const scope = [text, ...own].join(' ');
      const [head, place] = placeSplit(text);
      if (/[\p{L}\p{N}]/u.test(text))
        parts.push({ text: head, optional: false, detail: parts.length > 0, scope, fact });
      if (place !== undefined) parts.push({ text: place, optional: false, detail: false, scope, fact });
      for (const inner of own) parts.push({ text: inner, optional: true, detail: true, scope, fact });
    }
    return parts;
  });
}

const PREDICATE = /\b(?:allowed|permitted|granted|required|available|eligible|covered|possible)\b/i;
const PREDICATE_STEM = /^(?:allow|permit|grant|requir|includ|right|use|eligibl|avail|cover|possibl|need)/;

function isAnsweredBy(question: Answer, number: NumberMention): boolean {
  return question.figures.numbers.some(
    (other) => other.value === number.value && other.unit.dimension === number.unit.dimension,
  );
}

function nameStands(name: string, question: string): boolean {
  const words = folded(name).split(/[\s-]+/);
  const known = folded(question);
  return words.every((word) => known.includes(word));
}

/** Characters of numbers and dates give way to spaces, so that "million" is no word of its own. */
function withoutFigures(read: Answer): string {
  let text = read.text;
  const spans = [...read.figures.numbers, ...read.dates];
  for (const span of spans)
    text = text.slice(0, span.start) + ' '.repeat(span.end - span.start) + text.slice(span.end);
  return text;
}

/** A share without a sign of its own takes the direction its fact speaks of. */
function withDirection(number: NumberMention, fact: string): NumberMention {
  if (number.sign !== 0 || number.unit.dimension !== 'percent') return number;
  if (/\b(?:up|growth|grew|grow|rose|increased?|faster|more|above)\b/i.test(fact))
    return { ...number, sign: 1 };
  return /\b(?:down|decline|fell|fall|decrease|lower|less|below)\b/i.test(fact)
    ? { ...number, sign: -1 }
    : number;
}

function partComponents(
  part: Part,
  question: Answer,
  rawQuestion: string,
  polarityKnown: boolean,
  told: readonly string[],
): { found: Component[]; known: Component[] } {
  const read = readPlain(part.text);
  const base: Base = {
    optional: part.optional,
    detail: part.detail,
    part: part.text,
    context: contextWords(part.scope),
  };
  const found: Component[] = [];
  const known: Component[] = [];
  const inRange = new Set(read.figures.ranges.flatMap((range) => [range.first.start, range.second.start]));
  for (const { first, second } of read.figures.ranges) {
    const range = { first: withDirection(first, part.fact), second: withDirection(second, part.fact) };
    found.push({ ...base, kind: 'range', range });
  }
  for (const number of read.figures.numbers) {
    if (inRange.has(number.start)) continue;
    const before = read.text.slice(0, number.start);
    const isBase =
      /\b(?:from|vs\.?|versus|against|compared (?:to|with)|out of|of (?:the|its|all)|than|on)\s*[$€£]?$/i.test(
        before,
      ) && !/^(?:of|on)\b/i.test(read.text);
    // Nobody who compares 4.7 with 4.2 out of 5 need name the scale.
    const isScale = /\bout of\s*$/i.test(before);
    const optional = part.optional || isScale || (isBase && !ASKS_FOR_BASE.test(rawQuestion));
    (isAnsweredBy(question, number) ? known : found).push({
      ...base,
      optional,
      kind: 'number',
      number: withDirection(number, part.fact),
      isBase,
    });
  }
  for (const date of read.dates) {
    const isKnown =
      question.dates.some((other) => sameDate(date, other)) ||
      (date.day === null && new RegExp(date.text.split(' ')[0] ?? '', 'i').test(rawQuestion));
    (isKnown ? known : found).push({ ...base, kind: 'date', date });
  }
  const blank = withoutFigures(read);
  const names = namesOf(blank, part.text);
  for (const name of names) {
    // "8 GB LPDDR4-3200": what follows a measure only says more about it.
    const before = read.text.indexOf(name);
    const isMeasured = read.figures.numbers.some(
      (number) =>
        number.unit.dimension !== 'plain' &&
        number.unit.dimension !== 'money' &&
        number.end <= before &&
        read.text.slice(number.end, before).trim() === '',
    );
    const optional = part.optional || isMeasured;
    (nameStands(name, rawQuestion) ? known : found).push({ ...base, optional, kind: 'name', name });
  }
  for (const role of ROLES) {
    if (new RegExp(`\\b${role}\\b`, 'i').test(blank) && !new RegExp(`\\b${role}\\b`, 'i').test(rawQuestion))
      found.push({ ...base, kind: 'role', role });
  }
  const isRole = (word: string): boolean => ROLES.some((role) => stem(role) === word);
  const stems = [...contentWords(withoutNames(blank, names))].filter(
    (word) => !/^(?:no|yes|still)$/.test(word) && !isRole(word),
  );
  const asked = contentWords(rawQuestion);
  const opening = /^(?:still )?(no|yes)\b/i.exec(part.text)?.[1]?.toLowerCase();
  const hasFact = found.length > 0;
  const hasHardFact = found.some((component) => !component.optional);
  if (!part.optional && (opening === 'no' || opening === 'yes')) {
    const isBare = /^(?:still )?(?:no|yes)$/i.test(part.text.trim());
    const own = isBare || polarityKnown ? [] : stems.filter((word) => !PREDICATE_STEM.test(word));
    // "No trademark rights are granted" names its subject; a bare "No" and "No, contractors get none" have the question's.
    const subjects = own.length > 0 ? own.slice(0, 1) : subjectsOf(rawQuestion, told);
    found.push({ ...base, kind: 'polarity', wanted: opening, subjects });
  } else if (
    !part.optional &&
    !polarityKnown &&
    !hasHardFact &&
    stems.length > 0 &&
    (NEGATION.test(part.text) || PREDICATE.test(part.text))
  ) {
    const subjects = stems.filter((word) => !PREDICATE_STEM.test(word));
    const telling = NEGATION.test(part.text) ? subjects.slice(-1) : subjects.slice(0, 2);
    // "Without undue delay" denies nothing that could be affirmed: it is matched by its words.
    if (/^without\b/i.test(part.text) || telling.length === 0) found.push({ ...base, kind: 'words', stems });
    else
      found.push({
        ...base,
        kind: 'polarity',
        wanted: NEGATION.test(part.text) ? 'no' : 'yes',
        subjects: telling,
      });
  } else if (stems.length > 0) {
    const novel = stems.filter((word) => !asked.has(word));
    const optional = part.optional || polarityKnown;
    // Beside a number or a name a word or two are only its label; more of them are a statement of their own.
    if (hasFact) {
      if (novel.length >= 3) found.push({ ...base, optional, kind: 'words', stems: novel });
    } else if (novel.length > 0) found.push({ ...base, optional, kind: 'words', stems: novel });
    else known.push({ ...base, optional: true, kind: 'words', stems });
  }
  return { found, known };
}

/** Reads the expected answer of a question. What the question itself names is no answer to it, unless nothing else is left. */
export function componentsOf(expected: string, question: string, told: readonly string[] = []): Component[] {
  const read = readPlain(question);
  const components: Component[] = [];
  for (const parts of partsOf(expected)) {
    const ofFact: Component[] = [];
    const knownOfFact: Component[] = [];
    for (const part of parts) {
      const polarityKnown = ofFact.some((component) => component.kind === 'polarity');
      const { found, known } = partComponents(part, read, question, polarityKnown, told);
      ofFact.push(...found);
      knownOfFact.push(...known);
    }
    if (!ofFact.some((component) => !component.optional))
      ofFact.push(
        ...knownOfFact.map((component) => ({
          ...component,
          optional: component.kind === 'words' ? false : component.optional,
        })),
      );
    components.push(...ofFact);
  }
  return components;
}
