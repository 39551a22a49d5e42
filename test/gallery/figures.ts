/** Puts a neighbouring value into a right answer. Pure. */

/** Codes, and numbers with their separators. */
const FIGURE = /[A-Z]+-\d+|\d+(?:[.,]\d+)*/g;

export const figuresIn = (text: string): string[] => text.match(FIGURE) ?? [];

const plain = (figure: string): string => figure.replaceAll(',', '');

/**
 * The right answer with the figures of a neighbour in the place of the fact's own, in their order; null when none of
 * them stands in it. Figures that the question gives away stay.
 */
export function withNeighbour(
  right: string,
  { answer, neighbour, question }: { answer: string; neighbour: string; question: string },
): string | null {
  const given = figuresIn(question);
  const own = figuresIn(answer).filter((figure) => !given.includes(figure));
  const others = figuresIn(neighbour).filter((figure) => !given.includes(figure));
  const swaps = new Map(
    own.flatMap((figure, at) => (others[at] === undefined ? [] : [[figure, others[at]]])),
  );
  const first = own[0];
  const instead = others[0];
  if (first === undefined || instead === undefined || plain(first) === plain(instead)) return null;
  if (!figuresIn(right).includes(first)) return null;
  return right.replaceAll(FIGURE, (figure) => swaps.get(figure) ?? figure);
}

/** A name within a sentence: a word with a capital after the first word. */
export const hasName = (answer: string): boolean => /(?<!^)\b\p{Lu}[\p{L}\d]+/u.test(answer);

/** A value with its sign and its unit: the first of the text; null when it has none. */
export function valueIn(text: string): string | null {
  const found =
    /[$€£]?\s?\d+(?:[.,]\d+)*(?:%|\s?(?:percent|million|billion|trillion|days|minutes|months|ns|ohm|[MK])\b)?/.exec(
      text,
    );
  return found === null ? null : found[0].trim();
}
