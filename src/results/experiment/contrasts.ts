/** Variants against each other on the cases that they share: differences, places, may one replace the other? Pure. */
import type { Answer } from '../../statistics/answer.ts';
import { comparePaired, type Pair } from '../../statistics/compare-paired.ts';
import { decideDifference, decideNonInferiority } from '../../statistics/decision.ts';
import { adjustByHolm } from '../../statistics/holm.ts';
import type { Difference } from '../../statistics/paired-rates.ts';
import { rankVariants } from '../../statistics/ranking.ts';
import type { Cell } from '../cells/cell-schema.ts';
import type { Contrast, ExperimentCard } from './card-schema.ts';
import { byDocument, caseValue, judgesOfCell, type Measure } from './case-values.ts';

export type CellsByVariant = ReadonlyMap<string, readonly Cell[]>;

/** Resampling and sign flips start here, so that the same cells always give the same report. */
const SEED = 1;
/** From the measure's unit to points. */
const POINTS: Readonly<Record<Measure, number>> = { pass: 100, grade: 1 };

/** Of the cases that both have. */
export interface PairedCells {
  readonly n: number;
  readonly found: Answer<Difference>;
}

export interface Paired extends PairedCells {
  readonly variant: string;
  readonly baseline: string;
}

/** Every other variant minus the baseline, p adjusted by Holm over all of them. */
export function contrastsWith(
  baseline: string,
  variants: CellsByVariant,
  measure: Measure,
): readonly Contrast[] {
  const others = [...variants.keys()].filter((name) => name !== baseline);
  return decideContrasts(
    others.map((variant) => ({
      variant,
      baseline,
      ...pairedDifference(variant, baseline, variants, measure),
    })),
    measure,
  );
}

/** In the order of `paired`; p adjusted by Holm over all of them. */
export function decideContrasts(paired: readonly Paired[], measure: Measure): readonly Contrast[] {
  const known = paired.flatMap(({ found }) => (found.known ? [found.p] : []));
  const adjusted = adjustByHolm(known);
  return paired.map((each): Contrast => {
    const adjustedP = each.found.known ? (adjusted.shift() ?? each.found.p) : null;
    const decided = decideDifference(
      each.found,
      Math.max(1, each.n),
      adjustedP === null ? {} : { adjustedP },
    );
    return {
      variant: each.variant,
      baseline: each.baseline,
      n: each.n,
      difference: inPoints(each.found, measure),
      p: each.found.known ? each.found.p : null,
      adjusted_p: adjustedP,
      decision: {
        answer: decided.answer,
        reason: decided.answer === 'cannot tell' ? decided.reason : null,
        more_cases: decided.answer === 'cannot tell' ? decided.moreCases : null,
      },
    };
  });
}

/** Yes only over all cases: those without a verdict may be the ones that it fails. `margin`: points of grade, or of the pass rate in percent. */
export function mayReplace(
  variant: string,
  baseline: string,
  margin: number,
  variants: CellsByVariant,
  measure: Measure,
): { readonly answer: 'yes' | 'no' | 'cannot tell'; readonly why: string } {
  const { found, n } = pairedDifference(variant, baseline, variants, measure);
  const asked = Math.max(variants.get(variant)?.length ?? 0, variants.get(baseline)?.length ?? 0);
  const decided = decideNonInferiority(found, margin / POINTS[measure], Math.max(1, n));
  const figures = found.known
    ? `${variant} minus ${baseline}: ${signed(found.difference, measure)} points ` +
      `(95 %: ${signed(found.low, measure)} to ${signed(found.high, measure)}), margin ${margin}, ${n} cases`
    : `${n} cases`;
  if (decided.answer === 'yes' && n < asked) {
    const why = `${asked - n} of ${asked} cases have no verdict of the same judge for both (${figures})`;
    return { answer: 'cannot tell', why };
  }
  if (decided.answer !== 'cannot tell') return { answer: decided.answer, why: figures };
  const more = decided.moreCases === null ? '' : `; about ${decided.moreCases} more cases would decide`;
  return { answer: 'cannot tell', why: `${decided.reason} (${figures})${more}` };
}

function signed(value: number, measure: Measure): string {
  const points = value * POINTS[measure];
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`;
}

/** By the cases that all ranked variants have, judged by the same judge. */
export function ranked(variants: CellsByVariant, measure: Measure): ExperimentCard['ranking'] {
  const shared = sharedCases(variants, measure);
  const clusters = [...variants].map(([name, cells]) => ({
    name,
    clusters: byDocument(
      cells.filter((cell) => shared.has(cell.case)),
      (cell) => caseValue(cell, measure),
    ),
  }));
  const found = rankVariants(clusters, { seed: SEED });
  if (!found.known) return { places: [], cases: 0, why: `cannot tell: ${found.reason}` };
  const places = found.places.map(({ name, place, mean }) => ({
    place,
    variant: name,
    mean: mean * POINTS[measure],
  }));
  return { places, cases: shared.size, why: null };
}

function sharedCases(variants: CellsByVariant, measure: Measure): ReadonlySet<string> {
  const [first = new Map<string, string>(), ...rest] = [...variants.values()].map(
    (cells) =>
      new Map(
        cells
          .filter((cell) => caseValue(cell, measure) !== null)
          .map((cell) => [cell.case, judgesOfCell(cell)] as const),
      ),
  );
  return new Set(
    [...first].filter(([id, judges]) => rest.every((other) => other.get(id) === judges)).map(([id]) => id),
  );
}

function pairedDifference(
  variant: string,
  baseline: string,
  variants: CellsByVariant,
  measure: Measure,
): PairedCells {
  return pairCells(variants.get(variant) ?? [], variants.get(baseline) ?? [], measure);
}

/** The first minus the second, over cases with a value that the same judge gave. */
export function pairCells(cells: readonly Cell[], baseline: readonly Cell[], measure: Measure): PairedCells {
  const before = new Map(baseline.map((cell) => [cell.case, cell]));
  const clusters = byDocument(cells, (cell): Pair | null => {
    const base = before.get(cell.case);
    if (base === undefined || judgesOfCell(base) !== judgesOfCell(cell)) return null;
    const [first, second] = [caseValue(cell, measure), caseValue(base, measure)];
    return first === null || second === null ? null : { first, second };
  });
  return { n: clusters.flat().length, found: comparePaired(clusters, { seed: SEED }) };
}

function inPoints(found: Answer<Difference>, measure: Measure): Contrast['difference'] {
  if (!found.known) return { value: null, low: null, high: null, why: found.reason };
  const unit = POINTS[measure];
  return { value: found.difference * unit, low: found.low * unit, high: found.high * unit, why: null };
}
