/** What a judge read in an answer, checked: its quotes have to stand there, and its values in the quotes. */
import type { ExpectedFact } from '../../rubric/claims.ts';
import type { Claim } from '../../rubric/judgement.ts';
import { figuresIn, type Figure } from './figures.ts';
import { quantitiesIn } from '../../text/values.ts';
import { neutralise, onOneLine, shorten } from '../../models/untrusted.ts';
import { findQuote, foldText, type Span } from './quotes.ts';

/** A claim as it was replied. `fact` counts from 1, in the order in which the facts were shown. */
export interface RepliedClaim {
  readonly fact: number | null;
  readonly quote: string | null;
  readonly value: string | null;
  readonly unit: string | null;
  readonly approximate: boolean;
}

/** Characters of a quote within a fault. */
const SHOWN = 80;

export interface CheckedClaims {
  readonly claims: readonly Claim[];
  /** What is wrong with the rest, without a full stop. */
  readonly faults: readonly string[];
}

/** One claim for each fact, or a fault that says why there is none. */
export function checkClaims(
  replied: readonly RepliedClaim[],
  facts: readonly ExpectedFact[],
  answer: string,
): CheckedClaims {
  const folded = foldText(answer);
  const claims: Claim[] = [];
  const faults: string[] = [];
  for (const [index, fact] of facts.entries()) {
    const found = replied.filter((claim) => claim.fact === index + 1);
    const [claim] = found;
    const checked =
      claim === undefined
        ? `claims has no entry for fact ${index + 1}`
        : // Of several values none is the one that was asked for: the quote counts, and no value.
          checkClaim(found.length > 1 ? { ...claim, value: null } : claim, fact, folded);
    if (typeof checked === 'string') faults.push(checked);
    else claims.push(checked);
  }
  return { claims, faults };
}

function checkClaim(claim: RepliedClaim, fact: ExpectedFact, answer: string): Claim | string {
  if (claim.quote === null) {
    return { ...fact, quote: null, value: null, unit: null, approximate: false };
  }
  const about = `the claim for fact ${String(claim.fact)}`;
  const quoted = findQuote(answer, claim.quote);
  if (quoted === null) return `the quote ${shown(claim.quote)} of ${about} does not stand in the answer`;
  const quote = answer.slice(quoted.start, quoted.end);
  if (claim.value === null)
    return { ...fact, quote, value: null, unit: null, approximate: claim.approximate };
  const found = findValue(claim.value, quoted, answer);
  if (found === null)
    return `the value ${shown(claim.value)} of ${about} is not shown by its quote ${shown(quote)}`;
  return {
    ...fact,
    quote,
    value: answer.slice(found.start, found.end),
    unit: claim.unit,
    approximate: claim.approximate || found.approximate,
  };
}

/** The value where it stands, with what belongs to it though the quote leaves it out: sign, magnitude, unit, bound. */
function findValue(value: string, quoted: Span, answer: string): (Span & { approximate: boolean }) | null {
  const inQuote = figuresAt(answer, quoted);
  const text = answer.slice(quoted.start, quoted.end);
  const literal = findQuote(text, value);
  const span = literal && { start: quoted.start + literal.start, end: quoted.start + literal.end };
  const within =
    span === null
      ? inQuote.filter((figure) => isSameNumber(figure, value))
      : inQuote.filter((figure) => overlaps(figure, span));
  const [figure] = within;
  if (figure === undefined) return span === null ? null : { ...wholeWord(answer, span), approximate: false };
  return {
    start: Math.min(figure.start, span?.start ?? figure.start),
    end: Math.max(...within.map(({ end }) => end), span?.end ?? 0),
    approximate: within.some(({ value: read }) => read.kind === 'quantity' && read.approximate),
  };
}

/** Characters beside a quote in which what belongs to its figures is looked for. */
const BESIDE = 120;

/** The figures that the quote holds a part of, at their places in the answer. */
function figuresAt(answer: string, quoted: Span): Figure[] {
  const from = Math.max(0, quoted.start - BESIDE);
  return figuresIn(answer.slice(from, quoted.end + BESIDE))
    .map((figure) => ({ ...figure, start: figure.start + from, end: figure.end + from }))
    .filter((figure) => overlaps(figure, quoted));
}

/** "14200000" for "$14.2 million", "15" for "fifteen"; the sign is the answer's own. */
function isSameNumber({ value }: Figure, written: string): boolean {
  const [read, ...others] = quantitiesIn(foldText(written));
  if (value.kind !== 'quantity' || read === undefined || others.length > 0) return false;
  return read.readings.some((one) =>
    value.readings.some((own) => Math.abs(Math.abs(one) - Math.abs(own)) <= 1e-9 * Math.abs(own)),
  );
}

/** Digits that are no figure by themselves belong to something longer: "15" to "10-15", "17" to "17:55". */
function wholeWord(text: string, { start, end }: Span): Span {
  if (!/\d/.test(text.slice(start, end))) return { start, end };
  const head = /[^\s"'()[\]]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const tail = /^[^\s"'()[\]]*/.exec(text.slice(end))?.[0].replace(/[.,;:!?]+$/, '').length ?? 0;
  return { start: start - head, end: end + tail };
}

/** For a fault that goes back to the judge: the answer may have had its part in these words. */
function shown(text: string): string {
  return JSON.stringify(onOneLine(neutralise(shorten(text, SHOWN))));
}

const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

export interface CheckedQuotes {
  /** Those that stand in the answer, each once, in the answer's own words. */
  readonly quotes: readonly string[];
  readonly faults: readonly string[];
}

export function checkUnsupported(quotes: readonly string[], answer: string): CheckedQuotes {
  const folded = foldText(answer);
  const found = quotes.map((quote) => ({ quote, span: findQuote(folded, quote) }));
  const standing = found.flatMap(({ span }) => (span === null ? [] : [folded.slice(span.start, span.end)]));
  return {
    quotes: [...new Set(standing)],
    faults: found.flatMap(({ quote, span }) =>
      span === null ? [`the quote ${shown(quote)} in unsupported does not stand in the answer`] : [],
    ),
  };
}
