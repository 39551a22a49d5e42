/** Which dimensions a row of a scorecard speaks of: ours, of an older format, or AMD GAIA's. Pure. */
import { z } from 'zod';
import { DIMENSIONS, type Dimension } from '../../rubric/dimensions.ts';
import { judgedBy, judgedShare, judgedWeight, type JudgedShare } from '../../rubric/judged-dimensions.ts';
import { readScore } from '../../rubric/score.ts';
import type { ScorecardRow } from './scorecard-schema.ts';

/** A turn as far as it says how it was judged. */
const turnsSchema = z
  .array(
    z.looseObject({
      scores: z.record(z.string(), z.unknown()).nullable().catch(null),
      declared: z.array(z.enum(DIMENSIONS)).optional().catch(undefined),
      overall_score: z.number().nullable().catch(null),
    }),
  )
  .catch([]);

/** The turns that were judged, each with what it was judged by: what it declares, else what has a number. */
export function judgedTurns(row: ScorecardRow): readonly {
  readonly declared: readonly Dimension[];
  readonly scores: Readonly<Record<string, unknown>>;
  readonly overall_score: number | null;
}[] {
  return turnsSchema.parse(row['turns']).flatMap(({ scores, declared, overall_score }) => {
    if (scores === null) return [];
    const scored = DIMENSIONS.filter((dimension) => readScore(scores[dimension]) !== null);
    return [{ declared: judgedBy(declared ?? scored), scores, overall_score }];
  });
}

/** null when the row does not say, or has no score to say it of. */
export function shareOfRow(row: ScorecardRow): JudgedShare | null {
  if (row.overall_score === null) return null;
  if (row.declared && row.judged_weight) {
    return { declared: row.declared, judged_weight: row.judged_weight };
  }
  const turns = judgedTurns(row).map((turn) => ({ ...turn, judged_weight: judgedWeight(turn.declared) }));
  const share = judgedShare(turns);
  return share.judged_weight === null ? null : share;
}
