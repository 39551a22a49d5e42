/** What the judge is asked to reply about a turn, and how forgivingly the reply is read. */
import { z } from 'zod';
import type { ExpectedFact } from '../../rubric/claims.ts';
import { givesFewerThanHalf } from '../../rubric/claims.ts';
import { DIMENSIONS } from '../../rubric/dimensions.ts';
import type { Dimension } from '../../rubric/dimensions.ts';
import { FAILURE_CATEGORIES } from '../../rubric/judgement.ts';
import type { TurnJudgement } from '../../rubric/judgement.ts';
import { readScore } from '../../rubric/score.ts';
import { MIN_CORRECTNESS } from '../../rubric/turn-verdict.ts';
import type { Scenario } from '../../scenario/schema.ts';
import { checkClaims, checkUnsupported } from './check-claims.ts';
import { findContradictions } from './contradictions.ts';

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
  outcome: z.object({ why: z.string(), met: z.boolean() }).nullable(),
});

const words = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) => (text.trim() === '' ? null : text.trim()))
  .nullable();

/** An entry that cannot be read is none: a guess at its half could count against the agent. */
const claimRead = z.object({
  fact: z.coerce.number().int(),
  quote: words,
  value: words,
  unit: words.catch(null),
  approximate: z.boolean(),
});

/** In any case; another word is no category, and must not pass for null. */
const category = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(FAILURE_CATEGORIES, 'none of the failure categories'))
  .nullable();

const outcomeRead = z.object({ why: z.string().catch(''), met: z.boolean() }).nullable();

/**
 * Read: a reply without an object of scores is unusable, and so is one whose unsupported claims, category or outcome
 * cannot be read: they must not pass for none. What stands in the scores, a string or 11 or nothing, goes to the
 * rubric as it is: the rubric decides what counts, not the parser.
 */
export const turnReply = z.object({
  claims: z.array(z.unknown()).catch([]),
  unsupported: z.array(z.string()),
  scores: z.record(z.string(), z.unknown()),
  failure_category: category.optional().transform((given) => given ?? null),
  outcome: outcomeRead.optional().transform((given) => given ?? null),
  // Not asked for: kept when a judge gives them unasked, to be compared with what else it says.
  hallucination: z.unknown().optional(),
  overall_score: z.number().nullable().catch(null),
  pass: z.boolean().nullable().catch(null),
});
export type TurnReply = z.infer<typeof turnReply>;

const scoreRead = z.object({ why: z.string().catch(''), score: z.unknown() });

export interface Asked {
  readonly facts: readonly ExpectedFact[];
  /** The agent's, whole. */
  readonly answer: string;
  readonly severity: Scenario['severity'];
  /** Was the outcome of the conversation asked for, too? */
  readonly asksOutcome: boolean;
}

export interface ReadTurnReply {
  readonly judgement: TurnJudgement;
  /** Why the reply is none, each without a full stop: with one of them it counts for nothing. */
  readonly contradictions: readonly string[];
}

/** The judgement in a reply, its quotes and values checked. What does not stand is left out, and a warning says so. */
export function readTurnReply(
  reply: TurnReply,
  { facts, answer, severity, asksOutcome }: Asked,
): ReadTurnReply {
  const { scores, reasoning } = readScores(reply.scores);
  const replied = reply.claims.flatMap((claim) => claimRead.safeParse(claim).data ?? []);
  const { claims, faults } = checkClaims(replied, facts, answer);
  const unsupported = checkUnsupported(reply.unsupported, answer);
  const outcome = asksOutcome ? reply.outcome : null;
  const judgement: TurnJudgement = {
    scores,
    declared: DIMENSIONS,
    reasoning,
    failure_category: reply.failure_category,
    hallucination: unsupported.quotes.length > 0,
    undecided: null,
    claimed_overall: reply.overall_score,
    claimed_pass: reply.pass,
    claims,
    unsupported: unsupported.quotes,
    outcome,
    warnings: [
      ...faults,
      ...unsupported.faults,
      ...mostMissing(claims, facts, scores),
      ...(asksOutcome && outcome === null ? ['outcome does not say whether it is met'] : []),
    ],
  };
  const contradictions = findContradictions({
    listed: reply.unsupported.length,
    quotes: unsupported.quotes,
    category: reply.failure_category,
    correctness: scores.correctness,
    flag: reply.hallucination,
    severity,
  });
  return { judgement, contradictions };
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

function mostMissing(
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
