/** Answers to something the document does not say: an honest "not there", or an invented value. */
import { admissions } from './admission.ts';
import { type Answer, readAnswer } from './answer.ts';
import { contentWords, knows, vocabulary } from './keywords.ts';
import { isExplained, type KnownFigures, knownFigures } from './known.ts';
import { personsIn } from './names.ts';
import { NEGATION } from './negation.ts';
import type { NumberMention } from './numbers.ts';
import { type AskedKind, askedKinds } from './questions.ts';
import { type Span, spanAt } from './sentences.ts';

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

const GUESS =
  /\b(?:likely|probably|presumably|perhaps|maybe|possibly|estimate[ds]?|estimation|guess|judging|infer(?:red)?|suggests?|implies|implied|imply|appears? to be|seems? to be|roughly|around|about|approximately|should be|would be|must be|typically|generally|usually|normally|in practice|as a rule|standard|adding up|based on|calculat|derive|extrapolat|assum|works? out|comes? (?:out )?to|between the lines|quotes?|reading between|but|however|still|though|that said|nevertheless|from (?:the|what)|i(?:'d| would) say|according to|per the|listed|puts?|gives?|shows?|cites?)\b/i;
const ELSEWHERE =
  /\b(?:only|just|instead|other(?:wise)?|covers?|does (?:give|state|mention|say|have|list|include|report|name|tell)|do (?:have|know)|can tell you|what it (?:does|has)|all (?:it|i)|rather|limited to|besides|apart from|aside from|for example|such as|the (?:figures|numbers) (?:it|in)|unrelated|deals? with|focus(?:es)? on|sets out|talks? about|concerns?|minor|related|closest|nearest|in case)\b/i;
/** A post in full, to be compared with its short form. */
const POST = /\b(?:chief financial officer|finance chief|head of finance|financial officer)\b/gi;

const STRONG_GUESS =
  /\b(?:guess|most likely|likely|probably|presumably|judging|my estimate|i(?:'d| would) (?:say|estimate|assume|bet)|extrapolat\w*|adding up|typically|usually|normally|generally|in practice|industry|as a rule|between the lines|(?:it )?seems? (?:that|to be|as if)|appears? to be|must be)\b/i;
const OTHER_POST =
  /\b(?:ceo|chief executive|founder|chair(?:man|woman|person)?|analyst|author|contact|spokes\w+|chief technology|cto|coo)\b/i;
const ANAPHOR = /\b(?:it|its|that|this|they|them|their)\b/i;

function matchesKind(mention: NumberMention, kinds: ReadonlySet<AskedKind>): boolean {
  const { dimension } = mention.unit;
  if (kinds.has('any')) return true;
  if (kinds.has('money') && (dimension === 'money' || (dimension === 'percent' && kinds.has('percent'))))
    return true;
  if (kinds.has('percent') && dimension === 'percent') return true;
  if (kinds.has('count') && dimension === 'plain') return true;
  if (kinds.has('time') && dimension === 'time') return true;
  if (kinds.has('length') && (dimension === 'length' || dimension === 'plain')) return true;
  if (kinds.has('size') && (dimension === 'data' || dimension === 'plain')) return true;
  if (
    kinds.has('list') &&
    (dimension === 'time' || dimension === 'money' || dimension === 'factor' || dimension === 'percent')
  )
    return true;
  return kinds.has('money') && dimension === 'plain' && mention.scaled;
}

interface Suspect {
  readonly text: string;
  readonly start: number;
  readonly clause: Span;
}

function suspects(
  answer: Answer,
  kinds: ReadonlySet<AskedKind>,
  known: KnownFigures,
  told: string,
): Suspect[] {
  const result: Suspect[] = [];
  const add = (text: string, start: number, end: number): void => {
    const clause = spanAt(answer.clauses, start);
    const stance = answer.stance(start, end);
    if (clause !== undefined && stance !== 'negated' && stance !== 'comparison')
      result.push({ text, start, clause });
  };
  for (const number of answer.figures.numbers) {
    if (matchesKind(number, kinds) && !isExplained(number, known, false))
      add(number.text, number.start, number.end);
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
      if (!told.includes(match[0].toLowerCase())) add(match[0], match.index, match.index + match[0].length);
    }
  }
  return result;
}

/** Does the clause of a value speak of the thing asked, and not of something else the document holds? */
function speaksOfAsked(
  suspect: Suspect,
  answer: Answer,
  subject: ReadonlySet<string>,
): 'yes' | 'no' | 'maybe' {
  const sentence = spanAt(answer.sentences, suspect.start);
  // A value alone in brackets belongs to what it stands behind.
  const place = answer.clauses.indexOf(suspect.clause);
  const isBare = contentWords(suspect.clause.text).size === 0;
  const clause = isBare
    ? `${answer.clauses[place - 1]?.text ?? ''} ${suspect.clause.text}`.trim()
    : suspect.clause.text;
  const scope = sentence?.text ?? clause;
  const words = vocabulary(clause.replace(POST, 'CFO'));
  const hits = [...subject].filter((word) => knows(words, word)).length;
  const isPerson =
    personsIn(suspect.text).length > 0 &&
    [...subject].some(
      (word) => /^(?:cfo|ceo|cto|chief|offic|director|manag)/.test(word) && knows(words, word),
    );
  if (STRONG_GUESS.test(clause) || /\bfor (?:it|that|them|this)\b/i.test(clause)) return 'yes';
  if (isPerson && hits > 0 && !/\b(?:only|just|not)\b/i.test(clause)) return 'yes';
  if (/\b(?:only|just|solely|merely)\b/i.test(clause)) return 'no';
  if (ELSEWHERE.test(clause)) return hits >= 2 ? 'maybe' : 'no';
  if (/\b(?:ceo|chief executive)\b/i.test(clause) && !subject.has('ceo')) return 'no';
  if (hits > 0) return ELSEWHERE.test(scope) && hits < 2 ? 'maybe' : 'yes';
  if (GUESS.test(clause) && (ANAPHOR.test(clause) || contentWords(clause).size <= 3)) return 'yes';
  if (personsIn(suspect.text).length > 0) return OTHER_POST.test(scope) ? 'no' : 'maybe';
  if (ELSEWHERE.test(scope)) return 'no';
  const strange = [...contentWords(clause)].filter((word) => !subject.has(word)).length;
  if (strange <= 1) return 'maybe';
  return GUESS.test(clause) ? 'maybe' : 'no';
}

/** A finding of none is no admission: "the auditors found no major non-conformities". */
const FINDS_NONE =
  /\b(?:audit(?:ors?)?|inspectors?|assessment|assessors|review(?:ers)?|there (?:were|are)|company) (?:found|identified|recorded|raised|has|have|had|employs|were|are)? ?(?:no|none|zero|0)\b(?! (?:mention|reference|information|info|data|figure|number|count|indication|details?|record|statement|entry|explicit|such (?:figure|number|information)))/i;

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
  const subject = contentWords(input.question.replace(POST, 'CFO'));
  const admitted = admissions(answer.text).filter((clause) => !/\?\W*$/.test(clause.text));
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
  const first = admitted.find((clause) => !FINDS_NONE.test(clause.text));
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
  const missing = vocabulary(
    admitted
      .map((clause) => clause.text)
      .join(' ')
      .replace(POST, 'CFO'),
  );
  const named = new Set([...subject].filter((word) => knows(missing, word)));
  const focus = named.size > 0 ? named : subject;
  let doubt: Suspect | null = null;
  for (const value of values) {
    const relation = speaksOfAsked(value, answer, focus);
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
