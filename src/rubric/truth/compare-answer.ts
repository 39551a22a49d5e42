/**
 * An answer against the expected one, by rules that are certain. Decided is only a plain statement: one sentence that
 * asserts a value, a name or the expected wording, with nothing denied, doubted, compared or reckoned in it, and
 * nothing that could make the value another thing's. Everything else is `undecided`. Rules: docs/rubric.md.
 */
import { isPlainAdmission } from './read-unknown.ts';
import { matchValues, type ValueMatch } from './match-values.ts';
import { compareNames, expectedName, isAbbreviated } from './compare-names.ts';
import { comparePolarity } from './compare-polarity.ts';
import { type CompareInput, type Comparison, decide } from './comparison.ts';
import { readable } from '../../text/normalise.ts';
import { onlySentence, prepared, readStatement, type Statement, type Token } from '../../text/statement.ts';
import { nounOf, shareOf } from '../../text/units.ts';
import { namesSource, quantitiesIn, readValues, type Value } from '../../text/values.ts';
import {
  BEFORE_VERBS,
  DIRECTIONS,
  isFunctionWord,
  isNeutral,
  looksEnglish,
  stemsOf,
  WEIGHTLESS,
  wordsIn,
} from '../../text/words.ts';

/** Words and values of an expected answer that are compared: more of them say more than one thing. */
const MAX_TOKENS = 150;

export function compareAnswer(given: CompareInput): Comparison {
  return compareRead({ ...given, question: readable(given.question) });
}

function compareRead(input: CompareInput): Comparison {
  const keepsSources = namesSource(readable(input.expected));
  const truth = readStatement(prepared(input.expected, keepsSources));
  if (truth.tokens.length > MAX_TOKENS)
    return decide('undecided', 'not_read', 'the expected answer is too long to compare');
  const polarity = comparePolarity(input);
  if (polarity !== null) return polarity;
  if (
    isPlainAdmission(input.answer, input.question) &&
    !truth.words.some(({ guard }) => guard === 'negation')
  )
    return decide('wrong', 'nothing_given', 'says that it is not known, and the documents hold it');
  const sentence = onlySentence(input.answer, keepsSources);
  if (sentence === null)
    return decide('undecided', 'not_plain', 'the answer is more than one plain sentence');
  const given = readStatement(withoutLabels(sentence, input.question));
  const asked = askedStems(input.question);
  const isEnglish =
    looksEnglish(sentence) && given.words.every((word) => isNeutral(word.word) || asked.has(word.stem));
  const context: Context = { input, truth, given, asked, isEnglish };
  const guard = unexpectedGuard(context) ?? turnedWord(context);
  if (guard !== null) return decide('undecided', 'not_plain', `"${guard}" keeps the answer from being plain`);
  return compareWordings(context) ?? compareNamed(context) ?? compareByValue(context);
}

interface Context {
  readonly input: CompareInput;
  readonly truth: Statement;
  readonly given: Statement;
  /** Stems of the question. */
  readonly asked: ReadonlySet<string>;
  /** Surely an English sentence: it holds no other words than those of the question and common ones. */
  readonly isEnglish: boolean;
}

function askedStems(question: string): ReadonlySet<string> {
  return new Set([
    ...stemsOf(question),
    ...labelsOf(question).flatMap((label) => [...stemsOf(label.replace(/[ -]\d.*$/, ''))]),
  ]);
}

const labelsOf = (question: string): string[] =>
  [...question.matchAll(/\b\p{L}+[ -]\d+(?:\.\d+)*\b/gu)].map((found) => found[0]);
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** "band 5" in the question is a label in the answer as well, and no value. */
function withoutLabels(sentence: string, question: string): string {
  return labelsOf(question).reduce(
    (text, label) =>
      text.replaceAll(new RegExp(`\\b${escaped(label)}\\b`, 'giu'), label.replace(/[ -]\d.*$/, '')),
    sentence,
  );
}

/** Repeated from the question, they ask for a permission or a duty and doubt nothing. */
const MODAL = /^(?:may|must|should)$/i;

/** "You may dive to a maximum of 18 m" permits; "it may be 18 m" doubts. */
function permits(given: Statement, word: string): boolean {
  const at = given.words.findIndex((token) => token.word === word);
  const isBounded = given.values.some((value) => value.kind === 'quantity' && value.bound !== null);
  return MODAL.test(word) && isBounded && !/^(?:be|have)$/i.test(given.words[at + 1]?.word ?? '');
}

