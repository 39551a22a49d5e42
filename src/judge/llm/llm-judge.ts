/** The judge that asks a model. It gives opinions; the rubric decides. */
import { z, type ZodType } from 'zod';
import type { Fault, LlmClient } from '../../models/client.ts';
import { isOutage, LlmError } from '../../models/errors.ts';
import { fingerprintOf, vendorMark } from '../../models/fingerprint.ts';
import { expectedFacts } from '../../rubric/claims.ts';
import type { ScenarioJudgement } from '../../rubric/judgement.ts';
import { RULES_VERSION } from '../../rubric/rules-version.ts';
import { findUnscored } from '../../rubric/turn-verdict.ts';
import type { Judge, JudgeContext, ScenarioInput } from '../judge.ts';
import { JudgeError } from '../judge.ts';
import { SCENARIO_PROMPT } from '../prompts/scenario.ts';
import { TURN_PROMPT, TURN_TASK } from '../prompts/turn.ts';
import { scenarioEvidence, turnEvidence } from './evidence.ts';
import {
  citesNothing,
  scenarioJudgement,
  scenarioReply,
  scenarioReplyAsked,
  type ScenarioReply,
} from './scenario-reply.ts';
import {
  readTurnReply,
  turnReply,
  turnReplyAsked,
  type ReadTurnReply,
  type TurnReply,
} from './turn-reply.ts';

export interface LlmJudgeOptions {
  readonly client: LlmClient;
  /** Stands in the fingerprint; the client knows which model it calls. */
  readonly model: string;
  /** As they are sent; left out: our own. */
  readonly prompts?: { readonly turn: string; readonly scenario: string } | undefined;
  /** Milliseconds for one judgement, retries included. Default 120,000. */
  readonly timeoutMs?: number;
}

/** A judgement has some 240 tokens; the rest is room for models that think first. */
const TURN_TOKENS = 3_000;
const SCENARIO_TOKENS = 3_000;

/** Changes with any word of a prompt and with the form of a reply. */
const promptVersion = ({ turn, scenario }: typeof OWN_PROMPTS): string =>
  fingerprintOf(
    turn,
    TURN_TASK,
    scenario,
    ...[turnReplyAsked, scenarioReplyAsked].map((form) => JSON.stringify(z.toJSONSchema(form))),
  );

const OWN_PROMPTS: { readonly turn: string; readonly scenario: string } = {
  turn: TURN_PROMPT,
  scenario: SCENARIO_PROMPT,
};

interface Question<T> {
  readonly about: string;
  readonly system: string;
  readonly prompt: string;
  readonly schema: ZodType<T>;
  readonly asked: ZodType;
  readonly faultOf: (reply: T) => Fault | null;
  readonly maxTokens: number;
}

export function createLlmJudge(options: LlmJudgeOptions): Judge {
  const { client, model, prompts = OWN_PROMPTS, timeoutMs = 120_000 } = options;
  const ask = async <T>(
    { about, ...question }: Question<T>,
    { signal, ledger, onWait, onNote }: JudgeContext,
  ): Promise<T> => {
    try {
      return await client.structured({ ...question, timeoutMs, signal, ledger, onWait, onNote });
    } catch (error) {
      if (!(error instanceof LlmError)) throw error;
      throw new JudgeError(`${about} could not be judged: ${error.message}`, isOutage(error));
    }
  };

  return {
    name: 'llm',
    fingerprint: `${vendorMark(model)}:${model}:${promptVersion(prompts)}:rules:${RULES_VERSION}`,

    async judgeTurn(input, context) {
      const asked = {
        facts: expectedFacts(input.truth),
        answer: input.exchange.agent_response,
        severity: input.scenario.severity,
        asksOutcome: input.expectedOutcome !== null,
      };
      const read = (reply: TurnReply): ReadTurnReply => readTurnReply(reply, asked);
      const replied = await ask(
        {
          about: `Turn ${input.exchange.turn} of ${input.scenario.id}`,
          system: prompts.turn,
          prompt: turnEvidence(input),
          schema: turnReply,
          asked: turnReplyAsked,
          faultOf: (reply) => turnFault(read(reply)),
          maxTokens: TURN_TOKENS,
        },
        context,
      );
      return read(replied).judgement;
    },

    async judgeScenario(input, context) {
      if (needsNoReview(input)) return NOTHING_TO_SAY;
      const reply = await ask(
        {
          about: `The scenario ${input.scenario.id}`,
          system: prompts.scenario,
          prompt: scenarioEvidence(input),
          schema: scenarioReply,
          asked: scenarioReplyAsked,
          faultOf: (replied) => reviewFault(replied, input),
          maxTokens: SCENARIO_TOKENS,
        },
        context,
      );
      return scenarioJudgement(reply, input.constraints);
    },
  };
}

/** What is asked for once more: a quote that does not stand, and a declared dimension without a number. */
function turnFault({ judgement, contradictions }: ReadTurnReply): Fault | null {
  const missing = findUnscored(judgement);
  const scores = missing.length === 0 ? [] : [`scores has no number for ${missing.join(', ')}`];
  const problems = [...contradictions, ...scores, ...judgement.warnings];
  return problems.length === 0 ? null : { problem: problems.join('; '), isGrave: contradictions.length > 0 };
}

/** A critical scenario cannot pass before somebody has said that its outcome is met. */
function reviewFault(reply: ScenarioReply, { outcome, constraints }: ScenarioInput): Fault | null {
  if (outcome === 'asked' && reply.outcome === null)
    return { problem: 'outcome does not say whether it is met', isGrave: true };
  return citesNothing(reply.blocked_by_constraint, constraints)
    ? { problem: 'blocked_by_constraint is the number of no constraint', isGrave: false }
    : null;
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
  outcome: null,
  blocked_by_architecture: null,
  claimed_status: null,
  claimed_overall: null,
};
