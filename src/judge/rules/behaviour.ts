/** A behaviour described with figures: an answer that uses others contradicts the document. */
import { readAnswer, readPlain } from '../../text/answer.ts';
import { isExplained, knownFigures } from '../../text/known.ts';
import type { TurnInput } from '../judge.ts';

const MIN_FIGURES = 3;

/** A figure of the answer that neither the described behaviour nor the conversation holds, in words, or null. */
export function behaviourFigures({ truth, before, exchange }: TurnInput): string | null {
  const described = readPlain(truth.expected_behavior ?? '').figures.numbers;
  if (described.length < MIN_FIGURES) return null;
  const told = before.flatMap((earlier) => [earlier.user_message, earlier.agent_response]);
  const known = knownFigures([truth.expected_behavior ?? '', exchange.user_message, ...told]);
  const answer = readAnswer(exchange.agent_response);
  for (const number of answer.figures.numbers) {
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
    if (!isExplained(number, known, true))
      return `gives ${number.text}, a figure that the document does not hold`;
  }
  return null;
}
