/** "Which one is the better choice?": the few things that a table compares, held against each other. */
import { cellNumber } from '../figures.ts';
import type { ScopedDocument } from '../scope.ts';
import { cell, framesOf, type Column, type Frame } from '../tables/frame.ts';
import { wordedCell } from '../tables/worded-values.ts';
import type { Workbench } from '../workbench.ts';

const ASKS =
  /\b(?:which|what)\b.*\b(?:better|best|recommend|choose|pick|take|worth|prefer|go (?:for|with))\b|\bwhich (?:one |of (?:them|the two) )?(?:should|would)\b|\b(?:do|would) you recommend\b|\bvalue for (?:the )?money\b|\bis (?:one|either) better\b/i;
const COSTS = /\b(?:price|cost|fee|rate per)\b/i;
const MOST_THINGS = 5;

export const asksRecommendation = (text: string): boolean => ASKS.test(text);

export interface Recommendation {
  readonly text: string;
  readonly document: ScopedDocument;
  readonly evidence: string;
}

/** A reasoned opinion from a table that compares two to five things by price and more; null when there is none. */
export function recommend(bench: Workbench, documents: readonly ScopedDocument[]): Recommendation | null {
  for (const document of documents) {
    for (const table of bench.services.library.content(document.id).tables) {
      for (const frame of framesOf(table)) {
        const price = frame.columns.find((column) => column.kind === 'number' && COSTS.test(column.name));
        const others = frame.columns.filter((column) => column.kind === 'number' && column !== price);
        if (
          price === undefined ||
          others.length === 0 ||
          frame.label === null ||
          frame.rows.length < 2 ||
          frame.rows.length > MOST_THINGS
        )
          continue;
        return { ...weigh(frame, frame.label, price, others), document };
      }
    }
  }
  return null;
}

function weigh(
  frame: Frame,
  label: Column,
  price: Column,
  others: readonly Column[],
): { text: string; evidence: string } {
  const cost = (row: readonly string[]): number => cellNumber(cell(row, price)) ?? Number.POSITIVE_INFINITY;
  const cheapest = frame.rows.toSorted((a, b) => cost(a) - cost(b))[0] ?? [];
  const ahead = others.flatMap((column) => {
    const ranked = frame.rows.toSorted(
      (a, b) => (cellNumber(cell(b, column)) ?? 0) - (cellNumber(cell(a, column)) ?? 0),
    );
    const [first, second] = ranked;
    return first === undefined || second === undefined || cell(first, column) === cell(second, column)
      ? []
      : [{ column, first, rest: ranked.slice(1) }];
  });
  const against = ahead
    .slice(0, 3)
    .map(
      ({ column, first, rest }) =>
        `${column.name.toLowerCase()} ${wordedCell(first, column)} for ${cell(first, label)} against ${rest.map((row) => `${wordedCell(row, column)} for ${cell(row, label)}`).join(' and ')}`,
    );
  const name = cell(cheapest, label);
  const strongest = ahead.map(({ first }) => cell(first, label)).find((other) => other !== name);
  const prices = frame.rows.map((row) => `${cell(row, label)} costs ${wordedCell(row, price)}`).join(', ');
  const verdict =
    strongest === undefined
      ? `${name} is the better value: it costs least and is not behind in anything compared.`
      : `For the money ${name} is the better value if its features are enough, since it costs least; ${strongest} is worth the extra price if you need what it has more of.`;
  return {
    text: `${verdict} ${prices}. They differ in ${against.join('; ')}.`,
    evidence: `${prices}; ${against.join('; ')}`,
  };
}
