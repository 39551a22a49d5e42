/** Who judges and who plays the user, by the settings. */
import { createAnthropicJudge } from '../judge/anthropic/anthropic-judge.ts';
import type { Judge } from '../judge/judge.ts';
import { createRulesJudge } from '../judge/rules/judge.ts';
import { createLlmClient, type LlmClient } from '../llm/client.ts';
import { priceOf, type Price } from '../llm/prices.ts';
import { anthropicApiKey, SettingsError, type Settings } from '../settings.ts';
import { createAnthropicSimulator } from '../simulator/anthropic.ts';
import { createPlainSimulator } from '../simulator/plain.ts';
import type { Simulator } from '../simulator/simulator.ts';

export interface Voices {
  readonly judge: Judge;
  /** null for the rules. */
  readonly judgeModel: string | null;
  readonly simulator: Simulator;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws {@link SettingsError} when an LLM is needed and its key or its price is missing. */
export function createVoices(settings: Settings, env: Environment): Voices {
  const client = (model: string, price: Price | undefined): LlmClient => {
    const apiKey = anthropicApiKey(env);
    if (apiKey === null) {
      throw new SettingsError(
        'ANTHROPIC_API_KEY is not set, and the judge or the simulator is "anthropic". Set the key, or judge ' +
          'without an LLM: AGENT_EVAL_JUDGE=rules.',
      );
    }
    return createLlmClient({
      apiKey,
      model,
      price: price ?? priceOf(model),
      ...(settings.baseUrl === undefined ? {} : { baseUrl: settings.baseUrl }),
    });
  };
  const judge =
    settings.judge === 'rules'
      ? createRulesJudge()
      : createAnthropicJudge({
          client: client(settings.model, settings.price),
          model: settings.model,
          timeoutMs: settings.judgeTimeout * 1000,
        });
  const simulator =
    settings.simulator === 'plain'
      ? createPlainSimulator()
      : createAnthropicSimulator({
          client: client(
            settings.simulatorModel,
            settings.simulatorPrice ??
              (settings.simulatorModel === settings.model ? settings.price : undefined),
          ),
          model: settings.simulatorModel,
          timeoutMs: settings.judgeTimeout * 1000,
        });
  return { judge, judgeModel: settings.judge === 'rules' ? null : settings.model, simulator };
}
