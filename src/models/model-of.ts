/** From a model's name in the settings to what it costs and to whom it is sent. */
import { readKey } from '../api-key.ts';
import { SettingsError } from '../settings.ts';
import type { LlmClient } from './client.ts';
import { nearestEndpoint, parseModelName } from './endpoints.ts';
import type { NamedModel } from './model-name.ts';
import { parsePrice, priceOf, type Price } from './prices.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What the model costs: what the settings say, else what its endpoint says, else nothing on this machine, else by the
 * table. Throws `PriceError` for a model whose price nobody gave, {@link SettingsError} for a slip of an endpoint's name.
 */
export function priceOfModel({ model, price, endpoints = {} }: NamedModel): Price {
  const named = parseModelName(model, endpoints);
  if (price !== undefined && price.trim() !== '') return parsePrice(price);
  if (named.vendor === 'openai') {
    if (named.endpoint.price !== null) return parsePrice(named.endpoint.price);
    return named.endpoint.isLocal ? parsePrice('0,0') : priceOf(model);
  }
  const near = model.includes('/') ? nearestEndpoint(model.slice(0, model.indexOf('/')), endpoints) : null;
  if (near === null) return priceOf(model);
  throw new SettingsError(
    `The model "${model}" names no endpoint that is known. Did you mean "${near}${model.slice(model.indexOf('/'))}"? ` +
      'Other servers are named in agentEval({ endpoints }) or AGENT_EVAL_ENDPOINTS.',
  );
}

/** The variable that the model's key is in; null when it needs none. */
export function keyVariable({ model, endpoints = {} }: NamedModel): string | null {
  const named = parseModelName(model, endpoints);
  return named.vendor === 'anthropic' ? 'ANTHROPIC_API_KEY' : named.endpoint.keyFrom;
}

/** Throws {@link SettingsError} when the key is wanted and not set; `use`: what the model is for, and what to do without. */
export function requireKey(named: NamedModel, env: Environment, use: string): string | null {
  const variable = keyVariable(named);
  if (variable === null) return null;
  const key = readKey(env, variable);
  if (key === null) throw new SettingsError(`${variable} is not set, and ${use}`);
  return key;
}

/**
 * A client whose SDK is loaded at its first call: it takes a third of a second, and most runs never need one of them.
 * Its calls fail as {@link requireKey} and {@link priceOfModel} do when something is missing.
 */
export function lazyModelClient(named: NamedModel, env: Environment, use: string): LlmClient {
  let made: Promise<LlmClient> | null = null;
  return {
    model: named.model,
    structured: async (request) => await (await (made ??= makeClient(named, env, use))).structured(request),
  };
}

async function makeClient(named: NamedModel, env: Environment, use: string): Promise<LlmClient> {
  const apiKey = requireKey(named, env, use);
  const price = priceOfModel(named);
  const parsed = parseModelName(named.model, named.endpoints);
  if (parsed.vendor === 'openai') {
    const { createOpenAiClient } = await import('./openai/client.ts');
    return createOpenAiClient({ endpoint: parsed.endpoint, apiKey, model: parsed.model, price });
  }
  const { createAnthropicClient } = await import('./anthropic/client.ts');
  const { model, baseUrl } = named;
  return createAnthropicClient({
    apiKey: apiKey ?? '',
    model,
    price,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
}
