/** One expected number or range against all numbers of an answer. */
import type { Answer } from './answer.ts';
import type { Finding } from './compare.ts';
import type { Component } from './expected.ts';
import { contentWords, knows, stem, vocabulary } from './keywords.ts';
import { isExplained, type KnownFigures } from './known.ts';
import { isOfOtherLine, isUnderOtherLabel, labelledClause } from './line-labels.ts';
import { matchNumber } from './matching.ts';
import type { NumberMention } from './numbers.ts';
import { differ, periodsIn } from './periods.ts';
import { spanAt } from './sentences.ts';

export interface NumberContext {
  readonly answer: Answer;
  readonly question: string;
  readonly known: KnownFigures;
  /** All figures of the expected answer: naming another of them is no fault. */
  readonly expectedFigures: readonly number[];
}

export type NumberResult = Omit<Finding, 'component'>;

/** Beyond this a figure is wrong, whatever it is called. */
export const TOLERANCE = 0.05;

/** Words by which an answer takes back what it said, or sums it up. */
export const RESTATES =
  /\b(?:in other words|to (?:sum up|summari[sz]e)|in summary|in short|in conclusion|overall|actually|in fact|correction|that is|i\.e\.|meaning|so the (?:answer|total|figure)|scratch that|wait|sorry|or rather|i mean|on second thought|to be precise|more precisely|the (?:actual|real|correct|true|exact) (?:figure|number|value|amount|total|answer|one))\b/i;

interface Candidate {
  readonly mention: NumberMention;
  readonly deviation: number;
  readonly unitFault: boolean;
}

function clauseOf(answer: Answer, mention: NumberMention): string {
  return labelledClause(answer, mention.start);
}

function localPeriods(answer: Answer, mention: NumberMention): Set<string> {
  return periodsIn(clauseOf(answer, mention));
}

/** Whole identifiers and small counts are right or wrong, never near: 6 grounds, 12 votes. */
export function isExact(number: NumberMention): boolean {
  return number.unit.dimension === 'plain' && Number.isInteger(number.value) && Math.abs(number.value) < 20;
}

function isRight(expected: NumberMention, candidate: Candidate): boolean {
  if (candidate.unitFault) return false;
  return candidate.deviation <= (isExact(expected) ? 0.001 : TOLERANCE);
}

/** Asked how many were added, an answer that lost as many says the opposite. */
function isOppositeTo(question: string, expected: NumberMention, got: NumberMention): boolean {
  return (
    expected.sign === 0 &&
    got.sign === -1 &&
    /\b(?:added|gained|grew|grow|rise|rose|created)\b/i.test(question) &&
    !/\b(?:lost|fell|fall|drop\w*|declin\w*|shr[aiu]nk|change[ds]?|less|fewer|lower)\b/i.test(question)
  );
}

/** Asked for the most, a list gives another thing more than the one that is right. */
function outranks(mention: NumberMention, right: readonly Candidate[], question: string): boolean {
  const { dimension } = mention.unit;
  if (dimension === 'plain' || !/\b(?:top|most|highest|best|largest|biggest)\b/i.test(question)) return false;
  return right.every(
    ({ mention: own }) => own.unit.dimension === dimension && mention.value > own.value * 1.001,
  );
}

/** "23% above the year before" is no figure of the year before. */
function isChange(mention: NumberMention): boolean {
  return mention.unit.dimension === 'percent' && mention.sign !== 0;
}

/** A bare number of things that neither the question nor the expected answer speaks of. */
function countsOther(expected: NumberMention, mention: NumberMention, context: NumberContext): boolean {
  if (expected.unit.dimension !== 'plain' || mention.noun === null || mention.noun === expected.noun)
    return false;
  return !knows(vocabulary(`${context.question} ${expected.noun ?? ''}`), stem(mention.noun));
}

