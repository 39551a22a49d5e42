/** Compares an answer with the expected one, part by part, and says how each part fares and why. */
import { type Answer, readAnswer, readPlain } from './answer.ts';
import { swapped } from './binding.ts';
import { compareDate, compareName, comparePolarity, compareWords } from './compare-words.ts';
import { compareNumber, compareRange } from './compare-numbers.ts';
import { type Component, componentsOf } from './expected.ts';
import { knownFigures } from './known.ts';
import { comparativeFault, listFault } from './roles.ts';

export type Outcome = 'right' | 'wrong' | 'missing' | 'undecided';

export interface Finding {
  readonly component: Component;
  readonly outcome: Outcome;
  /** In words: what the answer says of this part. */
  readonly evidence: string;
  /** Relative deviation of a number that the answer itself marks as approximate, or of one given as a fact. */
  readonly deviation: number | null;
  readonly approximate: boolean;
}

export interface Comparison {
  readonly outcome: Outcome;
  readonly evidence: string;
  readonly findings: readonly Finding[];
  readonly answer: Answer;
  /** Share of the required parts that are there, 0–1. */
  readonly completeness: number;
}

export interface CompareInput {
  readonly answer: string;
  readonly expected: string;
  readonly question: string;
  /** What was said before, in which figures may stand that the answer repeats. */
  readonly told: readonly string[];
}

const ASKS_FOR_WORDS =
  /\b(?:why|reasons?|drivers?|driv(?:e|en|es|ing)|whose|who|which|where|area|cause[sd]?|behind|because|what must|what changes?|conditions?|based on|nickname|called|name|and how|approv\w*|ok\b|permission|section|summar|briefing|rule)\b/i;
const ASKS_FOR_BASE =
  /\b(?:base|from (?:what|which|where)|compar\w*|last year|year before|previous|prior|versus|vs|both|each|against|margin)\b/i;

function compareComponent(
  component: Component,
  answer: Answer,
  input: CompareInput,
  all: readonly Component[],
): Finding {
  const figures = all.flatMap((other) =>
    other.kind === 'number'
      ? other.number.readings
      : other.kind === 'range'
        ? [other.range.first.value, other.range.second.value]
        : [],
  );
  const context = {
    answer,
    question: input.question,
    known: knownFigures(input.told),
    expectedFigures: figures,
  };
  switch (component.kind) {
    case 'number':
      return { component, ...compareNumber(component, context) };
    case 'range':
      return { component, ...compareRange(component, context) };
    case 'date':
      return { component, approximate: false, deviation: null, ...compareDate(component, answer) };
    case 'name':
      return { component, approximate: false, deviation: null, ...compareName(component, answer) };
    case 'words':
      return { component, approximate: false, deviation: null, ...compareWords(component, answer) };
    case 'polarity':
      return { component, approximate: false, deviation: null, ...comparePolarity(component, answer) };
    default:
      return component satisfies never;
  }
}

function isAsked(component: Component, question: string): boolean {
  if (component.kind === 'words') return ASKS_FOR_WORDS.test(question);
  if (component.optional) return ASKS_FOR_BASE.test(question);
  return true;
}

/** The comparison of one answer with its expected answer. */
export function compareAnswer(input: CompareInput): Comparison {
  const answer = readAnswer(input.answer);
  const components = componentsOf(input.expected, input.question);
  const findings = components.map((component) => compareComponent(component, answer, input, components));
  const required = findings.filter((finding) => !finding.component.optional);
  const right = required.filter((finding) => finding.outcome === 'right');
  const completeness = required.length === 0 ? 1 : right.length / required.length;
  const done = (outcome: Outcome, evidence: string): Comparison => ({
    outcome,
    evidence,
    findings,
    answer,
    completeness,
  });

  const wrong = findings.find((finding) => finding.outcome === 'wrong');
  if (wrong !== undefined) return done('wrong', wrong.evidence);
  const expected = readPlain(input.expected);
  const fault =
    swapped(components, answer) ??
    comparativeFault(expected, answer) ??
    listFault(input.expected, input.question, answer);
  if (fault !== null) return done('wrong', fault);
  const missing = required.filter((finding) => finding.outcome === 'missing');
  const undecided =
    required.find((finding) => finding.outcome === 'undecided') ??
    findings.find((finding) => finding.outcome === 'undecided' && finding.component.kind !== 'words');
  if (missing.length > 0) {
    const reason = missing.map((finding) => finding.evidence).join('; ');
    if (right.length === 0) return done('missing', reason);
    const hard = missing.filter((finding) => isAsked(finding.component, input.question));
    if (hard.length > 0) return done('missing', reason);
    return undecided === undefined
      ? done('right', `not asked for and left out: ${reason}`)
      : done('undecided', undecided.evidence);
  }
  if (undecided !== undefined) return done('undecided', undecided.evidence);
  if (required.length === 0)
    return done('undecided', 'the expected answer has no part that rules can compare');
  return done('right', right.map((finding) => finding.evidence).join('; '));
}