function unexpectedGuard({ given, truth, asked }: Context): string | null {
  const expected = new Set(truth.words.map(({ stem }) => stem));
  const [denied, denies] = [truth, given].map(({ words }) =>
    words.filter(({ guard }) => guard === 'negation').map(({ word }) => word),
  );
  if ((denies?.length ?? 0) > (denied?.length ?? 0)) return denies?.[0] ?? null;
  const found = given.words.find(
    ({ guard, stem, word }) =>
      guard !== null &&
      !expected.has(stem) &&
      (guard === 'negation' ||
        (guard === 'hedge' && !MODAL.test(word)) ||
        !(asked.has(stem) || permits(given, word))),
  );
  return found?.word ?? null;
}

/** "up" or "from" where the expected answer or the question has another direction; "up" and "down" also without. */
function turnedWord({ given, truth, input }: Context): string | null {
  const known = new Set(
    [...truth.words, ...wordsIn(input.question)].map(({ word }) => word.toLowerCase()).filter(isDirection),
  );
  const turned = given.words.find(({ word }) => {
    const own = word.toLowerCase();
    return isDirection(own) && !known.has(own) && (known.size > 0 || /^(?:up|down)$/.test(own));
  });
  return turned?.word ?? null;
}

const isDirection = (word: string): boolean => DIRECTIONS.has(word);

function match(context: Context, wanted: Value, value: Value): ValueMatch {
  const { asked, input, isEnglish } = context;
  return matchValues(wanted, value, { asked, tolerance: input.tolerance ?? 0, isEnglish });
}

/** The same words in the same order as expected, the question's own aside: right or wrong by their values alone. */
function compareWordings(context: Context): Comparison | null {
  const { truth, given, asked } = context;
  const own = new Set(truth.words.map(({ stem }) => stem));
  const isWeightless = (token: Token): boolean =>
    token.kind === 'word' && WEIGHTLESS.has(token.word.toLowerCase());
  const wanted = truth.tokens.filter((token) => !isWeightless(token));
  const said = given.tokens.filter(
    (token) =>
      !isWeightless(token) &&
      (token.kind === 'value' || own.has(token.stem) || !(asked.has(token.stem) || isNeutral(token.word))),
  );
  if (wanted.length < 2 || wanted.length !== said.length) return null;
  const faults: string[] = [];
  for (const [index, token] of wanted.entries()) {
    const other = said[index];
    if (token.kind === 'word' && other?.kind === 'word' && token.stem === other.stem) continue;
    if (token.kind !== 'value' || other?.kind !== 'value') return null;
    const { verdict } = match(context, token.value, other.value);
    if (verdict === 'different') faults.push(`${other.value.text} for ${token.value.text}`);
    else if (verdict !== 'same') return null;
  }
  const [fault] = faults;
  return fault === undefined
    ? decide('right', 'wording', 'says what is expected')
    : decide('wrong', 'wording', `gives ${fault}`);
}

function compareNamed(context: Context): Comparison | null {
  const name = expectedName(context.input.expected);
  if (name === null || context.truth.values.length > 0) return null;
  const result = compareNames(name, context.given, context.asked);
  if (result === 'wrong' && isAbbreviated(context.truth, context.given, context.asked))
    return decide('undecided', 'not_plain', 'one of the names may be the short form of the other');
  if (result === 'wrong') return decide('wrong', 'name', `names another than ${name.join(' ')}`);
  if (result !== 'right') return decide('undecided', 'not_plain', 'no plain name');
  const strange = strangeWord(context);
  return strange === null
    ? decide('right', 'name', `names ${name.join(' ')}`)
    : decide('undecided', 'not_plain', `"${strange}" may make it another thing's name`);
}

