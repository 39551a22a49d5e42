/** What the judge is asked to reply about a turn, and how forgivingly the reply is read. */
import { z } from 'zod';
import type { ExpectedFact } from '../../rubric/claims.ts';
import { givesFewerThanHalf } from '../../rubric/claims.ts';
import { DIMENSIONS } from '../../rubric/dimensions.ts';
import type { Dimension } from '../../rubric/dimensions.ts';
import { FAILURE_CATEGORIES } from '../../rubric/judgement.ts';
import type { FailureCategory, TurnJudgement } from '../../rubric/judgement.ts';
import { readScore } from '../../rubric/score.ts';
import { MIN_CORRECTNESS } from '../../rubric/turn-verdict.ts';
import { checkClaims, checkUnsupported } from './check-claims.ts';

const scored = z.object({ why: z.string(), score: z.number() });

/** Asked for in this order: what was read, then for each dimension a reason before its number. */
export const turnReplyAsked = z.object({
  claims: z.array(
    z.object({
      fact: z.number(),
      quote: z.string().nullable(),
      value: z.string().nullable(),
      unit: z.string().nullable(),
      approximate: z.boolean(),
    }),
  ),
  unsupported: z.array(z.string()),
  scores: z.object({
    correctness: scored,
    tool_selection: scored,
    context_retention: scored,
    completeness: scored,
    efficiency: scored,
    personality: scored,
    error_recovery: scored,
  } satisfies Record<Dimension, typeof scored>),
  failure_category: z.enum(FAILURE_CATEGORIES).nullable(),
});

const words = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) => (text.trim() === '' ? null : text.trim()))
  .nullable()
  .catch(null);

const claimRead = z.object({
  fact: z.coerce.number().int().nullable().catch(null),
  quote: words,
  value: words,
  unit: words,
  approximate: z.boolean().catch(false),
});

/**
 * Read: a reply without an object of scores is unusable, and so is one whose list of unsupported claims cannot be
 * read: it must not pass for an empty one. What stands in the scores, a string or 11 or nothing, goes to the rubric
 * as it is: the rubric decides what counts, not the parser.
 */
export const turnReply = z.object({
  claims: z.array(z.unknown()).catch([]),
  unsupported: z.array(z.string()),
  scores: z.record(z.string(), z.unknown()),
  failure_category: z.enum(FAILURE_CATEGORIES).nullable().catch(null),
  // Not asked for: kept when a judge gives them unasked, to be compared with the rubric's own arithmetic.
  overall_score: z.number().nullable().catch(null),
  pass: z.boolean().nullable().catch(null),
});
export type TurnReply = z.infer<typeof turnReply>;

const scoreRead = z.object({ why: z.string().catch(''), score: z.unknown() });

/**
 * The judgement in a reply, its quotes and values checked. What does not stand is left out, and a warning says so.
 * @param answer the agent's, whole.
 */
export function turnJudgement(
  reply: TurnReply,
  facts: readonly ExpectedFact[],
  answer: string,
): TurnJudgement {
  const { scores, reasoning } = readScores(reply.scores);
  const replied = reply.claims.flatMap((claim) => claimRead.safeParse(claim).data ?? []);
  const { claims, faults } = checkClaims(replied, facts, answer);
  const unsupported = checkUnsupported(reply.unsupported, answer);
  const category = checkCategory(reply.failure_category, unsupported.quotes, scores.correctness);
  return {
    scores,
    declared: DIMENSIONS,
    reasoning,
    failure_category: category.category,
    hallucination: unsupported.quotes.length > 0,
    undecided: null,
    claimed_overall: reply.overall_score,
    claimed_pass: reply.pass,
    claims,
    unsupported: unsupported.quotes,
    warnings: [...faults, ...unsupported.faults, ...category.faults, ...contradiction(claims, facts, scores)],
  };
}

/** A number without a reason is a score all the same. */
function readScores(replied: TurnReply['scores']): Pick<TurnJudgement, 'scores' | 'reasoning'> {
  const scores: Partial<Record<Dimension, unknown>> = {};
  const reasons: string[] = [];
  for (const dimension of DIMENSIONS) {
    if (!Object.hasOwn(replied, dimension)) continue;
    const read = scoreRead.safeParse(replied[dimension]);
    scores[dimension] = read.success ? read.data.score : replied[dimension];
    const why = read.data?.why.trim() ?? '';
    if (why !== '') reasons.push(`${dimension}: ${why.replace(/\.$/, '')}`);
  }
  return { scores, reasoning: reasons.join('; ') };
}

/** An invention is told by its words: without them the category is an opinion that nobody can check. */
function checkCategory(
  category: FailureCategory | null,
  unsupported: readonly string[],
  correctness: unknown,
): { category: FailureCategory | null; faults: readonly string[] } {
  if (category !== 'hallucination' || unsupported.length > 0) return { category, faults: [] };
  const score = readScore(correctness);
  return {
    category: score !== null && score < MIN_CORRECTNESS ? 'wrong_answer' : null,
    faults: ['the failure category is hallucination, and unsupported quotes nothing of the answer'],
  };
}

function contradiction(
  claims: TurnJudgement['claims'],
  facts: readonly ExpectedFact[],
  scores: TurnJudgement['scores'],
): string[] {
  const correctness = readScore(scores.correctness);
  const isComplete = claims.length === facts.length;
  if (!isComplete || !givesFewerThanHalf(claims) || correctness === null || correctness < MIN_CORRECTNESS)
    return [];
  return [`claims says that most expected facts are not in the answer, and correctness is ${correctness}`];
}
