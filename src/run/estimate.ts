/**
 * What a scenario would cost, without running it: judge and simulator build the prompts they would send, from a
 * conversation of made-up text, and a client that sends nothing adds them up.
 */
import type { Conversation, Exchange } from '../conversation.ts';
import { JudgeError, type Judge } from '../judge/judge.ts';
import { countingClient, dearestCost, usualCost, type CostOfCall } from '../models/counting-client.ts';
import { createLedger } from '../models/ledger.ts';
import { priceOfModel } from '../models/model-of.ts';
import type { ScenarioPlan } from '../plan/scenario-plan.ts';
import type { Prompts } from '../prompts/prompt-files.ts';
import { DIMENSIONS } from '../rubric/dimensions.ts';
import type { TurnJudgement } from '../rubric/judgement.ts';
import { outcomeAskedWith } from '../rubric/outcome.ts';
import { readTurn } from '../rubric/read-turn.ts';
import type { TurnVerdict } from '../rubric/verdict-types.ts';
import { scenarioVerdict, turnVerdict } from '../rubric/verdict.ts';
import type { Settings } from '../settings.ts';
import { SimulatorError } from '../simulator/simulator.ts';
import { messageFor } from './converse.ts';
import { createJudgeAndSimulator, type JudgeAndSimulator } from './judge-and-simulator.ts';

export interface ScenarioEstimate {
  readonly turns: number;
  readonly documents: number;
  /** LLM calls, the review of the whole scenario included; repeats and retries come on top. */
  readonly calls: number;
  /** US dollars that can't be exceeded: every call at its dearest and asked twice, or the scenario's budget. */
  readonly atMostUsd: number;
  /** US dollars with answers of usual length, prompts cached, nothing asked twice. */
  readonly aboutUsd: number;
}

/** Characters of an answer: the longest that a judge is shown, and a usual one. */
const LONGEST_ANSWER = 16_000;
const USUAL_ANSWER = 350;
/** Characters of a message: the longest that a simulator may word, and a usual one. */
const LONGEST_MESSAGE = 1_200;
const USUAL_MESSAGE = 120;

/** Throws `PriceError` for a model whose price nobody gave. */
export async function estimateScenario(
  plan: ScenarioPlan,
  settings: Settings,
  prompts: Prompts | null,
): Promise<ScenarioEstimate> {
  const given = { plan, settings, prompts };
  const most = await totalOf(given, dearestCost, { answer: LONGEST_ANSWER, message: LONGEST_MESSAGE });
  const usual = await totalOf(given, usualCost, { answer: USUAL_ANSWER, message: USUAL_MESSAGE });
  const atMostUsd = Math.min(settings.budget, most.usd);
  return {
    turns: plan.scenario.turns.length,
    documents: plan.documents.length,
    calls: most.calls,
    atMostUsd,
    aboutUsd: Math.min(atMostUsd, usual.usd),
  };
}

async function totalOf(
  { plan, settings, prompts }: { plan: ScenarioPlan; settings: Settings; prompts: Prompts | null },
  costOfCall: CostOfCall,
  lengths: { readonly answer: number; readonly message: number },
): Promise<{ calls: number; usd: number }> {
  const total = { calls: 0, usd: 0 };
  const judgeAndSimulator = await createJudgeAndSimulator(settings, {}, prompts, (named) => {
    const known = priceOfModel(named);
    return countingClient(named.model, (call) => {
      total.calls += 1;
      total.usd += costOfCall(call, known);
    });
  });
  await askEverything(plan, judgeAndSimulator, lengths);
  return total;
}

/** All that a run would ask of judge and simulator. */
async function askEverything(
  plan: ScenarioPlan,
  judgeAndSimulator: JudgeAndSimulator,
  lengths: { readonly answer: number; readonly message: number },
): Promise<void> {
  const context = { signal: new AbortController().signal, ledger: createLedger(Number.POSITIVE_INFINITY) };
  const conversation: Exchange[] = [];
  for (const turn of plan.scenario.turns) {
    const message = await unanswered(messageFor(plan, turn, [...conversation], judgeAndSimulator, context));
    conversation.push(madeUp(turn.turn, message ?? 'm'.repeat(lengths.message), lengths.answer));
  }
  // The rules cost nothing, and would only read what is made up.
  if (judgeAndSimulator.judgeModel !== null) await askJudge(plan, judgeAndSimulator.judge, conversation);
}

/** All that can be asked of a judge about a conversation: of a judge that counts, and never answers. */
export async function askJudge(plan: ScenarioPlan, judge: Judge, conversation: Conversation): Promise<void> {
  const { scenario, truths } = plan;
  const context = { signal: new AbortController().signal, ledger: createLedger(Number.POSITIVE_INFINITY) };
  for (const [index, exchange] of conversation.entries()) {
    const [turn, truth] = [scenario.turns[index], truths[index]];
    if (!turn || !truth) continue;
    const facts = { turn, truth, before: conversation.slice(0, index), exchange };
    const reading = readTurn({ ...facts, turns: scenario.turns.length });
    const isLast = index === scenario.turns.length - 1;
    const asksOutcome = isLast && outcomeAskedWith(scenario) === 'last_turn';
    const expectedOutcome = asksOutcome ? scenario.expected_outcome : null;
    await unanswered(judge.judgeTurn({ scenario, ...facts, expectedOutcome, reading }, context));
  }
  // A turn that failed, so that there is a review.
  const turns = conversation.map(({ turn }) => failed(turn));
  const known = { severity: scenario.severity, turns, expectedTurns: turns.length, judgement: null };
  const provisional = scenarioVerdict(known);
  const outcome = outcomeAskedWith(scenario) === 'review' ? 'asked' : 'told';
  await unanswered(
    judge.judgeScenario({ scenario, conversation, provisional, outcome, constraints: [] }, context),
  );
}

/** The answer where none had to be asked for (a given message, the rules); null where one would be. */
async function unanswered<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof JudgeError || error instanceof SimulatorError) return null;
    throw error;
  }
}

function madeUp(turn: number, message: string, answerLength: number): Exchange {
  return {
    turn,
    user_message: message,
    agent_response: 'a'.repeat(answerLength),
    tool_calls: [],
    stats: null,
    elapsed_s: 0,
  };
}

function failed(turn: number): TurnVerdict {
  const judgement: TurnJudgement = {
    scores: {},
    declared: DIMENSIONS,
    reasoning: 'r'.repeat(500),
    failure_category: null,
    hallucination: false,
    undecided: null,
    claimed_overall: null,
    claimed_pass: null,
    claims: [],
    unsupported: [],
    outcome: null,
    warnings: [],
  };
  return turnVerdict({ turn, judgement, ceilings: [] });
}
