/** What today's scenarios say of a stored conversation: its ceilings, as far as the scenario is still the same. */
import { z } from 'zod';
import type { Conversation } from '../conversation.ts';
import { loadPlans } from '../plan/load-plans.ts';
import { scenarioFingerprint } from '../results/store/scenario-result.ts';
import { claimSchema, ownFindingSchema, toolCallSchema, turnStartSchema } from '../results/store/schema.ts';
import { ceilingsOf } from '../rubric/ceilings.ts';
import { withClaims } from '../rubric/claims.ts';
import { readTurn } from '../rubric/read-turn.ts';
import type { Ceiling } from '../rubric/verdict-types.ts';
import type { Scenario } from '../scenario/schema.ts';

export interface Today {
  /** null: the scenario is gone or its text changed, or the trace does not hold whole tool calls. */
  ceilingsFor(trace: Readonly<Record<string, unknown>>): ((turn: number) => readonly Ceiling[]) | null;
  /** null when no scenario has that id. */
  severityOf(trace: Readonly<Record<string, unknown>>): Scenario['severity'] | null;
}

const traceSchema = z.object({
  scenario_id: z.string(),
  scenario_fingerprint: z.string().min(1),
  turns: z.array(
    z.object({
      turn: z.number(),
      user_message: z.string(),
      agent_response: z.string(),
      tool_calls: z.array(toolCallSchema),
      own_checks: z.array(ownFindingSchema).optional(),
      verified: z.array(toolCallSchema).optional(),
      before: turnStartSchema.optional(),
      claims: z.array(claimSchema).optional(),
      elapsed_s: z.number(),
    }),
  ),
});

export async function readToday(folders: {
  readonly root: string;
  readonly scenarios: readonly string[];
  readonly corpus: string;
}): Promise<Today> {
  const plans = await loadPlans(folders);
  return {
    ceilingsFor(trace) {
      const parsed = traceSchema.safeParse(trace);
      const plan = parsed.success ? plans.get(parsed.data.scenario_id) : undefined;
      if (!parsed.success || plan === undefined) return null;
      if (scenarioFingerprint(plan.scenario) !== parsed.data.scenario_fingerprint) return null;
      const conversation: Conversation = parsed.data.turns.map(
        ({ verified, before, own_checks, ...turn }) => ({
          ...turn,
          ...(verified && { verified }),
          ...(own_checks && { own_checks }),
          ...(before && { before }),
          stats: null,
        }),
      );
      return (number) => {
        const at = conversation.findIndex(({ turn }) => turn === number);
        const [exchange, turn, truth] = [
          conversation[at],
          plan.scenario.turns.find((each) => each.turn === number),
          plan.truths[plan.scenario.turns.findIndex((each) => each.turn === number)],
        ];
        if (exchange === undefined || turn === undefined || truth === undefined) return [];
        const before = conversation.slice(0, at);
        const reading = readTurn({ turn, truth, before, exchange, turns: plan.scenario.turns.length });
        const claims = parsed.data.turns[at]?.claims ?? [];
        return withClaims(ceilingsOf(reading), { claims, turn, truth });
      };
    },
    severityOf(trace) {
      const id = typeof trace['scenario_id'] === 'string' ? trace['scenario_id'] : '';
      return plans.get(id)?.scenario.severity ?? null;
    },
  };
}
