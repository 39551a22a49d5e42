/** Answers to something the document does not say: an honest "not there", or an invented value. */
import { admissions } from './admission.ts';
import { type Answer, readAnswer } from './answer.ts';
import { findsNone, mayFindNone } from './finds-none.ts';
import { ELSEWHERE, givenForAsked, inFull, type Suspect } from './given-for.ts';
import { contentWords, knows, vocabulary } from './keywords.ts';
import { isExplained, type KnownFigures, knownFigures } from './known.ts';
import { personsIn } from './names.ts';
import { NEGATION } from './negation.ts';
import type { NumberMention } from './numbers.ts';
import { OPENS_NO } from './polarity-words.ts';
import { type AskedKind, askedKinds } from './questions.ts';
import { spanAt } from './sentences.ts';

/**
 * - `admitted`: says that it is not known, and gives nothing of the kind asked.
 * - `invented`: gives a value of the kind asked.
 * - `undecided`: neither is plain.
 */
export type UnknownVerdict = 'admitted' | 'invented' | 'silent' | 'undecided';

export interface UnknownReading {
  readonly verdict: UnknownVerdict;
  /** No word of the answer speaks against the verdict: certain enough to bind every judge. */
  readonly certain: boolean;
  readonly evidence: string;
}

function matchesKind(mention: NumberMention, kinds: ReadonlySet<AskedKind>): boolean {
  const { dimension } = mention.unit;
  if (kinds.has('any')) return true;
  if (kinds.has('money') && (dimension === 'money' || (dimension === 'percent' && kinds.has('percent'))))
    return true;
  if (kinds.has('percent') && dimension === 'percent') return true;
  if (kinds.has('count') && dimension === 'plain') return true;
  if (kinds.has('time') && dimension === 'time') return true;
  if (kinds.has('length') && (dimension === 'length' || (dimension === 'plain' && mention.noun === null)))
    return true;
  if (kinds.has('size') && (dimension === 'data' || dimension === 'plain')) return true;
  if (
    kinds.has('list') &&
    (dimension === 'time' || dimension === 'money' || dimension === 'factor' || dimension === 'percent')
  )
    return true;
  return kinds.has('money') && dimension === 'plain' && mention.scaled;
}

function suspects(
  answer: Answer,
  kinds: ReadonlySet<AskedKind>,
  known: KnownFigures,
  told: string,
): Suspect[] {
  const result: Suspect[] = [];
  const add = (text: string, start: number, end: number, noun: string | null = null): void => {
    const clause = spanAt(answer.clauses, start);
    const stance = answer.stance(start, end);
    if (clause !== undefined && stance !== 'negated' && stance !== 'comparison')
      result.push({ text, start, end, clause, noun });
  };
  for (const number of answer.figures.numbers) {
    if (matchesKind(number, kinds) && !isExplained(number, known, false))
      add(number.text, number.start, number.end, number.unit.dimension === 'plain' ? number.noun : null);
  }
  if (kinds.has('person')) {
    for (const person of personsIn(answer.text))
      if (!told.includes(person.name.toLowerCase())) add(person.name, person.start, person.end);
  }
  if (kinds.has('date')) {
    for (const date of answer.dates)
      if (!told.includes(date.text.toLowerCase())) add(date.text, date.start, date.end);
  }
  if (kinds.has('code')) {
    for (const match of answer.text.matchAll(/"([\w.+-]{2,30})"|\b[A-Z][A-Za-z]+-\d[\w.]*\b/g)) {
      if (!told.includes((match[1] ?? match[0]).toLowerCase()))
        add(match[0], match.index, match.index + match[0].length);
    }
  }
  return result;
}

const GRANTED =
  /\b(?:do(?:es)? (?:get|receive|have)|(?:are|is) (?:\w+ )?(?:entitled|eligible)|receives?|gets?|can (?:claim|expect|take|use|join|book|request|get)|may (?:claim|take|use|join|get)|qualif(?:y|ies)|enjoys?)\b/i;

/** "Contractors do get paid holidays", said after "not covered in detail". */
function grantsSomething(clause: string, subject: ReadonlySet<string>): boolean {
  if (
    NEGATION.test(clause) ||
    ELSEWHERE.test(clause) ||
    !GRANTED.test(clause) ||
    /\b(?:what|whether|if|which|full-time)\b/i.test(clause)
  )
    return false;
  return (
    [...subject].some((word) => knows(vocabulary(clause), word)) ||
    /^\W*(?:but |however,? |still,? )?they\b/i.test(clause)
  );
}