/** A wrong value beside the right one: does it speak of the same thing? */
function contradicts(
  component: Component,
  context: NumberContext,
  right: readonly Candidate[],
  wrong: Candidate,
): 'yes' | 'maybe' | 'no' {
  const { answer } = context;
  const mention = wrong.mention;
  const own = [...context.known.values, ...context.expectedFigures];
  if (isExplained(mention, { values: own }, true)) return 'no';
  // Two other figures whose difference or sum is the right one explain each other: $79 and $49 for $30.
  const rest = answer.figures.numbers.filter(
    (number) => number.start !== mention.start && number.unit.dimension === mention.unit.dimension,
  );
  const results = [...right.map((candidate) => candidate.mention.value), ...context.expectedFigures];
  if (
    rest.some((other) =>
      results.some(
        (value) =>
          // A figure that is small beside the result explains nothing: 8.1 million less 27 is 8.1 million.
          mention.value > 0.05 * value &&
          other.value > 0.05 * value &&
          (Math.abs(Math.abs(mention.value - other.value) - value) <= 0.01 * value ||
            Math.abs(mention.value + other.value - value) <= 0.01 * value),
      ),
    )
  )
    return 'no';
  const others = answer.figures.numbers
    .filter((number) => number.start !== mention.start)
    .map((number) => number.value);
  const sentence = spanAt(answer.sentences, mention.start);
  const clause = clauseOf(answer, mention);
  const restated =
    RESTATES.test(clause) ||
    (sentence !== undefined &&
      RESTATES.test(sentence.text.slice(0, Math.min(60, mention.start - sentence.start))));
  const periods = localPeriods(answer, mention);
  const wanted = new Set([...periodsIn(context.question), ...periodsIn(component.part)]);
  const rightPeriods = new Set(right.flatMap((candidate) => [...localPeriods(answer, candidate.mention)]));
  if (!restated && (differ(periods, wanted) || differ(periods, rightPeriods) || periods.has('prior')))
    return 'no';
  const topic = new Set([...contentWords(context.question), ...component.context]);
  const isListed = right.some((candidate) =>
    isOfOtherLine(answer, mention.start, candidate.mention.start, topic),
  );
  if (isListed && !restated) return outranks(mention, right, context.question) ? 'yes' : 'no';
  if (
    !restated &&
    isExplained(
      mention,
      {
        values: [
          ...own,
          ...others.filter(
            (value) =>
              right.some((candidate) => candidate.mention.value === value) || (value > 0 && value <= 100),
          ),
        ],
      },
      true,
    )
  )
    return 'no';
  if (restated) return 'yes';
  const said = contentWords(clause);
  const shared = [...said].filter((word) => topic.has(word)).length;
  const strange = [...said].filter((word) => !topic.has(word)).length;
  const sameNoun =
    mention.noun !== null && component.kind === 'number' && component.number.noun === mention.noun;
  if (mention.unit.dimension === 'plain' && !sameNoun) return 'no';
  if (shared >= 2 && strange <= 2) return 'yes';
  return shared >= 1 && strange <= 1 ? 'maybe' : 'no';
}

const rounded = (value: number): string => `${(value * 100).toFixed(value < 0.1 ? 1 : 0)}%`;

