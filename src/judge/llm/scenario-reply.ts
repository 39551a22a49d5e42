/** What the judge is asked to reply about a scenario, and how it is read. */
import { z } from 'zod';
import { ROOT_CAUSE_TARGETS } from '../../rubric/judgement.ts';
import type { ScenarioJudgement } from '../../rubric/judgement.ts';

export const scenarioReplyAsked = z.object({
  root_cause: z.string().nullable(),
  root_cause_target: z.enum(ROOT_CAUSE_TARGETS).nullable(),
  recommended_fix: z.string().nullable(),
  critical_violation: z.string().nullable(),
  outcome: z.object({ why: z.string(), met: z.boolean() }).nullable(),
  blocked_by_constraint: z.number().nullable(),
});

const textOrNull = z
  .string()
  .trim()
  .transform((text) => (text === '' || /^(?:null|none|n\/a)\.?$/i.test(text) ? null : text))
  .nullable()
  .catch(null);

/** "No.", "false" or "no critical violation" where null is asked for: read as it stands it would fail the agent. */
const DENIAL =
  /^\W*(?:no|none|nothing|not|nil|null|false|n\/?a|never|there (?:is|was|were|are) no)\b|\bno (?:critical )?violations?\b/i;
const statement = z
  .string()
  .trim()
  .refine((text) => !DENIAL.test(text) && text.split(/\s+/).length >= 3, {
    error: 'is no statement of a violation: null where nothing was violated, else what was, in a sentence',
  });

/**
 * `root_cause` has to be there, as the sign that this is a reply to what was asked, and so has
 * `critical_violation`: one that cannot be read must not pass for none. The rest may be missing, but what decides
 * something has to be readable where it is there.
 */
export const scenarioReply = z.object({
  root_cause: z.string().nullable().pipe(textOrNull),
  root_cause_target: z.enum(ROOT_CAUSE_TARGETS).nullable().catch(null),
  recommended_fix: textOrNull,
  critical_violation: statement.nullable(),
  outcome: z
    .object({ why: z.string().catch(''), met: z.boolean() })
    .nullable()
    .optional()
    .transform((given) => given ?? null),
  blocked_by_constraint: z.unknown().optional(),
  // Not asked for: kept when a judge gives them unasked, to be compared with the rubric's own.
  status: z.enum(['PASS', 'FAIL', 'BLOCKED_BY_ARCHITECTURE']).nullable().catch(null),
  overall_score: z.number().nullable().catch(null),
});

export type ScenarioReply = z.infer<typeof scenarioReply>;

/** @param constraints those given to the judge, in their order: a block that cites none of them is dropped. */
export function scenarioJudgement(reply: ScenarioReply, constraints: readonly string[]): ScenarioJudgement {
  return {
    root_cause: reply.root_cause,
    root_cause_target: reply.root_cause_target,
    recommended_fix: reply.recommended_fix,
    critical_violation: reply.critical_violation,
    outcome: reply.outcome,
    blocked_by_architecture: citedConstraint(reply.blocked_by_constraint, constraints),
    claimed_status: reply.status,
    claimed_overall: reply.overall_score,
  };
}

/** Cites something, and nothing that is in the list. */
export function citesNothing(cited: unknown, constraints: readonly string[]): boolean {
  const isNone =
    cited === undefined ||
    cited === null ||
    cited === false ||
    (typeof cited === 'string' && /^\W*(?:null|none|n\/a)?\W*$/i.test(cited));
  return !isNone && citedConstraint(cited, constraints) === null;
}

function citedConstraint(cited: unknown, constraints: readonly string[]): string | null {
  if (typeof cited === 'number') return constraints[cited - 1] ?? null;
  if (typeof cited !== 'string') return null;
  if (/^\d+$/.test(cited.trim())) return constraints[Number(cited) - 1] ?? null;
  return constraints.find((constraint) => plain(constraint) === plain(cited)) ?? null;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
