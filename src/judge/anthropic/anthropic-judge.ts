/** The judge that asks a Claude model. It gives opinions; the rubric decides. */
import type { ZodType } from 'zod';
import type { LlmClient } from '../../llm/client.ts';
import { isOutage, LlmError } from '../../llm/errors.ts';
import { fingerprintOf } from '../../llm/fingerprint.ts';
import type { ScenarioJudgement } from '../../rubric/judgement.ts';
import type { Judge, JudgeContext, ScenarioInput } from '../judge.ts';
import { JudgeError } from '../judge.ts';
import { SCENARIO_PROMPT } from '../prompts/scenario.ts';
import { TURN_PROMPT } from '../prompts/turn.ts';
import { scenarioEvidence, turnEvidence } from './evidence.ts';
import { scenarioJudgement, scenarioReply, scenarioReplyAsked } from './scenario-reply.ts';
import { turnJudgement, turnReply, turnReplyAsked } from './turn-reply.ts';

export interface AnthropicJudgeOptions {
  readonly client: LlmClient;
  /** Stands in the fingerprint; the client knows which model it calls. */
  readonly model: string;
  /** Milliseconds for one judgement, retries included. Default 120,000. */
  readonly timeoutMs?: number;
}

/** A judgement has some 220 tokens; the rest is room for models that think first. */
const TURN_TOKENS = 3_000;
const SCENARIO_TOKENS = 3_000;

interface Question<T> {
  readonly about: string;
  readonly system: string;
  readonly prompt: string;
  readonly schema: ZodType<T>;
  readonly asked: ZodType;
  readonly maxTokens: number;
}

export function createAnthropicJudge({ client, model, timeoutMs = 120_000 }: AnthropicJudgeOptions): Judge {
  const ask = async <T>(
    { about, ...question }: Question<T>,
    { signal, ledger, onWait }: JudgeContext,
  ): Promise<T> => {
    try {
      return await client.structured({ ...question, timeoutMs, signal, ledger, onWait });
    } catch (error) {
      if (!(error instanceof LlmError)) throw error;
      throw new JudgeError(`${about} could not be judged: ${error.message}`, isOutage(error));
    }
  };

  return {
    name: 'anthropic',
    fingerprint: `anthropic:${model}:${fingerprintOf(TURN_PROMPT, SCENARIO_PROMPT)}`,

    async judgeTurn(input, context) {
      const reply = await ask(
        {
          about: `Turn ${input.exchange.turn} of ${input.scenario.id}`,
          system: TURN_PROMPT,
          prompt: turnEvidence(input),
          schema: turnReply,
          asked: turnReplyAsked,
          maxTokens: TURN_TOKENS,
        },
        context,
      );
      return turnJudgement(reply);
    },

    async judgeScenario(input, context) {
      if (needsNoReview(input)) return NOTHING_TO_SAY;
      const reply = await ask(
        {
          about: `The scenario ${input.scenario.id}`,
          system: SCENARIO_PROMPT,
          prompt: scenarioEvidence(input),
          schema: scenarioReply,
          asked: scenarioReplyAsked,
          maxTokens: SCENARIO_TOKENS,
        },
        context,
      );
      return scenarioJudgement(reply, input.constraints);
    },
  };
}

/** Nothing went wrong, and no rule by which a review could still change a passed standard scenario. */
function needsNoReview({ scenario, provisional, constraints }: ScenarioInput): boolean {
  const allPass = provisional.status === 'PASS' && provisional.turns.every(({ pass }) => pass);
  return scenario.severity === 'standard' && allPass && constraints.length === 0;
}

const NOTHING_TO_SAY: ScenarioJudgement = {
  root_cause: null,
  root_cause_target: null,
  recommended_fix: null,
  critical_violation: null,
  blocked_by_architecture: null,
  claimed_status: null,
  claimed_overall: null,
};
