/** Sums that the user wrote out: "20% of 350", "12 * 7", "what is 3 plus 4". */

const WORDED: readonly (readonly [RegExp, string])[] = [
  [/(?:%|percent|per cent)\s+of\b/g, '/100*'],
  [/\b(?:multiplied by|times)\b|×|(?<=\d\s*)x(?=\s*\d)/g, '*'],
  [/\bdivided by\b|÷/g, '/'],
  [/\bplus\b/g, '+'],
  [/\bminus\b|−/g, '-'],
];
const LEAD =
  /^(?:(?:hi|hello|and|so|now|please|can you|could you|what|what's|how much|is|are|calculate|compute|work out)[\s,]+)+/;
const LIMIT_CHARS = 200;

/** The worded result, or null when the message holds anything but a sum. */
export function writtenSum(message: string): string | null {
  if (message.length > LIMIT_CHARS) return null;
  let text = message
    .toLowerCase()
    .trim()
    .replace(/[?.!=\s]+$/, '')
    .replace(LEAD, '');
  const asked = text;
  for (const [pattern, sign] of WORDED) text = text.replaceAll(pattern, sign);
  text = text.replaceAll(/[\s$€£]|(?<=\d),(?=\d{3})/g, '');
  // A lone hyphen between digits is a range, a date or a number of a part more often than a difference.
  if (!/^[-+*/().\d]+$/.test(text) || !/\d[-+*/)]/.test(text) || /^\d+(?:-\d+)+$/.test(asked)) return null;
  const value = evaluate(text);
  return value === null
    ? null
    : `${asked} = ${Number(value.toPrecision(12)).toLocaleString('en-US', { maximumFractionDigits: 6 })}.`;
}

/** Null when the text is no sum, or divides by zero. */
function evaluate(source: string): number | null {
  const tokens = source.match(/\d+(?:\.\d+)?|[-+*/()]/g) ?? [];
  if (tokens.join('') !== source) return null;
  let at = 0;
  const atom = (): number => {
    const token = tokens[at++];
    if (token === '-') return -atom();
    if (token !== '(') return Number(token);
    const inner = total();
    return tokens[at++] === ')' ? inner : Number.NaN;
  };
  const product = (): number => {
    let value = atom();
    while (tokens[at] === '*' || tokens[at] === '/')
      value = tokens[at++] === '*' ? value * atom() : value / atom();
    return value;
  };
  const total = (): number => {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-') value += tokens[at++] === '+' ? product() : -product();
    return value;
  };
  const value = total();
  return at === tokens.length && Number.isFinite(value) ? value : null;
}