/** Every value of the expected answer that is the only one of its sort, against the answer's only one. */
function compareByValue(context: Context): Comparison {
  const { truth, given } = context;
  if (truth.values.length === 0)
    return decide('undecided', 'not_read', 'the expected answer holds no value to compare');
  const used = new Set<Value>();
  let approximately: number | null = null;
  let open: string | null = null;
  for (const wanted of truth.values) {
    const alike = distinct(
      context,
      given.values.filter(
        (value) => match(context, wanted, value).verdict !== 'other' && !isRepeated(context, wanted, value),
      ),
    );
    const isOnly = truth.values.every(
      (other) => other === wanted || match(context, wanted, other).verdict === 'other',
    );
    const [value] = alike;
    if (value === undefined || alike.length > 1 || !isOnly) {
      open ??= `${wanted.text} has no single value beside it`;
      continue;
    }
    const { verdict, deviation } = match(context, wanted, value);
    const isApproximate = value.kind === 'quantity' && value.approximate;
    if (isApproximate && deviation !== null) approximately = Math.max(approximately ?? 0, deviation);
    if (verdict === 'different') {
      // "€119 with VAT" for "€100 net": each says of its figure what the other does not.
      const qualifier = missingWord(context) === null ? null : strangeWord(context);
      return qualifier === null
        ? decide('wrong', 'value', `gives ${value.text} for ${wanted.text}`, isApproximate ? deviation : null)
        : decide('undecided', 'not_plain', `"${qualifier}" may make the value another thing's`);
    }
    if (verdict !== 'same') open ??= `${value.text} for ${wanted.text} cannot be told by rule`;
    used.add(value);
  }
  if (open !== null) return decide('undecided', 'not_plain', open, approximately);
  const isKnown = (value: Value): boolean =>
    [...used].some(
      (own) => own === value || isSameValue(context, own, value) || isRepeated(context, own, value),
    );
  if (!given.values.every(isKnown))
    return decide('undecided', 'not_plain', 'the answer holds other values as well');
  const missing = missingWord(context);
  if (missing !== null)
    return decide('undecided', 'not_plain', `"${missing}" of the expected answer is not there`);
  const strange = strangeWord(context);
  if (strange !== null)
    return decide('undecided', 'not_plain', `"${strange}" may make the value another thing's`);
  return decide('right', 'value', `gives ${[...used].map(({ text }) => text).join(', ')}`, approximately);
}

/** A value of another sort that the question has, too: "class 8b" or "two donations" where days are expected. */
function isRepeated({ input }: Context, wanted: Value, value: Value): boolean {
  if (value.kind === 'quantity' && wanted.kind === 'quantity') {
    if (value.unit.kind === wanted.unit.kind) return false;
    return quantitiesIn(input.question).some(
      (own) => own.unit.kind === value.unit.kind && own.readings[0] === value.readings[0],
    );
  }
  if (value.kind === wanted.kind) return false;
  if (value.kind === 'code')
    return readValues(prepared(input.question)).some((own) => own.kind === 'code' && own.code === value.code);
  return input.question.toLowerCase().includes(value.text.toLowerCase());
}

/** One value said twice, in two units perhaps, is one. */
function distinct(context: Context, values: readonly Value[]): Value[] {
  return values.filter(
    (value, index) => !values.slice(0, index).some((earlier) => isSameValue(context, earlier, value)),
  );
}

function isSameValue(context: Context, one: Value, other: Value): boolean {
  return match(context, one, other).verdict === 'same';
}

/** A word of the expected answer that neither the question nor the answer holds. */
function missingWord({ truth, given, asked }: Context): string | null {
  const said = new Set([
    ...given.words.map(({ word }) => nounOf(word)),
    ...given.words.map(({ stem }) => stem),
  ]);
  const missing = truth.words.find(
    ({ word, stem }) =>
      (!isFunctionWord(word) || /^(?:up|down)$/i.test(word)) &&
      !said.has(stem) &&
      !said.has(nounOf(word)) &&
      !asked.has(stem),
  );
  return missing?.word ?? null;
}

/**
 * A word that may make the value one of another thing. Known are the words of question and expected answer, and those
 * without a matter of their own; besides them one verb may stand, right behind a known word, a pronoun or "is".
 */
function strangeWord({ input, truth, given, asked }: Context): string | null {
  const own = stemsOf(input.expected);
  const nouns = new Set(truth.words.map(({ word }) => nounOf(word)));
  const shares = new Set(truth.values.map((value) => (value.kind === 'quantity' ? value.per : null)));
  const isKnown = (token: Token): boolean =>
    token.kind === 'word' &&
    (own.has(token.stem) ||
      nouns.has(nounOf(token.word)) ||
      asked.has(token.stem) ||
      shares.has(shareOf(token.word)));
  const hasVerb = given.words.some(({ word }) => /^(?:is|are|was|were|has|have|had)$/i.test(word));
  let verbs = 0;
  let last: Token | undefined;
  for (const token of given.tokens) {
    const before = last;
    last = token;
    if (token.kind === 'value' || isKnown(token) || isNeutral(token.word)) continue;
    if (MODAL.test(token.word) || token.word.endsWith('ly')) continue;
    const follows =
      before?.kind === 'word' &&
      (BEFORE_VERBS.has(before.word.toLowerCase()) || (isKnown(before) && !hasVerb));
    if (!follows || verbs > 0) return token.word;
    verbs += 1;
  }
  return null;
}
