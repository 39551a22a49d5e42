/** Messages to any server of the chat completions API, streamed for the time to the first token. */
import type OpenAI from 'openai';
import { Stream } from 'openai/core/streaming';
import type { ChatModel, ChatReply, ChatRequest } from '../chat.ts';
import { modelCaller } from '../call.ts';
import type { ClientOptions } from '../client.ts';
import { refuseCutPrompt } from '../cut-prompt.ts';
import { createDeadline } from '../deadline.ts';
import type { Endpoint } from '../endpoints.ts';
import type { Exchange, Received, SendOptions } from '../exchange.ts';
import { hostOf } from '../host-of.ts';
import { createLedger, type Usage } from '../ledger.ts';
import { createNotes } from '../notes.ts';
import { costOf, type Price } from '../prices.ts';
import { usageBound } from '../token-bound.ts';
import { toApiMessage, toApiTool } from './messages.ts';
import { createRefusals, limitOf, type Refusals } from './refusals.ts';
import { AnswerParts, bookedUsage, errorIn } from './reply.ts';
import { openAiWords, sdkFor } from './sdk.ts';

export interface OpenAiChatOptions extends ClientOptions {
  readonly endpoint: Endpoint;
  /** null for a server that wants none. */
  readonly apiKey: string | null;
  /** As the server knows it. */
  readonly model: string;
  /** null: not known, and then no budget can be kept and no cost be told. */
  readonly price: Price | null;
}

/** Without a limit of its own, a reply is bounded by this for the budget. */
const USUAL_LIMIT = 4_096;

export function createOpenAiChat(options: OpenAiChatOptions): ChatModel {
  const { endpoint, apiKey, model, price, clock } = options;
  const sdk = sdkFor(endpoint, apiKey);
  const words = openAiWords(endpoint);
  const secrets = apiKey === null ? undefined : { [endpoint.keyFrom ?? 'API_KEY']: apiKey };
  const call = modelCaller({ ...options, model, words, secrets });
  const refusals = createRefusals();
  const notes = createNotes(model);
  const dollars = (usage: Usage): number => (price === null ? 0 : costOf(usage, price));
  return {
    model,
    host: hostOf(endpoint.url),
    isLocal: endpoint.isLocal,
    async chat(request) {
      const { ledger = createLedger(Number.POSITIVE_INFINITY), timeoutMs, onWait, onNote } = request;
      const prompt = promptOf(request);
      const size = { own: '', foreign: prompt, maxTokens: request.maxTokens ?? USUAL_LIMIT };
      const bound = usageBound(size, price ?? FREE);
      const deadline = createDeadline(request.signal, timeoutMs, clock);
      try {
        const exchange = () => chatExchange(sdk, model, request, refusals);
        const costs = { bound, costOf: dollars };
        const { reply } = await call({ exchange, costs, timeoutMs, ledger, onWait }, deadline);
        const booked = reply.usage === null ? null : bookedUsage(reply.usage);
        refuseCutPrompt(booked, prompt, words.host);
        notes.tellAnsweredBy(reply.answeredBy, onNote);
        return { ...reply, usd: booked === null || price === null ? null : costOf(booked, price) };
      } finally {
        deadline.dispose();
      }
    },
  };
}

const FREE: Price = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 };

/** Everything that the model reads. */
function promptOf({ messages, tools = [] }: ChatRequest): string {
  const said = messages.map(({ content, toolCalls = [] }) =>
    [content, ...toolCalls.map((each) => `${each.name} ${each.arguments}`)].join('\n'),
  );
  return [...said, ...(tools.length === 0 ? [] : [JSON.stringify(tools)])].join('\n');
}

function chatExchange(
  sdk: OpenAI,
  model: string,
  request: ChatRequest,
  refusals: Refusals,
): Exchange<Omit<ChatReply, 'usd'>> {
  const { temperature, tools = [], extra = {} } = request;
  const asked = refusals.now();
  const body = {
    ...extra,
    model,
    messages: request.messages.map(toApiMessage),
    ...limitOf(request.maxTokens, asked),
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools.length === 0 ? {} : { tools: tools.map(toApiTool) }),
    stream: true as const,
    ...(asked.streamsUsage ? { stream_options: { include_usage: true } } : {}),
  };
  return {
    adapts: (refusal) => refusals.adapts(refusal, asked),
    async send({ fetch, signal, timeoutMs }) {
      const start = performance.now();
      const response = await sdk
        .withOptions({ fetch, maxRetries: 0 })
        .chat.completions.create(body, { signal, timeout: timeoutMs })
        .asResponse();
      return await readAnswer(response, { fetch, signal, timeoutMs }, start);
    },
  };
}

async function readAnswer(
  response: Response,
  { signal }: SendOptions,
  start: number,
): Promise<Received<Omit<ChatReply, 'usd'>>> {
  const parts = new AnswerParts();
  let firstToken: number | null = null;
  let last: unknown = null;
  const take = (part: unknown): void => {
    last = part;
    if (parts.add(part)) firstToken ??= performance.now() - start;
  };
  // Small servers answer whole, whatever they are asked for.
  const isStream = !/^application\/json\b/i.test(response.headers.get('content-type') ?? '');
  if (!isStream) take(await response.json());
  else {
    const controller = new AbortController();
    const stop = () => controller.abort();
    signal.addEventListener('abort', stop, { once: true });
    try {
      for await (const part of Stream.fromSSEResponse<unknown>(response, controller)) take(part);
    } finally {
      signal.removeEventListener('abort', stop);
    }
    // The SDK ends such a stream without a word.
    signal.throwIfAborted();
  }
  const reply = parts.reply();
  if (reply === null) return { reply, usage: null, said: errorIn(last) };
  if (isStream && reply.stop === 'unknown') throw new Error('the stream ended before the answer did');
  return {
    reply: { ...reply, ms: { firstToken, total: performance.now() - start } },
    usage: reply.usage === null ? null : bookedUsage(reply.usage),
    said: null,
  };
}