export function compareNumber(
  component: Component & { kind: 'number' },
  context: NumberContext,
): NumberResult {
  const { answer } = context;
  const expected = component.number;
  const candidates: (Candidate & { stance: ReturnType<Answer['stance']> })[] = [];
  for (const mention of answer.figures.numbers) {
    const match = matchNumber(expected, mention);
    if (match.comparable)
      candidates.push({
        mention,
        deviation: match.deviation,
        unitFault: match.unitFault || isOppositeTo(context.question, expected, mention),
        stance: answer.stance(mention.start, mention.end),
      });
  }
  const fits = candidates.filter((candidate) => isRight(expected, candidate));
  const wantsPrior = periodsIn(`${context.question} ${component.part}`).has('prior') || component.optional;
  const isMislabelled = (candidate: Candidate): boolean => {
    const periods = localPeriods(answer, candidate.mention);
    const wanted = new Set([...periodsIn(context.question), ...periodsIn(component.part)]);
    return (
      (periods.has('prior') && !wantsPrior && !isChange(candidate.mention)) ||
      (wanted.size > 0 && periods.size === 1 && differ(periods, wanted))
    );
  };
  const asserted = fits.filter((candidate) => candidate.stance === 'asserted');
  const beside = fits.filter((candidate) => candidate.stance === 'comparison');
  const denied = fits.filter(
    (candidate) => candidate.stance === 'negated' || candidate.stance === 'superseded',
  );
  const isOther = (candidate: Candidate): boolean =>
    context.expectedFigures.some(
      (value) =>
        value !== expected.value && Math.abs(value - candidate.mention.value) <= 0.01 * Math.abs(value),
    );
  const off = candidates.filter(
    (candidate) =>
      !isRight(expected, candidate) &&
      candidate.stance === 'asserted' &&
      !isOther(candidate) &&
      !countsOther(expected, candidate.mention, context),
  );
  const result = (
    outcome: NumberResult['outcome'],
    evidence: string,
    candidate?: Candidate,
  ): NumberResult => ({
    outcome,
    evidence,
    deviation: candidate?.deviation ?? null,
    approximate: candidate?.mention.approximate ?? false,
  });
  const best = asserted.toSorted((a, b) => a.deviation - b.deviation)[0] ?? beside[0];
  if (best !== undefined) {
    const strange = off.filter(
      (candidate) => !isExplained(candidate.mention, { values: context.expectedFigures }, true),
    );
    if (asserted.length === 0 && strange.length > 0 && !component.optional && !component.isBase) {
      return result(
        'wrong',
        `gives ${strange[0]?.mention.text ?? ''}, and ${expected.text} only beside it`,
        strange[0],
      );
    }
    if (denied.length > 0 && off.length > 0 && asserted.length === 0)
      return result('wrong', `rejects ${expected.text}`, off[0]);
    const labelled = asserted.filter((candidate) => !isMislabelled(candidate));
    if (
      labelled.length === 0 &&
      asserted.length > 0 &&
      off.some((candidate) => !isMislabelled(candidate)) &&
      !component.optional
    ) {
      return result(
        'wrong',
        `gives ${expected.text} for another period and ${off[0]?.mention.text ?? ''} for the one asked`,
        off[0],
      );
    }
    const isOnly = context.expectedFigures.length === 1 && expected.unit.dimension !== 'plain';
    const elsewhere = (isOnly ? off : []).find((candidate) =>
      asserted.every((fit) =>
        isUnderOtherLabel(answer, fit.mention.start, candidate.mention.start, context.question),
      ),
    );
    if (elsewhere !== undefined && asserted.length > 0)
      return result(
        'wrong',
        `gives ${expected.text} for another thing and ${elsewhere.mention.text} for the one asked`,
        elsewhere,
      );
    for (const candidate of off) {
      if (candidate.unitFault && candidate.deviation <= 0.01) continue;
      const verdict = contradicts(component, context, asserted.length > 0 ? asserted : beside, candidate);
      if (verdict === 'yes')
        return result(
          'wrong',
          `contradicts itself: ${best.mention.text} and ${candidate.mention.text}`,
          candidate,
        );
      if (verdict === 'maybe')
        return result('undecided', `names ${candidate.mention.text} beside ${best.mention.text}`, candidate);
    }
    return result('right', `gives ${best.mention.text} for ${expected.text}`, best);
  }
  if (denied.length > 0) return result('wrong', `names ${expected.text} only as not or no longer so`);
  const near = off.toSorted((a, b) => a.deviation - b.deviation)[0];
  if (near !== undefined && (!component.optional || expected.unit.dimension !== 'plain')) {
    const fault =
      near.unitFault && near.deviation <= TOLERANCE ? 'the unit is wrong' : `${rounded(near.deviation)} off`;
    if (near.mention.approximate && near.deviation <= 0.15 && near.deviation > TOLERANCE && !near.unitFault) {
      return result('undecided', `gives about ${near.mention.text} for ${expected.text}, ${fault}`, near);
    }
    if (component.optional && isExplained(near.mention, context.known, false))
      return result('missing', `does not give ${expected.text}`);
    return result(
      component.optional && off.length > 1 ? 'missing' : 'wrong',
      `gives ${near.mention.text} for ${expected.text}: ${fault}`,
      near,
    );
  }
  return result('missing', `does not give ${expected.text}`);
}
