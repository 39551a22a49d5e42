/** What a message asks: its parts, the words that must be met, and what kind of thing the answer is. */
import { isSometimesTopic, isStopWord, stem, wordsOf } from './words.ts';

export type AnswerKind =
  | 'quantity'
  | 'money'
  | 'percent'
  | 'count'
  | 'date'
  | 'person'
  | 'place'
  | 'yes-no'
  | 'reason'
  | 'any';

export interface Term {
  readonly word: string;
  readonly stem: string;
  /** Numbers, years, quarters, versions: these must be met, nothing else means the same. */
  readonly exact: boolean;
  /** Written with a capital inside the sentence, or in capitals: a name. */
  readonly name: boolean;
  /** Shapes the question more than it names its topic; documents rarely repeat it. */
  readonly soft: boolean;
}

export interface Question {
  readonly text: string;
  readonly terms: readonly Term[];
  readonly kind: AnswerKind;
  /** It leans on what was said before: "it", "those", "and dental?". */
  readonly followsUp: boolean;
  /** What is counted in a "how many …" question: the stems right behind it. */
  readonly counted: readonly string[];
  /** A numbered place of the document that is named: "section 12". */
  readonly place: RegExp | null;
  /** Names from code: with an underscore, an inner capital or brackets. */
  readonly identifiers: readonly string[];
}

const FOLLOW_UP =
  /\b(?:it|its|that|this|they|them|their|those|these|there|the same|he|she|his|her|former|latter)\b/i;
const OPENS_AS_FOLLOW_UP =
  /^(?:and|but|so|or|also|then|what about|how about|why|ok(?:ay)?[,.]? (?:and|what|how|so)|in that case|which one)\b/i;

const OPENS_WITH_QUESTION =
  /^(?:(?:and|but|so|or|then|also|hi|hey|hello)[,!]?\s+)*(?:(?:from|by|in|for|at|to|on|under|above|below|with|of)\s+)?(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|does|do|did|can|could|may|must|will|has|have)\b/i;

