/** One claim against the fact it is about, as far as both can be computed with. What cannot is undecided. */
import { contextOf } from './claim-context.ts';
import { matchUnits } from './claim-units.ts';
import { readValues, type ReadValue } from './claim-value.ts';
import type { Claim } from './judgement.ts';

export type ClaimReading =
  | { readonly kind: 'right' }
  | { readonly kind: 'undecided' }
  /** Stated as fact, and not what was expected. `deviation` is null for what has no size: times, versions, codes. */
  | { readonly kind: 'wrong'; readonly deviation: number | null }
  /** Called approximate by the answer itself. */
  | { readonly kind: 'approximate'; readonly deviation: number };

const RIGHT: ClaimReading = { kind: 'right' };
const UNDECIDED: ClaimReading = { kind: 'undecided' };

/** @param tolerance share of the expected value that the author allows; 0 for none. */
export function compareClaim(claim: Claim, tolerance = 0): ClaimReading {
  if (claim.value === null) return UNDECIDED;
  return compareExact(claim.expected, claim.value) ?? compareFigures(claim, claim.value, tolerance);
}

/** Whole texts that are right in every character or wrong: a time of day, a version, a code of letters and digits. */
const EXACT: readonly {
  readonly form: RegExp;
  readonly keys: (match: RegExpExecArray) => readonly string[];
}[] = [
  { form: /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?\.?(?:m\.?)?$/i, keys: timesOf },
  {
    form: /^v(?:ersion)?\.?\s?(\d+(?:\.\d+)+)$|^(\d+(?:\.\d+){2,})$/i,
    keys: ([, one, two]) => [one ?? two ?? ''],
  },
  {
    form: /^[A-Z]{2,}[A-Z\d]*(?:[-_ ]?\d[A-Z\d]*)+$/,
    keys: ([code]) => [code.replaceAll(/[-_ ]/g, '')],
  },
];

function compareExact(expected: string, value: string): ClaimReading | null {
  for (const { form, keys } of EXACT) {
    const [wanted, given] = [form.exec(plain(expected)), form.exec(plain(value))];
    if (wanted === null) continue;
    if (given === null) return UNDECIDED;
    const known = keys(wanted);
    return keys(given).some((key) => known.some((one) => isSameText(one, key)))
      ? RIGHT
      : { kind: 'wrong', deviation: null };
  }
  return null;
}

/** A version that goes on ("3.11" and "3.11.0") is not another one. */
function isSameText(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

/** Minutes of the day; two of them where the half of the day is not said. */
function timesOf([, hours = '', minutes = '', half]: RegExpExecArray): readonly string[] {
  const [hour, minute] = [Number(hours), Number(minutes)];
  const at = (hourOfDay: number): string => String(hourOfDay * 60 + minute);
  if (half !== undefined) return [at((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))];
  return hour >= 1 && hour <= 12 ? [at(hour % 12), at((hour % 12) + 12)] : [at(hour)];
}

function compareFigures(claim: Claim, text: string, tolerance: number): ClaimReading {
  const wanted = onlyFigure(claim.expected);
  const given = onlyFigure(text);
  // What is hedged or bounded in the expected answer itself has no exact value to be measured by.
  if (wanted === null || given === null || wanted.approximate || wanted.value === 0) return UNDECIDED;
  const units = matchUnits(wanted.unit, given.unit ?? claim.unit);
  if (units.kind === 'unknown') return UNDECIDED;
  const value = units.kind === 'converted' ? units.toExpected(given.value) : given.value;
  const deviation = Math.abs(value - wanted.value) / Math.abs(wanted.value);
  if (deviation <= tolerance + 1e-9) return RIGHT;
  const [around, asked] = [contextOf(text, given), contextOf(claim.expected, wanted)];
  if (around.isBound || around.isCutOff || asked.isCutOff || around.rate !== asked.rate) return UNDECIDED;
  // "fell by 5" and "-5" are the same; only a temperature has its sign to itself.
  if (Math.sign(value) !== Math.sign(wanted.value) && !/^°\s?[CF]$/i.test(wanted.unit ?? ''))
    return UNDECIDED;
  if (claim.approximate || given.approximate) return { kind: 'approximate', deviation };
  if (units.kind === 'converted' && deviation <= units.slack) return UNDECIDED;
  const digits = units.kind === 'same' && !units.measured ? COUNT_DIGITS : MEASURED_DIGITS;
  const exact = units.kind === 'converted' ? units.toClaimed(wanted.value) : wanted.value;
  const isRounding =
    steps(text, given).some((step) => isRoundedTo(exact, given.value, step, digits)) ||
    isRoundedTo(value, wanted.value, writtenStep(claim.expected, wanted), digits);
  return isRounding ? RIGHT : { kind: 'wrong', deviation };
}

/** A measured value may be rounded to two digits, a count only where the rounding shows: 183,000 for 183,323. */
const MEASURED_DIGITS = 2;
const COUNT_DIGITS = 3;

/** Does `exact`, rounded to the step that `rounded` is written to, give `rounded`? */
function isRoundedTo(exact: number, rounded: number, step: number, minDigits: number): boolean {
  const digits = Math.floor(Math.log10(Math.abs(rounded) / step) + 1e-9) + 1;
  return digits >= minDigits && Math.abs(exact - rounded) <= (step / 2) * (1 + 1e-9);
}

/** The last place that is written ("14.2 million": 100,000), and the last that is not a zero. */
function steps(text: string, figure: ReadValue): readonly number[] {
  const written = writtenStep(text, figure);
  let last = written;
  while (last < Math.abs(figure.value) && Math.abs(figure.value % (last * 10)) < last / 2) last *= 10;
  return [written, last];
}

function writtenStep(text: string, { value, start, end }: ReadValue): number {
  const digits = /\d[\d,]*(?:\.(\d+))?/.exec(text.slice(start, end));
  if (digits === null) return 1;
  const mantissa = Number(digits[0].replaceAll(',', ''));
  const magnitude = mantissa === 0 ? 1 : Math.abs(value) / mantissa;
  return magnitude * 10 ** -(digits[1]?.length ?? 0);
}

/** null when the text holds no figure, several, or digits that belong to none. */
function onlyFigure(text: string): ReadValue | null {
  const [figure, ...others] = readValues(text);
  if (figure === undefined || others.length > 0) return null;
  return /\d/.test(text.slice(0, figure.start) + text.slice(figure.end)) ? null : figure;
}

function plain(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/[.,;!]+$/, '');
}
