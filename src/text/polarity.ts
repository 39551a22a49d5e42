/** Yes or no: what an answer says about a subject. */
import { contentWords, knows, vocabulary } from './keywords.ts';
import { NEGATION } from './negation.ts';
import {
  ADVISES,
  ANAPHORA,
  ASKS_OF_TEXT,
  ATTRIBUTED,
  BELONGS,
  CITES,
  CONCEDES,
  EXCEPTION,
  EXCLUDES,
  GRANTS,
  GRANTS_BY_NEGATION,
  MAY_GRANT,
  ONLY_SO_FAR,
  OPENS_NO,
  OPENS_YES,
  SAYS_NOTHING,
} from './polarity-words.ts';
import { clauses, sentences } from './sentences.ts';

export type Polarity = 'yes' | 'no' | 'mixed' | 'none';

/** Clauses as they are to be read: a label with what it labels, a question with its answer. */
function units(text: string): string[] {
  const result: string[] = [];
  let held = '';
  for (const clause of clauses(
    text.replace(/,\s(?:however|though|of course|indeed|in fact|admittedly),/gi, ''),
  )) {
    const isLabel = clause.text.endsWith(':') && clause.text.split(' ').length <= 6;
    const isQuestion = /\?["')\]]*$/.test(clause.text);
    if (isLabel || (isQuestion && clause.text.split(' ').length <= 12)) {
      held = `${held} ${clause.text}`;
      continue;
    }
    result.push(`${held} ${clause.text}`.trim());
    held = '';
  }
  return result;
}

/** Without what says nothing of the subject: where things belong, and what a yes leaves out of what it grants. */
function withoutAsides(text: string, isYes: boolean, subjects: readonly string[]): string {
  const plain = text.replace(BELONGS, '');
  if (!isYes) return plain;
  return plain.replace(EXCEPTION, (aside) => {
    const known = vocabulary(aside);
    const isAboutSubject =
      /\b(?:them|they|those)\b/i.test(aside) || subjects.some((each) => knows(known, each));
    return isAboutSubject ? aside : '';
  });
}

interface Reading {
  readonly denies: number;
  readonly grants: number;
}

const NOTHING: Reading = { denies: 0, grants: 0 };

function readUnit(
  unit: string,
  names: boolean,
  stands: boolean,
  topic: ReadonlySet<string>,
  ofText: boolean,
): Reading {
  const weight = names ? 2 : 1;
  if (GRANTS_BY_NEGATION.test(unit)) return names || stands ? { denies: 0, grants: weight } : NOTHING;
  const saysNothing = SAYS_NOTHING.test(unit) && !EXCLUDES.test(unit);
  if (saysNothing) return ofText && (names || stands) ? { denies: weight, grants: 0 } : NOTHING;
  // "Only full-time employees": the rule excludes the subject without naming it.
  if (EXCLUDES.test(unit))
    return ATTRIBUTED.test(unit) && !names ? NOTHING : { denies: names || stands ? 2 : 1, grants: 0 };
  if (!names && !stands) return NOTHING;
  if (NEGATION.test(unit) || (/\b0\b/.test(unit) && names)) {
    return /\bnot only\b/i.test(unit) ? { denies: 0, grants: weight } : { denies: weight, grants: 0 };
  }
  if (ATTRIBUTED.test(unit) || ADVISES.test(unit)) return NOTHING;
  const words = contentWords(unit);
  const sharesTopic = [...words].some((word) => knows(topic, word));
  if (GRANTS.test(unit)) return { denies: 0, grants: names || sharesTopic ? 2 : 1 };
  if (
    MAY_GRANT.test(unit) &&
    !ONLY_SO_FAR.test(unit) &&
    !CITES.test(unit) &&
    (sharesTopic || (names && words.size <= 1))
  )
    return { denies: 0, grants: 2 };
  return NOTHING;
}

/**
 * What the answer says about the subject (stems of keywords.ts): clauses that name it, or that follow one which did
 * and stand for it by a pronoun. The opening word counts where the clauses say nothing.
 */
export function polarityAbout(text: string, subjects: readonly string[], question: string): Polarity {
  const opening = sentences(text)[0]?.text ?? '';
  const opens = OPENS_NO.test(opening)
    ? 'no'
    : OPENS_YES.test(opening) || CONCEDES.test(text)
      ? 'yes'
      : 'none';
  const asked = contentWords(question);
  for (const subject of subjects) asked.delete(subject);
  const ofText = ASKS_OF_TEXT.test(question) && !/\b(?:who|contractors?|employees?)\b/i.test(question);
  let denies = 0;
  let grants = 0;
  let isSubjectSeen = false;
  for (const unit of units(withoutAsides(text, opens === 'yes', subjects))) {
    const known = vocabulary(unit);
    const names = subjects.some((subject) => knows(known, subject));
    const refersBack =
      /\b(?:them|they|theirs)\b/i.test(unit) && [...asked].some((word) => knows(known, word));
    const stands =
      (!names && refersBack) ||
      (!names && ANAPHORA.test(unit) && (isSubjectSeen || opens !== 'none' || vocabulary(question).size > 0));
    if (names) isSubjectSeen = true;
    const reading = readUnit(unit, names, stands, asked, ofText);
    denies += reading.denies;
    grants += reading.grants;
  }
  if (grants >= 2 && denies >= 2) return 'mixed';
  if (grants >= 2) return opens === 'no' || denies > 0 ? 'mixed' : 'yes';
  if (denies > 0) return opens === 'yes' && denies < 2 ? 'mixed' : 'no';
  if (opens !== 'none') return opens;
  return grants > 0 ? 'yes' : 'none';
}

const GROUP =
  /\b(contractors?|freelancers?|interns?|temps|part-timers?|consultants?|bots?|robots?|minors?|users?|customers?|members?|students?|volunteers?|visitors?)\b/i;

/** The words a yes-or-no question is about: a group of people where it names one, otherwise its content words. */
export function subjectsOf(question: string, told: readonly string[] = []): string[] {
  // "And dental?" is still about the group that was spoken of before.
  const group = [question, ...told.toReversed()]
    .map((text) => GROUP.exec(text)?.[0])
    .find((name) => name !== undefined);
  return [...contentWords(group ?? question)];
}
