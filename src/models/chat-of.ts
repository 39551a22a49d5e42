/** From a model's name to the one that answers messages. Its SDK is loaded with the first call. */
import type { ChatModel } from './chat.ts';
import { parseModelName } from './endpoints.ts';
import { hostOf } from './host-of.ts';
import type { NamedModel } from './model-name.ts';
import { priceOfModel, requireKey } from './model-of.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The vendor's, where no other address is set. */
const ANTHROPIC = 'https://api.anthropic.com';

/** `use`: what the model is for, and what to do without its key. Its calls throw as `lazyModelClient`'s do. */
export function lazyChatModel(named: NamedModel, env: Environment, use: string): ChatModel {
  const parsed = parseModelName(named.model, named.endpoints);
  let made: Promise<ChatModel> | null = null;
  const isOpenAi = parsed.vendor === 'openai';
  return {
    model: parsed.model,
    host: hostOf(isOpenAi ? parsed.endpoint.url : (named.baseUrl ?? ANTHROPIC)),
    isLocal: isOpenAi && parsed.endpoint.isLocal,
    chat: async (request) => await (await (made ??= makeChat(named, env, use))).chat(request),
  };
}

async function makeChat(named: NamedModel, env: Environment, use: string): Promise<ChatModel> {
  const apiKey = requireKey(named, env, use);
  const price = priceOfModel(named);
  const parsed = parseModelName(named.model, named.endpoints);
  if (parsed.vendor === 'openai') {
    const { createOpenAiChat } = await import('./openai/chat.ts');
    return createOpenAiChat({ endpoint: parsed.endpoint, apiKey, model: parsed.model, price });
  }
  const { createAnthropicChat } = await import('./anthropic/chat.ts');
  const { model, baseUrl } = named;
  return createAnthropicChat({
    apiKey: apiKey ?? '',
    model,
    price,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
}