/** The separate questions of a message, in order. Statements around them come along as their own parts. */
export function splitQuestions(message: string): string[] {
  const parts: string[] = [];
  const asks =
    '(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|does|do|did|can|could|may|must|will|has|have)';
  for (const sentence of message.split(/(?<=[?!.])\s+(?=[\p{Lu}\d"'“(])|\n+/u)) {
    const conditional = /^(?:if|given|based on|assuming|suppose)\b[^,]*,/i.test(sentence.trim());
    const pieces = conditional
      ? [sentence]
      : sentence.split(
          new RegExp(
            `(?:,|;|\\s[–—-])\\s+(?:and\\s+|or\\s+|also\\s+|plus\\s+|so\\s+|but\\s+|then\\s+)?(?=(?:(?:from|by|in|for|at|to|on|under)\\s+)?${asks}\\b)|\\s+and\\s+(?:also\\s+)?(?=(?:(?:from|by|in|for|at|to|on|under)\\s+)?(?:what|which|who|when|where|why|how)\\b)|\\s+and\\s+(?=(?:then\\s+)?(?:tell|give|show|explain|describe)\\b)`,
            'iu',
          ),
        );
    const mark = sentence.trim().endsWith('?') ? '?' : '';
    parts.push(
      ...pieces
        .map((piece) => piece.trim())
        .filter((piece) => /\p{L}/u.test(piece))
        .map((piece) => (piece.endsWith('?') || !OPENS_WITH_QUESTION.test(piece) ? piece : piece + mark)),
    );
  }
  return parts.length === 0 ? [message] : parts;
}

export function readQuestion(text: string): Question {
  const terms = termsOf(text);
  const counted = /\b(?:how many|number of)\s+((?:[\p{L}-]+\s*){1,5})/iu.exec(text)?.[1];
  return {
    text,
    terms,
    kind: kindOf(text),
    followsUp: OPENS_AS_FOLLOW_UP.test(text.trim()) || FOLLOW_UP.test(text),
    place: placeOf(text),
    identifiers: [...text.matchAll(/\b[a-z]\w*_\w+|\b[a-z]+[A-Z]\w+|\b\w+(?=\(\))/g)].map(([name]) => name),
    counted:
      counted === undefined
        ? []
        : wordsOf(counted)
            .filter((word) => !isStopWord(word))
            .slice(0, 2)
            .map(stem),
  };
}

function placeOf(text: string): RegExp | null {
  const [, kind, number] =
    /\b(section|article|chapter|clause|part|appendix|annex|paragraph)\s+(\d+(?:\.\d+)*|[A-Z])\b/i.exec(
      text,
    ) ?? [];
  return kind === undefined || number === undefined
    ? null
    : new RegExp(
        `\\b${kind}\\s+${number.replaceAll('.', '\\.')}(?![\\d.]*\\d)|^${number.replaceAll('.', '\\.')}[.:)]?\\s`,
        'i',
      );
}

const SOFT = new Set(
  'highest lowest most least largest biggest smallest best worst better maximum minimum top total overall long short fast quick quickly soon big small high low old end above below over under question section page part known other product item option plan company organization user person people member paper text general main important relevant specific various certain several set difference range sort fewest greatest higher lower cheaper policy rule briefing keep area gap method approach mentioned based bad level establish provide contain set cover offer handle concern'
    .split(' ')
    .map(stem),
);
/** "screen size", "fuel type": the noun before says what is meant. */
const KIND_NOUNS = new Set(
  'size type kind value level amount model version score number name figure sector model variant option'
    .split(' ')
    .map(stem),
);

const EXACT = /^\d|^q[1-4]$/;

export function termsOf(text: string): Term[] {
  const names = new Set(
    [...text.matchAll(/(?<=[\p{L}\d,;:)'"]\s+["'(]?)\p{Lu}[\p{L}\d]*|\b\p{Lu}{2,}\b/gu)].map(([name]) =>
      name.toLowerCase(),
    ),
  );
  const seen = new Set<string>();
  const terms: Term[] = [];
  const words = wordsOf(
    text.replaceAll(/\b[\w-]+\.(?:md|txt|csv|html?|pdf|xlsx|py|json|png|jpe?g)\b/gi, ' '),
  );
  for (const [index, word] of words.entries()) {
    // "first year": an ordinal is a topic when it stands before a noun that is one.
    const ordinal =
      isSometimesTopic(word) &&
      /^(?:first|last|next)$/.test(word) &&
      /^(?:year|month|week|day|meeting|quarter)/.test(words[index + 1] ?? '');
    if (isStopWord(word) && !ordinal) continue;
    if (word.length === 1 && !/\d/.test(word)) continue;
    const stemmed = stem(word);
    if (seen.has(stemmed)) continue;
    seen.add(stemmed);
    const before = words[index - 1];
    const relative = ordinal && word !== 'first' && words[index + 1] !== 'meeting';
    const soft =
      relative ||
      SOFT.has(stemmed) ||
      (KIND_NOUNS.has(stemmed) && before !== undefined && !isStopWord(before) && !SOFT.has(stem(before)));
    terms.push({ word, stem: stemmed, exact: EXACT.test(word), name: names.has(word), soft });
  }
  return terms;
}

function kindOf(text: string): AnswerKind {
  const lower = text.toLowerCase();
  if (
    /\bhow much (?:is|was|were|are|has|have|did)\b.{0,40}\b(?:up|down|grow|grown|risen|rise|increase|fall|fallen)\b/.test(
      lower,
    )
  )
    return 'percent';
  if (
    /\bhow much (?:more|less|faster|slower|better|worse|higher|lower|longer|shorter|bigger|larger|smaller|older|younger)\b/.test(
      lower,
    )
  )
    return 'quantity';
  if (
    /\bhow much (?!is\b|are\b|was\b|were\b|do\b|does\b|did\b|can\b|could\b|would\b|will\b|has\b|have\b|must\b|money\b|revenue\b|for\b|to\b|of\b)[a-z]+/.test(
      lower,
    )
  )
    return 'quantity';
  if (/\bhow many\b|\bnumber of\b|\bcount of\b/.test(lower)) return 'count';
  if (
    /\bwhat (?:percent|share|proportion|portion|fraction)|\bpercentage\b|\bby how much\b|\b(?:growth|unemployment|interest|tax|vacancy) rate\b/.test(
      lower,
    )
  )
    return 'percent';
  if (
    /\bhow much\b|\b(?:price|cost|costs|fee|revenue|salary|budget|net income|profit|fine)\b.*\?|\bin dollars\b/.test(
      lower,
    ) &&
    !/^(?:is|are|do|does|did|can|could|may|must|has|have|will)\b/.test(lower)
  )
    return 'money';
  if (/\bwhen (?:do|does|did|must)\b.*\b(?:have to|need to|must|required)\b/.test(lower)) return 'any';
  if (
    /(?:^|[,;] |\b(?:and|since|until|from|by) )when\b|\bwhen (?:is|was|were|are|did|does|do|will|can|must|should)\b|\bwhat (?:date|day|time|year|month)\b|\bwhich (?:date|day|month|year)\b|\brelease date\b|\bdate of\b/.test(
      lower,
    )
  )
    return 'date';
  if (
    /\bwho\b|\bwhose\b|\bname of the\b.*\b(?:officer|ceo|cfo|cto|manager|director|author|president|chair)/.test(
      lower,
    )
  )
    return 'person';
  if (/\bwhere\b/.test(lower)) return 'place';
  if (/\bwhy\b|\breasons?\b|\bdrives?\b|\bcaused?\b/.test(lower)) return 'reason';
  if (isYesNo(lower)) return 'yes-no';
  if (
    /\b(?:what|which|how)\b.*\b(?:range|rates?|scores?|speed|fast|outlook|forecast|projection|guidance|growth|target|quickly|soon|often|level|frequency|size|capacity|long|old|high|heavy|far|maximum|minimum|ratings?|versions?)\b/.test(
      lower,
    )
  )
    return 'quantity';
  return 'any';
}

/** Opens with an auxiliary verb, perhaps after a lead-in. */
export function isYesNo(text: string): boolean {
  return (
    /^(?:(?:and|but|so|ok(?:ay)?|then|also|well|hi|hey|hello|thanks|please)[,.!]?\s+)*(?:(?:can|could) you (?:tell me|check|confirm|see|look up) (?:if|whether) |(?:i(?:'d| would) like to know|i wonder|do you know|tell me|check) (?:if|whether) |according to [^,]+, )?(?:is|are|was|were|does|do|did|can|could|may|must|will|would|should|has|have|am|isn't|aren't|doesn't|don't|can't)\b(?! you\b)/i.test(
      text.trim(),
    ) ||
    (/\b(?:if|whether)\b.{3,80}\?$/i.test(text) && /^(?:i|please|tell|check|could|can)\b/i.test(text))
  );
}
