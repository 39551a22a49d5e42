/** Numbers in text: reading them with scale and unit, and writing them as people do. */

export interface Figure {
  /** In base units: "$3.5 million" is 3,500,000; "7%" is 7. */
  readonly value: number;
  readonly kind: 'money' | 'percent' | 'plain';
  /** The text it was read from. */
  readonly text: string;
  readonly start: number;
  /** The word behind it, lower case, or ''. */
  readonly noun: string;
}

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  trillion: 1e12,
};
const FIGURE =
  /(?<![\p{L}\d.])([-+−]?)\s?([$€£]?)\s?([-+−]?)(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?(thousand|million|billion|trillion|mn|bn|[kmbt])(?![\p{L}\d]))?\s?(%|percent\b|dollars\b|euros\b)?/giu;

export function figuresIn(text: string): Figure[] {
  const figures: Figure[] = [];
  for (const match of text.matchAll(FIGURE)) {
    const [whole, outer, currency, inner, digits, scale, unit] = match;
    if (
      /[\p{L}\d][-–]$/u.test(text.slice(0, match.index + (outer ?? '').length)) &&
      currency === '' &&
      !/\d\s?%?[-–]$/.test(text.slice(0, match.index + (outer ?? '').length))
    )
      continue;
    const sign =
      /[-−]/.test(`${outer ?? ''}${inner ?? ''}`) && !/[\d%]\s*$/.test(text.slice(0, match.index)) ? -1 : 1;
    const kind =
      currency !== '' || /dollars|euros/i.test(unit ?? '')
        ? 'money'
        : /%|percent/i.test(unit ?? '')
          ? 'percent'
          : 'plain';
    const noun = /^[\s-]*([\p{L}-]+)/u.exec(text.slice(match.index + whole.length))?.[1]?.toLowerCase() ?? '';
    figures.push({
      value: sign * Number((digits ?? '0').replaceAll(',', '')) * (SCALES[(scale ?? '').toLowerCase()] ?? 1),
      kind,
      text: whole.trim(),
      start: match.index,
      noun,
    });
  }
  return figures;
}

/** The number that a table cell holds, or null when it is text. */
export function cellNumber(cell: string): number | null {
  const text = cell
    .trim()
    .replace(/\s*(?:out of|of|\/)\s*\d+(?:\.\d+)?$/i, '')
    .replace(/^\((.*)\)$/, '-$1')
    .replaceAll(/[,$€£\s]/g, '')
    .replace('−', '-');
  const match = /^([-+]?\d+(?:\.\d+)?)(k|m|b|million|billion)?(%|\/?[a-z][a-z/ ]*|\+)?$/i.exec(text);
  if (match?.[1] === undefined) return null;
  return Number(match[1]) * (SCALES[(match[2] ?? '').toLowerCase()] ?? 1);
}

export function wordedNumber(value: number, decimals = 2): string {
  const rounded = Number(value.toFixed(decimals));
  return rounded.toLocaleString('en-US', { maximumFractionDigits: decimals });
}

/** $48,000 · $3.57 million */
export function wordedMoney(value: number, currency = '$'): string {
  const sign = value < 0 ? '-' : '';
  const size = Math.abs(value);
  if (size >= 1e6 && size % 1000 !== 0 && size % 1e4 !== 0)
    return `${sign}${currency}${wordedNumber(size / 1e6)} million`;
  return `${sign}${currency}${wordedNumber(size)}`;
}

/** A money amount at the scale in which the document writes it. */
export function wordedLike(value: number, sample: string): string {
  const scale = /(trillion|billion|million|thousand)/i.exec(sample)?.[1];
  const currency = /[$€£]/.exec(sample)?.[0] ?? '';
  if (scale === undefined) return `${currency}${wordedNumber(value)}`;
  return `${currency}${wordedNumber(value / (SCALES[scale.toLowerCase()] ?? 1))} ${scale.toLowerCase()}`;
}

/** A range of percentages such as "4–6%" or "between 3 and 5 percent", or null. */
export function percentRange(text: string): { low: number; high: number; text: string } | null {
  const match = /(\d+(?:\.\d+)?)\s?%?\s?(?:-|–|—|to|and)\s?(\d+(?:\.\d+)?)\s?(?:%|percent)/i.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { low: Number(match[1]), high: Number(match[2]), text: match[0] };
}
