/** Is a value of an answer given for the thing asked, or for something else that the answer also names? */
import type { Answer } from './answer.ts';
import { datesIn } from './dates.ts';
import { contentWords, knows, stem, vocabulary } from './keywords.ts';
import { withoutFigureWords } from './line-labels.ts';
import { personsIn } from './names.ts';
import { NEGATION } from './negation.ts';
import { differ, periodsIn } from './periods.ts';
import { type Span, spanAt } from './sentences.ts';

/** A value of the kind asked that stands in an answer. */
export interface Suspect {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly clause: Span;
  /** What a bare number counts, null where it says nothing or has a unit. */
  readonly noun: string | null;
}

const GUESS =
  /\b(?:likely|probably|presumably|perhaps|maybe|possibly|estimate[ds]?|estimation|guess|judging|infer(?:red)?|suggests?|implies|implied|imply|appears? to be|seems? to be|roughly|around|about|approximately|should be|would be|must be|typically|generally|usually|normally|in practice|as a rule|standard|adding up|based on|calculat|derive|extrapolat|assum|works? out|comes? (?:out )?to|between the lines|quotes?|reading between|but|however|still|though|that said|nevertheless|from (?:the|what)|i(?:'d| would) say|according to|per the|listed|puts?|gives?|shows?|cites?)\b/i;
export const ELSEWHERE =
  /\b(?:only|just|instead|other(?:wise)?|covers?|does (?:give|state|mention|say|have|list|include|report|name|tell)|do (?:have|know)|can tell you|what (?:it|the \w+) (?:does|has|holds?|prints?|lists?|shows?|gives?|contains?)|all (?:it|i)|rather|limited to|besides|apart from|aside from|for example|such as|the (?:figures|numbers) (?:it|in)|unrelated|deals? with|focus(?:es)? on|sets out|talks? about|concerns?|minor|related|closest|nearest|in case|stops? (?:at|with|short)|ends? (?:at|with)|goes? no further|(?:can|could) (?:give|offer|tell|show) you|i (?:\w+ )?see|by (?:month|quarter|region|sector|segment)|for (?:everyone|everybody|all (?:ages|workers|groups)))\b/i;
/** A post in full, to be compared with its short form. */
const POST = /\b(?:chief financial officer|finance chief|head of finance|financial officer)\b/gi;

/** The text with a post that is written in full as its short form. */
export function inFull(text: string): string {
  return text.replace(POST, 'CFO');
}

const STRONG_GUESS =
  /\b(?:guess|most likely|likely|probably|presumably|judging|my estimate|i(?:'d| would) (?:say|put|estimate|assume|bet)|with (?:\w+ )?(?:confidence|certainty)|(?:fairly|pretty|quite|reasonably) (?:sure|certain|confident)|safe to say|a safe bet|would (?:reach|come to|amount to|total|hit|land|make|mean|put)|at (?:the same|this|that) (?:pace|rate)|carrying on|you(?:'ll| will|'d| would) pay|puts? (?:it|that|them|fy\s?\d+|\d{4}) at|usual|customary|statutory|typical|historically|traditionally|extrapolat\w*|adding up|typically|usually|normally|generally|in practice|industry|as a rule|between the lines|(?:it )?seems? (?:that|to be|as if)|appears? to be|must be)\b/i;
const OTHER_POST =
  /\b(?:ceo|chief executive|founder|chair(?:man|woman|person)?|analyst|author|contact|spokes\w+|chief technology|cto|coo)\b/i;
const ANAPHOR = /\b(?:it|its|that|this|they|them|their)\b/i;

/** Stands for the post that was asked about: "Jane Roe holds the position". */
const IN_THAT_POST =
  /\b(?:holds?|fills?|occup(?:y|ies)|has|took|takes|in|with) (?:the|that|this) (?:post|role|position|job|title|seat|office)\b/i;
const ASKS_PRICE = /\b(?:price[ds]?|pricing|costs?|set (?:me|you|us) back|fees?)\b/i;
const PRICES = /\b(?:asks?|charges?|pays?|costs?|(?:sells?|goes|going|yours) for|retails?|priced)\b/i;
const VERSION = /\b\d+\.\d+\b/g;
const OVERALL = /\bthe (?:overall|headline|national|general|aggregate|broader)\b/i;
/** Words by which a value is put forward after all. */
const PUT_FORWARD =
  /\b(?:but|however|still|though|yet|nevertheless|that said|so|hence|therefore|thus|about|around|roughly|approximately|some|nearly|almost|over|at least|up to)\b/i;

/** The words right around a value, up to the commas, brackets and figures beside it: its own label. */
function labelOf(suspect: Suspect, answer: Answer, within: Span): string {
  const before = answer.text.slice(within.start, suspect.start);
  const after = answer.text.slice(suspect.end, within.end);
  const lead = /[^,;:.|\d]*$/.exec(before)?.[0] ?? '';
  const isClosed = /^\s?\)/.test(after);
  const tail = isClosed ? '' : (/^[^,;:.|()\d]*/.exec(after)?.[0] ?? '');
  return `${lead.replace(/^.*\)/, '')} ${tail}`;
}

/** "Receipts of $4.9 trillion, outlays of $6.8 trillion": each of several figures has a label of its own, none the thing asked. */
function isListedAsOther(
  suspect: Suspect,
  answer: Answer,
  subject: ReadonlySet<string>,
  question: string,
): boolean {
  const sentence = spanAt(answer.sentences, suspect.start);
  if (sentence === undefined) return false;
  const figures = answer.figures.numbers.filter(
    (number) => sentence.start <= number.start && number.start < sentence.end,
  );
  if (figures.length < 2) return false;
  const label = labelOf(suspect, answer, sentence);
  if (PUT_FORWARD.test(label)) return false;
  const words = contentWords(withoutFigureWords(label));
  // Of a hyphened word the parts are not the thing asked: "employment-population" speaks of no employees.
  const known = vocabulary(label.replace(/(\w)-(?=\w)/g, '$1'));
  const hits = [...subject].filter((word) => knows(known, word));
  if (words.size === 0 || hits.length === 0) return words.size > 0;
  // "For HR there is the budget": the department is the one asked about, the figure is not.
  const owners = contentWords((question.match(/(?<!^|[.!?] )\b[A-Z][\w-]*/g) ?? []).join(' '));
  return words.size > hits.length && hits.every((word) => owners.has(word));
}

/** "It's up to 20 million", "so near 8%": nothing but the value is said of it. */
function isAnnounced(suspect: Suspect, answer: Answer): boolean {
  const lead = answer.text.slice(suspect.clause.start, suspect.start);
  return /^\W*(?:(?:but|and|so|hence|thus|still|however|though),? )?(?:\w+ly,? )?(?:(?:it|that|this)(?:'s| is| was| will be| would be) |(?:so|hence|thus) |[^,;:]*\b(?:implies|suggests|points? to|translates? (?:in)?to|equates? to) )(?:(?:a|an|of|up to|about|around|roughly|some|nearly|near|almost|close to|at least) )*$/i.test(
    lead,
  );
}

/** The person again by surname, in a clause that speaks of the post: "which makes Roe the CFO". */
function isNamedAgain(suspect: Suspect, answer: Answer, subject: ReadonlySet<string>): boolean {
  if (personsIn(suspect.text).length === 0) return false;
  const surname = suspect.text.split(' ').at(-1) ?? suspect.text;
  return answer.clauses.some(
    (clause) =>
      clause !== suspect.clause &&
      clause.text.includes(surname) &&
      !NEGATION.test(clause.text) &&
      [...subject].some(
        (word) =>
          /^(?:cfo|ceo|cto|chief|offic|director|manag)/.test(word) &&
          knows(vocabulary(inFull(clause.text)), word),
      ),
  );
}

/** "The overall rate" is not the one of the group that was asked about. */
function isOverall(suspect: Suspect, answer: Answer, question: string): boolean {
  const sentence = spanAt(answer.sentences, suspect.start);
  const label = sentence === undefined ? '' : labelOf(suspect, answer, sentence);
  const isGroup = /\b(?:among|aged?|women|men|adults|workers|black|white|hispanic|asian)\b/i.test(question);
  return (
    (OVERALL.test(label) || (isGroup && /\boverall\b/i.test(label))) &&
    !OVERALL.test(question) &&
    !PUT_FORWARD.test(label)
  );
}

/** A date beside the version that was asked about: "3.12 follows in October 2023". */
function namesVersion(clause: string, suspect: Suspect, question: string): boolean {
  if (datesIn(suspect.text).length === 0) return false;
  return (question.match(VERSION) ?? []).some((version) => clause.includes(version));
}

/** A date beside another version only: "the notes are about 3.11 and its date, 24 October 2022". */
function isOfOtherVersion(clause: string, suspect: Suspect, question: string): boolean {
  if (datesIn(suspect.text).length === 0) return false;
  const asked: readonly string[] = question.match(VERSION) ?? [];
  const named: readonly string[] = clause.match(VERSION) ?? [];
  const isPutForward = PUT_FORWARD.test(clause.replace(/\b(?:is|are|was|were) (?:all )?about\b/gi, ' '));
  return (
    asked.length > 0 && named.length > 0 && !named.some((version) => asked.includes(version)) && !isPutForward
  );
}

/** Does the clause name the year or month that was asked about, and something of what was asked? */
function sharesPeriod(clause: string, question: string, asked: ReadonlySet<string>): boolean {
  const wanted = [...periodsIn(question)].filter((period) => /^[ym]/.test(period));
  const said = periodsIn(clause);
  const words = vocabulary(clause);
  return wanted.some((period) => said.has(period)) && [...asked].some((word) => knows(words, word));
}

/** Does the clause of a value speak of the thing asked, and not of something else the document holds? */
export function givenForAsked(
  suspect: Suspect,
  answer: Answer,
  subject: ReadonlySet<string>,
  question: string,
): 'yes' | 'no' | 'maybe' {
  const sentence = spanAt(answer.sentences, suspect.start);
  // A value alone in brackets belongs to what it stands behind.
  const isBare = contentWords(withoutFigureWords(suspect.clause.text)).size === 0;
  const before = answer.clauses[answer.clauses.indexOf(suspect.clause) - 1];
  const isNext = before !== undefined && sentence !== undefined && before.start >= sentence.start;
  const clause =
    isNext && (isBare || before.text.endsWith(':'))
      ? `${before.text} ${suspect.clause.text}`
      : suspect.clause.text;
  // A sentence that holds nothing but the value answers with it.
  if (isBare && !isNext && sentence?.end === suspect.clause.end) return 'yes';
  if (isOfOtherVersion(clause, suspect, question)) return 'no';
  const scope = sentence?.text ?? clause;
  const words = vocabulary(inFull(clause));
  const hits =
    [...subject].filter((word) => knows(words, word)).length +
    (ASKS_PRICE.test(question) && PRICES.test(clause) ? 1 : 0) +
    (namesVersion(clause, suspect, question) ? 1 : 0);
  const isPerson =
    personsIn(suspect.text).length > 0 &&
    [...subject].some(
      (word) => /^(?:cfo|ceo|cto|chief|offic|director|manag)/.test(word) && knows(words, word),
    );
  if (STRONG_GUESS.test(clause) || /\bfor (?:it|that|them|this)\b/i.test(clause)) return 'yes';
  if (IN_THAT_POST.test(clause) && personsIn(suspect.text).length > 0) return 'yes';
  if (isAnnounced(suspect, answer)) return 'yes';
  if (isNamedAgain(suspect, answer, subject)) return 'yes';
  if (isPerson && hits > 0 && !/\b(?:only|just|not)\b/i.test(clause)) return 'yes';
  if (/\b(?:only|just|solely|merely)\b/i.test(clause)) return 'no';
  if (isListedAsOther(suspect, answer, subject, question) || isOverall(suspect, answer, question))
    return 'no';
  if (ELSEWHERE.test(clause)) return hits >= 2 ? 'maybe' : 'no';
  if (/\b(?:ceo|chief executive)\b/i.test(clause) && !subject.has('ceo')) return 'no';
  if (hits > 0 && differ(periodsIn(clause), periodsIn(question)) && !GUESS.test(clause)) return 'maybe';
  if (hits > 0) return ELSEWHERE.test(scope) && hits < 2 ? 'maybe' : 'yes';
  if (!ELSEWHERE.test(scope) && sharesPeriod(clause, question, contentWords(inFull(question)))) return 'yes';
  if (hits === 0 && differ(periodsIn(clause), periodsIn(question)) && !PUT_FORWARD.test(clause)) return 'no';
  const countsOther =
    suspect.noun !== null && !knows(vocabulary(question), stem(suspect.noun)) && !PUT_FORWARD.test(clause);
  if (countsOther) return 'no';
  if (GUESS.test(clause) && (ANAPHOR.test(clause) || contentWords(clause).size <= 3)) return 'yes';
  if (personsIn(suspect.text).length > 0) return OTHER_POST.test(scope) ? 'no' : 'maybe';
  if (ELSEWHERE.test(scope)) return 'no';
  const strange = [...contentWords(withoutFigureWords(clause))].filter((word) => !subject.has(word)).length;
  if (strange <= 1) return 'maybe';
  return GUESS.test(clause) ? 'maybe' : 'no';
}
