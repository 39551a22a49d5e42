/** Who judges and who plays the user, by the settings. */
import type { Judge } from '../judge/judge.ts';
import type { LlmClient } from '../models/client.ts';
import type { NamedModel } from '../models/model-name.ts';
import { lazyModelClient, priceOfModel, requireKey } from '../models/model-of.ts';
import { PriceError } from '../models/prices.ts';
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
  clientFor: (llm: NamedModel) => LlmClient = (llm) => lazyModelClient(llm, env, USE),
): Promise<JudgeAndSimulator> {
  const timeoutMs = settings.judgeTimeout * 1000;
  const { model, simulatorModel } = settings;
  return {
    judge:
      settings.judge === 'rules'
        ? (await import('../judge/rules/judge.ts')).createRulesJudge()
        : (await import('../judge/llm/llm-judge.ts')).createLlmJudge({
            client: clientFor(judgeLlm(settings)),
            model,
            prompts: prompts ?? undefined,
            timeoutMs,
          }),
    judgeModel: settings.judge === 'rules' ? null : model,
    simulator:
      settings.simulator === 'plain'
        ? createPlainSimulator()
        : (await import('../simulator/llm.ts')).createLlmSimulator({
            client: clientFor(simulatorLlm(settings)),
            model: simulatorModel,
            prompt: prompts?.user,
            timeoutMs,
          }),
  };
}

/** What keeps judge or simulator from working, found before anything is started; null when nothing does. */
export function findLlmProblem(settings: Settings, env: Environment): string | null {
  try {
    for (const llm of llmsOf(settings)) {
      requireKey(llm, env, USE);
      priceOfModel(llm);
    }
    return null;
  } catch (error) {
    if (error instanceof SettingsError || error instanceof PriceError) return error.message;
    throw error;
  }
}

/** The models that a run asks, as its settings name them. */
export function llmsOf(settings: Settings): readonly NamedModel[] {
  return [
    ...(settings.judge === 'llm' ? [judgeLlm(settings)] : []),
    ...(settings.simulator === 'llm' ? [simulatorLlm(settings)] : []),
  ];
}

function judgeLlm({ model, price, endpoints, baseUrl }: Settings): NamedModel {
  return { model, price, endpoints, baseUrl };
}

function simulatorLlm(settings: Settings): NamedModel {
  const { model, price, simulatorModel, simulatorPrice, endpoints, baseUrl } = settings;
  return {
    model: simulatorModel,
    price: simulatorPrice ?? (simulatorModel === model ? price : undefined),
    endpoints,
    baseUrl,
  };
}

const USE =
  'an LLM is to judge or to play the user. Set the key, or do without an LLM: AGENT_EVAL_JUDGE=rules.';
