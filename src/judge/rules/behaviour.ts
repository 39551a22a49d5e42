/** A behaviour described with figures: an answer that uses others contradicts the document. */
import { readAnswer, readPlain } from '../../text/answer.ts';
import { isExplained } from '../../text/known.ts';
import { folded } from '../../text/normalise.ts';
import type { NumberMention } from '../../text/numbers.ts';
import type { TurnInput } from '../judge.ts';

const MIN_FIGURES = 3;

/** What the behaviour and its checks name, and the answer names only to say that there is none: "no token is involved". */
export function deniedMention({ truth, turn, exchange }: TurnInput): string | null {
  const described = folded(truth.expected_behavior ?? '');
  const said = folded(readAnswer(exchange.agent_response).text);
  for (const wording of turn.checks?.mentions ?? []) {
    const wanted = folded(wording);
    if (!/^\p{L}{3,}$/u.test(wanted) || !described.includes(wanted)) continue;
    const denied = new RegExp(
      `\\b(?:no|not an?|without(?: an?| any)?|never an?)\\s(?:\\w+\\s)?${wanted}|${wanted}s?\\s(?:(?:plays?|ha(?:s|ve)) no\\b|(?:is|are)(?: not|n't) (?:involved|used|needed|part)\\b)`,
      'gu',
    );
    if (described.search(denied) !== -1) continue;
    if (said.includes(wanted) && !said.replace(denied, ' ').includes(wanted))
      return `names "${wording}" only to say that there is none`;
  }
  return null;
}

/** The top of a scale is no figure of its own: the 5 of "4.2 out of 5". */
function isScale(before: string, value: number): boolean {
  return [5, 10, 100].includes(value) && /\d\s?(?:out of|of|\/)\s?$/i.test(before.slice(-12));
}

/** Is the figure one of the sources, or worked out from those of its kind? Counts only from counts, and exactly. */
function isGrounded(number: NumberMention, sources: readonly NumberMention[]): boolean {
  const { dimension } = number.unit;
  const all = sources.map((source) => source.value);
  const same = sources.filter((source) => source.unit.dimension === dimension).map((source) => source.value);
  if (dimension === 'percent') return isExplained(number, { values: all }, true);
  if (dimension !== 'plain' || !Number.isInteger(number.value)) {
    const isShare = same.some((a) =>
      all.some((b) => b > 0 && Math.abs(a / b - number.value) <= 0.015 * number.value),
    );
    return isShare || isExplained(number, { values: same }, true);
  }
  return same.some(
    (a) => a === number.value || same.some((b) => Math.abs(a - b) === number.value || a + b === number.value),
  );
}

/** A figure of the answer that neither the described behaviour nor the conversation holds, in words, or null. */
export function behaviourFigures({ truth, before, exchange }: TurnInput): string | null {
  const described = readPlain(truth.expected_behavior ?? '').figures.numbers;
  if (described.length < MIN_FIGURES) return null;
  const told = before.flatMap((earlier) => [earlier.user_message, earlier.agent_response]);
  const sources = [truth.expected_behavior ?? '', exchange.user_message, ...told].flatMap(
    (text) => readPlain(text).figures.numbers,
  );
  const answer = readAnswer(exchange.agent_response);
  for (const number of answer.figures.numbers) {
    if (isScale(answer.text.slice(0, number.start), number.value)) continue;
    const isMeasured = number.unit.dimension !== 'plain' || number.noun !== null;
    const isCounted =
      number.unit.dimension === 'plain' &&
      !/^(?:products?|tools?|options?|points?|times|documents?|apps?|years?|people|users?|out)$/.test(
        number.noun ?? '',
      );
    if (!isMeasured || (!isCounted && number.unit.dimension === 'plain')) continue;
    if (
      number.unit.dimension === 'time' ||
      (number.value <= 3 && number.unit.dimension === 'plain' && Number.isInteger(number.value))
    )
      continue;
    if (!isGrounded(number, sources)) return `gives ${number.text}, a figure that the document does not hold`;
  }
  return null;
}
