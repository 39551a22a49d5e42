/** Who judges and who plays the user, by the settings. */
import { anthropicApiKey } from '../api-key.ts';
import type { Judge } from '../judge/judge.ts';
import type { LlmClient } from '../models/client.ts';
import { PriceError, priceOf, type Price } from '../models/prices.ts';
import type { Prompts } from '../prompts/prompt-files.ts';
import { SettingsError, type Settings } from '../settings.ts';
import { createPlainSimulator } from '../simulator/plain.ts';
import type { Simulator } from '../simulator/simulator.ts';

export interface JudgeAndSimulator {
  readonly judge: Judge;
  /** null for the rules. */
  readonly judgeModel: string | null;
  readonly simulator: Simulator;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * An LLM's client is made at its first call, which fails as {@link findLlmProblem} says when something is missing.
 * Its SDK takes a third of a second to load, so a run without an LLM never loads it; the rules' reading of numbers and
 * dates a tenth, so neither does the main thread, which only looks for problems. `prompts` are edited ones; null: our own.
 * `clientFor` makes another client.
 */
export async function createJudgeAndSimulator(
  settings: Settings,
  env: Environment,
  prompts: Prompts | null,
  clientFor: (llm: Llm) => LlmClient = (llm) => lazyClient(settings, env, llm),
): Promise<JudgeAndSimulator> {
  const timeoutMs = settings.judgeTimeout * 1000;
  const { model, simulatorModel } = settings;
  return {
    judge:
      settings.judge === 'rules'
        ? (await import('../judge/rules/judge.ts')).createRulesJudge()
        : (await import('../judge/llm/llm-judge.ts')).createAnthropicJudge({
            client: clientFor(judgeLlm(settings)),
            model,
            prompts: prompts ?? undefined,
            timeoutMs,
          }),
    judgeModel: settings.judge === 'rules' ? null : model,
    simulator:
      settings.simulator === 'plain'
        ? createPlainSimulator()
        : (await import('../simulator/llm.ts')).createAnthropicSimulator({
            client: clientFor(simulatorLlm(settings)),
            model: simulatorModel,
            prompt: prompts?.user,
            timeoutMs,
          }),
  };
}

/** What keeps judge or simulator from working, found before anything is started; null when nothing does. */
export function findLlmProblem(settings: Settings, env: Environment): string | null {
  const llms = [
    ...(settings.judge === 'anthropic' ? [judgeLlm(settings)] : []),
    ...(settings.simulator === 'anthropic' ? [simulatorLlm(settings)] : []),
  ];
  try {
    for (const llm of llms) needs(env, llm);
    return null;
  } catch (error) {
    if (error instanceof SettingsError || error instanceof PriceError) return error.message;
    throw error;
  }
}

export interface Llm {
  readonly model: string;
  readonly price: string | undefined;
}

function judgeLlm({ model, price }: Settings): Llm {
  return { model, price };
}

function simulatorLlm({ model, price, simulatorModel, simulatorPrice }: Settings): Llm {
  return { model: simulatorModel, price: simulatorPrice ?? (simulatorModel === model ? price : undefined) };
}

/** Throws {@link SettingsError} without a key, `PriceError` for a model whose price nobody gave. */
function needs(env: Environment, { model, price }: Llm): { apiKey: string; price: Price } {
  const apiKey = anthropicApiKey(env);
  if (apiKey === null) {
    throw new SettingsError(
      'ANTHROPIC_API_KEY is not set, and an LLM is to judge or to play the user. Set the key, or do without an ' +
        'LLM: AGENT_EVAL_JUDGE=rules.',
    );
  }
  return { apiKey, price: priceOf(model, price) };
}

function lazyClient({ baseUrl }: Settings, env: Environment, llm: Llm): LlmClient {
  const { model } = llm;
  const make = async (): Promise<LlmClient> => {
    const { createAnthropicClient } = await import('../models/anthropic/client.ts');
    return createAnthropicClient({
      ...needs(env, llm),
      model,
      ...(baseUrl === undefined ? {} : { baseUrl }),
    });
  };
  let made: Promise<LlmClient> | null = null;
  return {
    model,
    structured: async (request) => (await (made ??= make())).structured(request),
  };
}
