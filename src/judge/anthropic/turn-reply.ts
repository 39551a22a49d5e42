/** What the judge is asked to reply about a turn, and how forgivingly the reply is read. */
import { z } from 'zod';
import { DIMENSIONS } from '../../rubric/dimensions.ts';
import type { Dimension } from '../../rubric/dimensions.ts';
import { FAILURE_CATEGORIES } from '../../rubric/judgement.ts';
import type { TurnJudgement } from '../../rubric/judgement.ts';

/** Asked for: the reasoning stands before the scores, so that the scores follow from it. */
export const turnReplyAsked = z.object({
  reasoning: z.string(),
  scores: z.object({
    correctness: z.number(),
    tool_selection: z.number(),
    context_retention: z.number(),
    completeness: z.number(),
    efficiency: z.number(),
    personality: z.number(),
    error_recovery: z.number(),
  } satisfies Record<Dimension, z.ZodNumber>),
  hallucination: z.boolean(),
  failure_category: z.enum(FAILURE_CATEGORIES).nullable(),
});

/**
 * Read: only a reply without an object of scores is unusable. What stands in the scores, a string or 11 or
 * nothing, goes to the rubric as it is: the rubric decides what counts, not the parser.
 */
export const turnReply = z.object({
  reasoning: z.string().catch(''),
  scores: z.record(z.string(), z.unknown()),
  hallucination: z.unknown().optional(),
  failure_category: z.enum(FAILURE_CATEGORIES).nullable().catch(null),
  // Not asked for: kept when a judge gives them unasked, to be compared with the rubric's own arithmetic.
  overall_score: z.number().nullable().catch(null),
  pass: z.boolean().nullable().catch(null),
});

export function turnJudgement(reply: z.infer<typeof turnReply>): TurnJudgement {
  const scores: Partial<Record<Dimension, unknown>> = {};
  for (const dimension of DIMENSIONS) {
    if (Object.hasOwn(reply.scores, dimension)) scores[dimension] = reply.scores[dimension];
  }
  return {
    scores,
    declared: DIMENSIONS,
    reasoning: reply.reasoning,
    failure_category: reply.failure_category,
    hallucination:
      reply.hallucination === true ||
      reply.hallucination === 'true' ||
      reply.failure_category === 'hallucination',
    undecided: null,
    claimed_overall: reply.overall_score,
    claimed_pass: reply.pass,
    claims: [],
    unsupported: [],
    warnings: [],
  };
}
