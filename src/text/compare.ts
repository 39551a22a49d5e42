/** Compares an answer with the expected one, part by part, and says how each part fares and why. */
import { type Answer, readAnswer, readPlain } from './answer.ts';
import { swapped } from './binding.ts';
import { compareDate, compareName, comparePolarity, compareWords } from './compare-words.ts';
import { compareNumber } from './compare-numbers.ts';
import { compareRange } from './compare-ranges.ts';
import { type Component, componentsOf } from './expected.ts';
import { type KnownFigures, knownFigures } from './known.ts';
import { antonymFault } from './antonyms.ts';
import { compareRole, swappedRoles } from './posts.ts';
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
  /** The user's earlier messages: a short question may lean on them. */
  readonly earlier?: readonly string[];
}

const ASKS_FOR_WORDS =
  /\b(?:why|reasons?|drivers?|driv(?:e|en|es|ing)|whose|who|which|where|area|cause[sd]?|behind|because|what (?:must|happens|changes|kind)|conditions?|based on|basis|nickname|called|name|approv\w*|ok\b|okay\b|permission|section|sum(?:mari[sz]e|mary| up)|briefing|rules?|policy|how (?:bad|severe|was|quickly|soon))\b/i;
const ASKS_FOR_ROLES =
  /\b(?:who|whose|approv\w*|ok\b|okay\b|permission|sign|policy|rules?|briefing|conditions?)\b/i;

function compareComponent(
  component: Component,
  answer: Answer,
  input: CompareInput,
  all: readonly Component[],
  known: KnownFigures,
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
    known,
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
    case 'role':
      return { component, approximate: false, deviation: null, ...compareRole(component, answer, all) };
    case 'polarity':
      return {
        component,
        approximate: false,
        deviation: null,
        ...comparePolarity(component, answer, input.question, input.expected),
      };
    default:
      return component satisfies never;
  }
}

function isAsked(component: Component, question: string): boolean {
  if (component.kind === 'role') return ASKS_FOR_ROLES.test(question);
  if (component.kind === 'words') return !component.detail || ASKS_FOR_WORDS.test(question);
  return true;
}

/** A number left out that follows from two others the answer gives: the half point between 4.7 and 4.2. */
function follows(finding: Finding, findings: readonly Finding[]): boolean {
  const { component } = finding;
  if (component.kind !== 'number' || finding.outcome !== 'missing') return false;
  const given = findings.flatMap((other) =>
    other.component.kind === 'number' && other.outcome === 'right' ? [other.component.number.value] : [],
  );
  return given.some((a) =>
    given.some((b) => a > b && Math.abs(a - b - component.number.value) <= 0.02 * component.number.value),
  );
}

/** The comparison of one answer with its expected answer. */
export function compareAnswer(input: CompareInput): Comparison {
  const answer = readAnswer(input.answer);
  const components = componentsOf(input.expected, input.question, input.earlier ?? []);
  const known = knownFigures(input.told);
  const compared = components.map((component) =>
    compareComponent(component, answer, input, components, known),
  );
  const findings = compared.map((finding): Finding =>
    follows(finding, compared)
      ? { ...finding, outcome: 'right', evidence: `${finding.evidence}, which follows from the others` }
      : finding,
  );
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
    swappedRoles(components, answer) ??
    antonymFault(input.expected, input.question, answer) ??
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
    if (missing.some((finding) => isAsked(finding.component, input.question))) return done('missing', reason);
    if (missing.some((finding) => finding.component.kind === 'role')) return done('undecided', reason);
    return undecided === undefined
      ? done('right', `not asked for and left out: ${reason}`)
      : done('undecided', undecided.evidence);
  }
  if (undecided !== undefined) return done('undecided', undecided.evidence);
  if (required.length === 0)
    return done('undecided', 'the expected answer has no part that rules can compare');
  return done('right', right.map((finding) => finding.evidence).join('; '));
}
