/** The parts of an expected answer: numbers, ranges, dates, names, words, a yes or no. */
import type { DateMention } from './dates.ts';
import { readPlain } from './answer.ts';
import { contentWords } from './keywords.ts';
import { NEGATION } from './negation.ts';
import type { NumberMention } from './numbers.ts';
import { subjectsOf } from './polarity.ts';
import type { RangeMention } from './ranges.ts';

interface Base {
  /** Where the expected answer only adds it: in brackets, or as the base of a comparison. */
  readonly optional: boolean;
  /** The part of the expected answer it stands in. */
  readonly part: string;
  /** Content words of that part. */
  readonly context: ReadonlySet<string>;
}
export type Component = Base &
  (
    | { readonly kind: 'number'; readonly number: NumberMention }
    | { readonly kind: 'range'; readonly range: RangeMention }
    | { readonly kind: 'date'; readonly date: DateMention }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'words'; readonly stems: readonly string[] }
    | { readonly kind: 'polarity'; readonly wanted: 'yes' | 'no'; readonly subjects: readonly string[] }
  );

interface Part {
  readonly text: string;
  readonly optional: boolean;
}

function split(text: string): Part[] {
  const parts: Part[] = [];
  const rest = text.replace(/\(([^()]*)\)/g, (_whole, inner: string) => {
    parts.push({ text: inner, optional: true });
    return ' ';
  });
  const main = rest
    .split(/;\s*|\.\s+(?=[A-Z])|,\s+(?!\d{4}\b)(?=\D)|:\s+/)
    .map((piece) => piece.replace(/\s+/g, ' ').trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .map((piece) => ({ text: piece, optional: false }));
  return [...main, ...parts];
}

const FILE = /\b[\w-]+\.(?:md|txt|csv|html?|pdf|docx?|xlsx?|py|json|png|jpe?g)\b/gi;
const CODE =
  /\b(?:PEP|RFC|Section|Article)\s\d+\b|\b[A-Z]{2,}[A-Za-z]*-\d[\w-]*\b|\b(?=\w*[A-Za-z])(?=\w*\d)[A-Z][A-Za-z]*\d+\w*\b(?:-\d+)?|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z]+[A-Z]\w+\b/g;
const NOT_A_NAME =
  /^(?:Q[1-4]|FY\d*|No|Yes|Still|The|A|An|Up|Down|From|In|To|And|Of|For|Not|Both|Either|January|February|March|April|May|June|July|August|September|October|November|December|USD|EUR|GB|GHz|MHz|GDP|PTO|VP|CEO|CFO|HR|BLEU|EN|DE|FR|SPDX|ID|Released|Minimum|Three|Six|Commercial|Keep|Remote|Contractors|Document|Growth|Revenue|Total|Net|Deficit|Patent|Last|Percent)$/;

function namesOf(text: string, isStart: boolean): string[] {
  const names: string[] = [];
  let rest = text;
  for (const pattern of [FILE, CODE]) {
    rest = rest.replace(pattern, (name) => {
      if (!/^(?:Q[1-4]|FY\d+)$/i.test(name)) names.push(name);
      return ' ';
    });
  }
  for (const match of rest.matchAll(/\b[A-Z][\p{L}&-]*(?:\s(?:[A-Z][\p{L}&-]*|\b[A-Z]\b|&(?=\s[A-Z])))*/gu)) {
    const run = match[0].split(' ').filter((word) => !NOT_A_NAME.test(word));
    if (run.length === 0) continue;
    const startsPart = match.index === 0 && isStart;
    const name = run.join(' ');
    // The first word of a sentence has a capital anyway: alone it is a word, not a name.
    if (startsPart && run.length === 1 && !/^[A-Z]{2,}$/.test(name) && text.split(' ').length > 1) continue;
    names.push(name);
  }
  return names;
}

const PREDICATE = /\b(?:allowed|permitted|granted|required|included|available|eligible|covered|possible)\b/i;
const IGNORED_WORD = /^(?:no|yes|still)$/i;

/** Reads the expected answer of a question. */
export function componentsOf(expected: string, question: string): Component[] {
  const components: Component[] = [];
  let polarityKnown = false;
  for (const part of split(expected)) {
    const read = readPlain(part.text);
    const base: Base = { optional: part.optional, part: part.text, context: contentWords(part.text) };
    const inRange = new Set(read.figures.ranges.flatMap((range) => [range.first.start, range.second.start]));
    for (const range of read.figures.ranges) components.push({ ...base, kind: 'range', range });
    for (const number of read.figures.numbers) {
      if (inRange.has(number.start)) continue;
      const isBase =
        /\b(?:from|vs\.?|versus|compared (?:to|with)|of|than|on)\s*[$€£]?$/i.test(
          read.text.slice(0, number.start),
        ) && !/^(?:of|on)\b/i.test(read.text);
      components.push({ ...base, optional: part.optional || isBase, kind: 'number', number });
    }
    for (const date of read.dates) components.push({ ...base, kind: 'date', date });
    const names = namesOf(part.text, true);
    for (const name of names) components.push({ ...base, kind: 'name', name });
    const opening = /^(?:still )?(no|yes)\b/i.exec(part.text)?.[1]?.toLowerCase();
    const remaining = read.text.replace(FILE, ' ').replace(CODE, ' ');
    const stems = [...contentWords(names.reduce((text, name) => text.replace(name, ' '), remaining))].filter(
      (word) => !IGNORED_WORD.test(word),
    );
    const hasHardFact = read.figures.numbers.length > 0 || names.length > 0 || read.dates.length > 0;
    if (opening !== undefined && (opening === 'no' || opening === 'yes')) {
      const own = /^(?:still )?(?:no|yes)$/i.test(part.text.trim()) ? [] : stems;
      const subjects = components.length === 0 || own.length === 0 ? subjectsOf(question) : own.slice(0, 1);
      components.push({ ...base, kind: 'polarity', wanted: opening, subjects });
      polarityKnown = true;
    } else if (
      !part.optional &&
      (NEGATION.test(part.text) || PREDICATE.test(part.text)) &&
      stems.length > 0 &&
      !hasHardFact
    ) {
      const subjects = stems.filter(
        (word) => !PREDICATE.test(word) && !/^(?:allow|permit|grant|requir|includ|right|use)/.test(word),
      );
      if (
        polarityKnown &&
        components.some((component) => component.kind === 'polarity' && component.part !== part.text)
      ) {
        components.push({ ...base, optional: true, kind: 'words', stems });
      } else {
        components.push({
          ...base,
          kind: 'polarity',
          wanted: NEGATION.test(part.text) ? 'no' : 'yes',
          subjects: subjects.length > 0 ? subjects.slice(0, 2) : stems.slice(0, 2),
        });
      }
    } else if (stems.length > 0) {
      const novel = stems.filter((word) => !contentWords(question).has(word));
      const wanted = novel.length > 0 ? novel : hasHardFact ? [] : stems;
      if (wanted.length > 0)
        components.push({ ...base, optional: part.optional || polarityKnown, kind: 'words', stems: wanted });
    }
  }
  return components;
}