/** Words for the document itself: an answer that names it has not named the thing asked. */
const DOCUMENT =
  /\b(?:notes?|sheets?|texts?|excerpts?|statements?|filings?|handbook|workbook|spreadsheet|papers?|overview|datasheet|pages?|tables?)\b/gi;

/** "Does it set a limit, and which?": there a plain no says that it does not. */
const ASKS_WHETHER = /^\W*(?:and |so )?(?:does|do|is|are|has) (?:it|they|the|this|that|there)\b/i;

function subjectOf(question: string): Set<string> {
  const plain = inFull(question);
  const without = contentWords(plain.replace(DOCUMENT, ' '));
  return without.size > 0 ? without : contentWords(plain);
}

export interface UnknownInput {
  readonly answer: string;
  readonly question: string;
  readonly told: readonly string[];
}

/** How the answer treats a question that the document does not answer. */
export function readUnknown(input: UnknownInput): UnknownReading {
  const answer = readAnswer(input.answer);
  const kinds = askedKinds(input.question);
  const told = [input.question, ...input.told];
  const values = suspects(answer, kinds, knownFigures(told), told.join('\n').toLowerCase());
  const subject = subjectOf(input.question);
  const admitted = admissions(answer.text).filter((clause) => !/\?\W*$/.test(clause.text));
  if (ASKS_WHETHER.test(input.question) && OPENS_NO.test(answer.text) && answer.sentences[0] !== undefined)
    admitted.push(answer.sentences[0]);
  const zero = answer.figures.numbers.find(
    (number) => number.value === 0 && number.unit.dimension === 'plain' && number.noun !== 'chunks',
  );
  if (
    kinds.has('count') &&
    zero !== undefined &&
    answer.stance(zero.start, zero.end) === 'asserted' &&
    !/\b(?:mentions?|references?|hits?|matches|results?|entries|information)\b/i.test(
      answer.text.slice(zero.end, zero.end + 30),
    )
  ) {
    return {
      verdict: 'invented',
      certain: false,
      evidence: 'gives zero for something the document does not say',
    };
  }
  const none = answer.clauses.find((clause) => findsNone(clause.text));
  if (none !== undefined && values.length === 0 && admitted.every((clause) => mayFindNone(clause.text)))
    return {
      verdict: 'invented',
      certain: false,
      evidence: `states that there is none, which the document does not say: "${none.text.slice(0, 80)}"`,
    };
  const first = admitted.find((clause) => !mayFindNone(clause.text));
  if (first === undefined && admitted.length > 0 && values.length === 0) {
    return {
      verdict: 'undecided',
      certain: false,
      evidence: `may state that there are none: "${admitted[0]?.text.slice(0, 80) ?? ''}"`,
    };
  }
  if (first === undefined) {
    const value = values[0];
    if (kinds.has('count') && /\b(?:0|zero|none|no)\b/i.test(answer.text) && value === undefined)
      return { verdict: 'undecided', certain: false, evidence: 'gives none as the number' };
    if (value !== undefined)
      return {
        verdict: 'invented',
        certain: !NEGATION.test(answer.text),
        evidence: `gives ${value.text} for something the document does not say`,
      };
    return NEGATION.test(answer.text)
      ? {
          verdict: 'undecided',
          certain: false,
          evidence: 'neither says plainly that it is not known nor gives a value',
        }
      : { verdict: 'silent', certain: false, evidence: 'does not say that the document lacks it' };
  }
  if (kinds.has('list')) {
    const granted = answer.clauses.find((clause) => grantsSomething(clause.text, subject));
    if (granted !== undefined)
      return {
        verdict: 'invented',
        certain: false,
        evidence: `says that it is not stated and still "${granted.text.slice(0, 80)}"`,
      };
  }
  // What the admission names as missing narrows the subject: "no result for Czech" says nothing against one for German.
  const missing = vocabulary(inFull(admitted.map((clause) => clause.text).join(' ')));
  const named = new Set([...subject].filter((word) => knows(missing, word)));
  const focus = named.size > 0 ? named : subject;
  let doubt: Suspect | null = null;
  for (const value of values) {
    const relation = givenForAsked(value, answer, focus, input.question);
    if (relation === 'yes')
      return {
        verdict: 'invented',
        certain: false,
        evidence: `says that it is not stated and still gives ${value.text}`,
      };
    if (relation === 'maybe') doubt ??= value;
  }
  if (doubt !== null)
    return {
      verdict: 'undecided',
      certain: false,
      evidence: `says that it is not known, and names ${doubt.text}`,
    };
  return { verdict: 'admitted', certain: false, evidence: `says "${first.text.slice(0, 100)}"` };
}
