/** One expected range, or a score such as "12–0", against the ranges and numbers of an answer. */
import { isExact, type NumberContext, type NumberResult, RESTATES, TOLERANCE } from './compare-numbers.ts';
import type { Component } from './expected.ts';
import { isExplained } from './known.ts';
import { matchNumber } from './matching.ts';
import type { NumberMention } from './numbers.ts';
import { differ, periodsIn } from './periods.ts';
import { spanAt } from './sentences.ts';

/** The same figure, but down where it is up. */
function isReversed(expected: NumberMention, got: NumberMention): boolean {
  const match = matchNumber({ ...expected, sign: 0 }, got);
  return match.comparable && match.deviation <= 0.012 && expected.sign * got.sign === -1;
}

/** One end of a range itself, however near the other end lies. */
function isNearly(expected: NumberMention, got: NumberMention): boolean {
  const match = matchNumber(expected, got);
  return match.comparable && !match.unitFault && match.deviation <= 0.01;
}

const UNANIMOUS =
  /\b(?:unanimous(?:ly)?|unanimity|all (?:of the )?(?:\d+ )?(?:voting )?(?:members|governors|participants|policymakers)|(?:no|without|zero|0) (?:any )?dissents?|nobody (?:dissented|objected|voted (?:against|no))|(?:no|not a single|not one) (?:votes?|voices?|members?) (?:\w+ )?against|everyone)\b/i;

export function compareRange(component: Component & { kind: 'range' }, context: NumberContext): NumberResult {
  const { first, second } = component.range;
  const { answer } = context;
  const evidence = `${first.text}–${second.text}`;
  const fitsBound = (expected: NumberMention, got: NumberMention): boolean => {
    const match = matchNumber(expected, got);
    return (
      match.comparable &&
      !match.unitFault &&
      match.deviation <= (isExact(expected) || expected.unit.dimension === 'percent' ? 0.012 : TOLERANCE)
    );
  };
  const isAsserted = (mention: NumberMention): boolean => {
    const stance = answer.stance(mention.start, mention.end);
    return stance === 'asserted' || stance === 'comparison';
  };
  const whole = answer.figures.ranges.filter(
    (range) => fitsBound(first, range.first) && fitsBound(second, range.second),
  );
  const low = answer.figures.numbers.find((number) => fitsBound(first, number) && isAsserted(number));
  const high = answer.figures.numbers.find(
    (number) => fitsBound(second, number) && isAsserted(number) && number !== low,
  );
  const none = { deviation: null, approximate: false };
  // "12–0" is also told as "all twelve members" or "unanimously".
  const isScore = second.value === 0;
  if (
    isScore &&
    UNANIMOUS.test(answer.text) &&
    !answer.figures.ranges.some(
      (range) =>
        range.second.value > 0 && range.second.value < first.value && range.first.unit.dimension === 'plain',
    )
  ) {
    return { ...none, outcome: 'right', evidence: `says that it was unanimous for ${evidence}` };
  }
  const knownFigures = { values: [...context.expectedFigures, ...context.known.values] };
  const isKnownBound = (mention: NumberMention): boolean => isExplained(mention, knownFigures, false);
  const others = answer.figures.ranges.filter(
    (range) =>
      !whole.includes(range) &&
      matchNumber(first, range.first).comparable &&
      isAsserted(range.first) &&
      !(
        isKnownBound(range.first) &&
        isKnownBound(range.second) &&
        !(Math.abs(range.first.value - second.value) < 1e-9)
      ),
  );
  const wholeAsserted = whole.filter((range) => isAsserted(range.first));
  const reversed = answer.figures.ranges.find(
    (range) => isReversed(first, range.first) || isReversed(second, range.second),
  );
  if (reversed !== undefined)
    return { ...none, outcome: 'wrong', evidence: `gives ${evidence} in the wrong direction` };
  const wanted = periodsIn(component.part);
  const periodsAt = (mention: NumberMention): Set<string> =>
    periodsIn(spanAt(answer.sentences, mention.start)?.text ?? '');
  const stray = wholeAsserted[0];
  const around = stray === undefined ? new Set<string>() : periodsAt(stray.first);
  if (
    stray !== undefined &&
    wanted.size > 0 &&
    differ(around, wanted) &&
    ![...around].some((period) => wanted.has(period))
  ) {
    const taker = answer.figures.numbers.find(
      (number) =>
        number.unit.dimension === first.unit.dimension &&
        number.start !== stray.first.start &&
        number.start !== stray.second.start &&
        spanAt(answer.sentences, number.start) !== spanAt(answer.sentences, stray.first.start) &&
        [...periodsAt(number)].some((period) => wanted.has(period)),
    );
    if (taker !== undefined)
      return {
        ...none,
        outcome: 'wrong',
        evidence: `gives ${evidence} for another period and ${taker.text} for the one asked`,
      };
  }
  if (wholeAsserted.length > 0 || (low !== undefined && high !== undefined)) {
    const restated = others.find((range) =>
      RESTATES.test(spanAt(answer.sentences, range.first.start)?.text ?? ''),
    );
    if (restated !== undefined)
      return {
        ...none,
        outcome: 'wrong',
        evidence: `contradicts itself: ${evidence} and ${restated.first.text}–${restated.second.text}`,
      };
    return { ...none, outcome: 'right', evidence: `gives ${evidence}` };
  }
  if (whole.length > 0) return { ...none, outcome: 'wrong', evidence: `rejects ${evidence}` };
  const middle = answer.figures.numbers.filter(
    (number) =>
      matchNumber(first, number).comparable &&
      number.unit.dimension === first.unit.dimension &&
      isAsserted(number),
  );
  const other = others[0];
  if (other !== undefined)
    return {
      ...none,
      outcome: component.optional ? 'undecided' : 'wrong',
      evidence: `gives ${other.first.text}–${other.second.text} for ${evidence}`,
    };
  const inside = middle.find((number) => number.value >= first.value && number.value <= second.value);
  const isBound = inside !== undefined && isNearly(first, inside) !== isNearly(second, inside);
  if (isBound && !component.optional && first.unit.dimension === 'money')
    return { ...none, outcome: 'missing', evidence: `gives only one end of ${evidence}` };
  if (inside !== undefined && !component.optional)
    return { ...none, outcome: 'undecided', evidence: `gives ${inside.text} for the range ${evidence}` };
  const outside = middle[0];
  if (outside !== undefined && !component.optional && !isScore) {
    const bound = outside.value < first.value ? first : second;
    const match = matchNumber(bound, outside);
    return {
      outcome: 'wrong',
      evidence: `gives ${outside.text} for the range ${evidence}`,
      deviation: match.comparable ? match.deviation : null,
      approximate: outside.approximate,
    };
  }
  return { ...none, outcome: 'missing', evidence: `does not give ${evidence}` };
}
