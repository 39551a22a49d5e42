/** Figures worked out from figures: a growth rate applied to an amount, and one amount compared with another. */
import { figuresIn, percentRange, wordedLike, wordedNumber, type Figure } from './figures.ts';

export interface Amounts {
  readonly low: number;
  readonly high: number;
  /** The text of the amount it was worked out from, for its scale and currency. */
  readonly sample: string;
  readonly what: string;
}

const ASKS_PROJECTION =
  /\b(?:project(?:ed|ion)?|expected|forecasts?|estimate[ds]?|if|implie[sd]|would|will|translate|work(?:s)? out|calculate|compute|apply(?:ing)?|based on|mean)\b/i;
const ASKS_AMOUNT =
  /\b(?:dollars?|amount|revenue|figure|range|how much|value|in money|number|sales|income|budget)\b/i;
const ASKS_COMPARISON =
  /\b(?:compare[sd]?|comparison|above|below|more than|less than|higher|lower|increase|growth|up from|versus|vs\.?|relative|against|difference|change|percent(?:age)?)\b/i;

export const asksProjection = (text: string): boolean => ASKS_PROJECTION.test(text) && ASKS_AMOUNT.test(text);
export const asksComparison = (text: string): boolean => ASKS_COMPARISON.test(text);

/** The growth that a sentence states: a range of percentages, or one. */
export function growthIn(text: string): { low: number; high: number; text: string } | null {
  const range = percentRange(text);
  if (range !== null) return range;
  const single = figuresIn(text).find((figure) => figure.kind === 'percent');
  return single === undefined ? null : { low: single.value, high: single.value, text: single.text };
}

export const moneyIn = (text: string): Figure | undefined =>
  figuresIn(text).find((figure) => figure.kind === 'money');

export function project(
  base: Figure,
  growth: { low: number; high: number; text: string },
  what: string,
): { text: string; amounts: Amounts } {
  const low = base.value * (1 + growth.low / 100);
  const high = base.value * (1 + growth.high / 100);
  const worded =
    low === high
      ? wordedLike(low, base.text)
      : `${wordedLike(low, base.text)} to ${wordedLike(high, base.text)}`;
  return {
    text: `Growth of ${growth.text.replace(/(?<!%)$/, growth.text.includes('%') ? '' : '%')} on ${base.text} gives ${what === '' ? '' : `a projected ${what} of `}${worded}.`,
    amounts: { low, high, sample: base.text, what },
  };
}

export function compare(amounts: Amounts, base: Figure): string {
  const share = (value: number): string => wordedNumber(Math.abs((value / base.value - 1) * 100), 0);
  const word = amounts.low >= base.value ? 'above' : 'below';
  const [a, b] = [share(amounts.low), share(amounts.high)];
  const percent = a === b ? `${a}%` : `${a}% to ${b}%`;
  const range =
    amounts.low === amounts.high
      ? wordedLike(amounts.low, amounts.sample)
      : `${wordedLike(amounts.low, amounts.sample)} to ${wordedLike(amounts.high, amounts.sample)}`;
  return `${range} is ${percent} ${word} ${base.text}.`;
}
