/** Runs the checks that are the user's own code, after a turn; their faults are nobody's failure. */
import path from 'node:path';
import { z } from 'zod';
import type { Conversation, Exchange, OwnFinding } from '../conversation.ts';
import { shorten } from '../models/untrusted.ts';
import type { OwnCheckTruth, OwnCheckTurn } from '../own-check.ts';
import { placeInStack } from '../place-in-stack.ts';
import type { ResolvedTruth } from '../scenario/ground-truth.ts';
import type { Turn } from '../scenario/schema.ts';
import type { RunContext } from './context.ts';
import { ScenarioStop } from './outcome.ts';

/** Loads the module of a check, by its name in the scenario. */
export type OwnChecks = Readonly<Record<string, () => Promise<unknown>>>;

export interface OwnCheckInput {
  readonly turn: Pick<Turn, 'checks' | 'success_criteria'>;
  readonly truth: ResolvedTruth | undefined;
  readonly before: Conversation;
  readonly context: Pick<RunContext, 'ownChecks' | 'root'>;
  readonly signal: AbortSignal;
}

/** Characters of a reason that are kept. */
const REASON = 500;

const resultSchema = z.strictObject({
  outcome: z.enum(['pass', 'fail', 'undecided']),
  reason: z.string().default(''),
});

/** The exchange with what they said. Throws {@link ScenarioStop} ERRORED, with the place, for one that throws. */
export async function withOwnChecks(input: OwnCheckInput, held: Exchange): Promise<Exchange> {
  const files = [input.turn.checks?.call ?? []].flat();
  if (files.length === 0) return held;
  const own_checks: OwnFinding[] = [];
  // oxlint-disable-next-line no-await-in-loop -- in the order of the scenario
  for (const call of files) own_checks.push(await runCheck(call, input, held));
  return { ...held, own_checks };
}

async function runCheck(call: string, input: OwnCheckInput, held: Exchange): Promise<OwnFinding> {
  const { signal } = input;
  const { ownChecks = {}, root = process.cwd() } = input.context;
  let value: unknown;
  try {
    const module: unknown = await ownChecks[call]?.();
    const check: unknown =
      typeof module === 'object' && module !== null ? Reflect.get(module, 'default') : undefined;
    if (typeof check !== 'function') {
      throw new ScenarioStop(
        'ERRORED',
        `the check ${call} has no default export that is a function: export default (turn, truth) => …`,
      );
    }
    value = await within(
      signal,
      Promise.resolve(Reflect.apply(check, undefined, [turnFor(input, held), truthFor(input)])),
    );
  } catch (error) {
    if (error instanceof ScenarioStop || signal.aborted) throw error;
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    const what = name === 'Error' ? message : `${name}: ${message}`;
    throw new ScenarioStop(
      'ERRORED',
      `the check ${call} threw ${what} (${placeInStack(stack, root) ?? path.basename(call)})`,
    );
  }
  const read = resultSchema.safeParse(value);
  if (!read.success) {
    throw new ScenarioStop(
      'ERRORED',
      `the check ${call} must return { outcome: 'pass' | 'fail' | 'undecided', reason }; it returned ${shorten(JSON.stringify(value) ?? String(value), 100)}`,
    );
  }
  return { call, outcome: read.data.outcome, reason: shorten(read.data.reason, REASON) };
}

async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function turnFor({ before }: OwnCheckInput, held: Exchange): OwnCheckTurn {
  const { turn, user_message, agent_response, tool_calls } = held;
  return {
    turn,
    message: user_message,
    answer: agent_response,
    tools: tool_calls.map((call) => ({
      name: call.tool,
      arguments: call.arguments,
      success: call.success,
      result: call.summary,
    })),
    before: before.map((each) => ({ message: each.user_message, answer: each.agent_response })),
  };
}

function truthFor({ truth, turn }: OwnCheckInput): OwnCheckTruth {
  const { expected_answer, expected_behavior = null, facts = [] } = truth ?? {};
  return {
    ...(expected_answer === undefined ? {} : { answer: expected_answer }),
    behavior: expected_behavior ?? turn.success_criteria ?? null,
    facts: facts.map(({ doc_id, fact_id, answer }) => ({ document: doc_id, id: fact_id, answer })),
  };
}
