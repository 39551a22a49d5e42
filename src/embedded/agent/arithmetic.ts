/** Sums that need no document: "20% of 350", "12 * 7", "what is 3 plus 4". */
import { wordedNumber } from './figures.ts';

const NUMBER = '(-?\\d+(?:[.,]\\d+)*)';
const toNumber = (text: string | undefined): number => Number((text ?? '').replaceAll(',', ''));

const WORDED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:multiplied by|times)\b/g, '*'],
  [/\b(?:divided by|over)\b/g, '/'],
  [/\bplus\b/g, '+'],
  [/\bminus\b/g, '-'],
  [/(\d)\s*[x×]\s*(\d)/g, '$1*$2'],
  [/÷/g, '/'],
];

/** The worded result, or null when the message is no plain sum. */
export function plainSum(message: string): string | null {
  let text = message.toLowerCase();
  const share = new RegExp(
    `${NUMBER}\\s*(?:%|percent|per cent)\\s+of\\s+[$€£]?${NUMBER}(?!\\s*(?:of|in)\\b)`,
  ).exec(text);
  if (share && !/\b(?:revenue|budget|document|report|sales)\b/.test(text)) {
    const result = (toNumber(share[1]) / 100) * toNumber(share[2]);
    return `${share[1] ?? ''}% of ${share[2] ?? ''} is ${wordedNumber(result, 6)}.`;
  }
  const root = new RegExp(`square root of ${NUMBER}`).exec(text);
  if (root) return `The square root of ${root[1] ?? ''} is ${wordedNumber(Math.sqrt(toNumber(root[1])), 6)}.`;
  for (const [pattern, sign] of WORDED) text = text.replaceAll(pattern, sign);
  const expression =
    /^(?:[^\d(]*?)((?:\(?\s*-?\d[\d.,]*\s*\)?\s*[-+*/]\s*)+\(?\s*-?\d[\d.,]*\s*\)?)\s*(?:[?=.!]|$|please)/.exec(
      text,
    )?.[1];
  if (expression === undefined || !/\s|[*+/]/.test(expression) || /^\d{4}-\d{2}/.test(expression))
    return null;
  const value = evaluate(expression.replaceAll(/[\s,]/g, ''));
  return value === null ? null : `${expression.trim()} = ${wordedNumber(value, 6)}.`;
}

/** Recursive descent over + - * / and parentheses; null when it does not parse or divides by zero. */
function evaluate(source: string): number | null {
  let at = 0;
  const atom = (): number => {
    if (source[at] === '(') {
      at += 1;
      const inner = sum();
      if (source[at] !== ')') return Number.NaN;
      at += 1;
      return inner;
    }
    const digits = /^-?\d+(?:\.\d+)?/.exec(source.slice(at))?.[0];
    if (digits === undefined) return Number.NaN;
    at += digits.length;
    return Number(digits);
  };
  const product = (): number => {
    let value = atom();
    while (source[at] === '*' || source[at] === '/') {
      const operator = source[at];
      at += 1;
      const next = atom();
      value = operator === '*' ? value * next : value / next;
    }
    return value;
  };
  const sum = (): number => {
    let value = product();
    while (source[at] === '+' || source[at] === '-') {
      const operator = source[at];
      at += 1;
      const next = product();
      value = operator === '+' ? value + next : value - next;
    }
    return value;
  };
  const result = sum();
  return at === source.length && Number.isFinite(result) ? result : null;
}
