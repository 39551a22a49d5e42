/** What the claims that a judge read in an answer come to: the facts they are asked for, and the ceilings they earn. */
import type { ResolvedTruth } from '../scenario/ground-truth.ts';
import type { Turn } from '../scenario/schema.ts';
import { compareClaim, type ClaimReading } from './claim-compare.ts';
import type { Claim } from './judgement.ts';
import { numericCeiling } from './numeric.ts';
import { MAX_SCORE } from './score.ts';
import type { Ceiling } from './verdict-types.ts';

export interface ExpectedFact {
  readonly fact: string;
  readonly expected: string;
}

/** One fact among several is wrong: the turn fails. Source: docs/rubric.md. */
export const ONE_WRONG_MAX = 3;
/** At least half of several facts are given, and one or more is missing. */
export const SOME_MISSING_MAX = 6;

/**
 * The facts an answer has to give: the corpus facts behind the expected answer, or that answer as a whole where the
 * scenario words its own. None where no answer is fixed, or where the documents hold none.
 */
export function expectedFacts({ facts, expected_answer }: ResolvedTruth): readonly ExpectedFact[] {
  if (typeof expected_answer !== 'string') return [];
  const known = facts.flatMap(({ fact_id, answer }) =>
    answer === null ? [] : [{ fact: fact_id, expected: answer }],
  );
  const isJoined = known.map(({ expected }) => expected).join('; ') === expected_answer;
  return isJoined && known.length > 0 ? known : [{ fact: 'expected_answer', expected: expected_answer }];
}

/** Fewer than half of the expected facts are given: with that, no answer is right. */
export function givesFewerThanHalf(claims: readonly Claim[]): boolean {
  return claims.length > 0 && claims.filter(({ quote }) => quote !== null).length * 2 < claims.length;
}

export interface ClaimCeilingsInput {
  readonly claims: readonly Claim[];
  readonly turn: Pick<Turn, 'checks'>;
  readonly truth: Pick<ResolvedTruth, 'expected_phrases'>;
}

/** Ceilings on correctness. A claim that cannot be computed with earns none. */
export function claimCeilings({ claims, turn, truth }: ClaimCeilingsInput): Ceiling[] {
  const judged = claims.map((claim) => ({ claim, reading: readClaim(claim, turn, truth) }));
  const isList = claims.length > 1;
  const allWrong = judged.every(({ reading }) => maxOf(reading) === 0);
  const wrong = judged.flatMap(({ claim, reading }): Ceiling[] => {
    const max = maxOf(reading);
    if (max === MAX_SCORE) return [];
    return [
      {
        rule: 'claimed_value',
        dimension: 'correctness',
        max: isList && !allWrong ? Math.max(max, ONE_WRONG_MAX) : max,
        evidence: evidenceOf(claim, reading),
      },
    ];
  });
  return [...wrong, ...missing(claims)];
}

/** The ceilings of a turn, those of its claims included. */
export function withClaims(ceilings: readonly Ceiling[], input: ClaimCeilingsInput): Ceiling[] {
  return [...ceilings, ...claimCeilings(input)];
}

function readClaim(
  claim: Claim,
  { checks }: Pick<Turn, 'checks'>,
  truth: ClaimCeilingsInput['truth'],
): ClaimReading {
  const numbers = [checks?.number ?? []].flat();
  const check = numbers.find((each) => compareClaim({ ...claim, ...checked(each) }).kind === 'right');
  const reading = compareClaim(claim, check?.tolerance ?? 0);
  if (reading.kind !== 'wrong' && reading.kind !== 'approximate') return reading;
  // Another wording that counts as the answer may hold another figure.
  const others = truth.expected_phrases.map((expected) => compareClaim({ ...claim, expected }).kind);
  return others.includes('right') ? { kind: 'right' } : reading;
}

/** The check's own number in the place of the claim's value: is it about this fact? */
function checked({ value, unit }: { value: number; unit?: string | undefined }): Partial<Claim> {
  return { value: String(value), unit: unit ?? null, approximate: false };
}

function maxOf(reading: ClaimReading): number {
  if (reading.kind === 'wrong') return 0;
  return reading.kind === 'approximate' ? numericCeiling(reading.deviation, true) : MAX_SCORE;
}

function missing(claims: readonly Claim[]): Ceiling[] {
  const absent = claims.filter(({ quote }) => quote === null);
  if (absent.length === 0 || claims.length < 2 || givesFewerThanHalf(claims)) return [];
  const names = absent.map(({ fact }) => fact).join(', ');
  return [
    {
      rule: 'fact_missing',
      dimension: 'correctness',
      max: SOME_MISSING_MAX,
      evidence: `the answer does not give ${names}`,
    },
  ];
}

function evidenceOf({ fact, expected, value }: Claim, reading: ClaimReading): string {
  const deviation = 'deviation' in reading ? reading.deviation : null;
  const off = deviation === null ? 'and not' : `${percentOf(deviation)} off`;
  const called = reading.kind === 'approximate' ? ', called approximate,' : '';
  return `the answer gives "${value ?? ''}"${called} for ${fact}, ${off} "${expected}"`;
}

function percentOf(share: number): string {
  const percent = share * 100;
  return `${percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(2))} %`;
}
