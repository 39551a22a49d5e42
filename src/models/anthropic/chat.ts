/** Messages to a model of Anthropic, streamed for the time to the first token. */
import type Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import type { ChatMessage, ChatModel, ChatReply, ChatRequest, ChatStop } from '../chat.ts';
import { modelCaller } from '../call.ts';
import { refuseCutPrompt } from '../cut-prompt.ts';
import { createDeadline } from '../deadline.ts';
import type { Exchange, Received } from '../exchange.ts';
import { hostOf } from '../host-of.ts';
import { createLedger, type Usage } from '../ledger.ts';
import { createNotes } from '../notes.ts';
import { costOf } from '../prices.ts';
import { usageBound } from '../token-bound.ts';
import { anthropicWords, sdkFor, type AnthropicOptions } from './client.ts';
import { usageIn } from './reply.ts';

/** The API wants a limit; the bound of the budget goes by it. */
const USUAL_LIMIT = 4_096;
const VENDOR = 'https://api.anthropic.com';

/** Without tools: whoever gives some is refused, so that none is left out in silence. */
export function createAnthropicChat(options: AnthropicOptions): ChatModel {
  const { apiKey, model, price, baseUrl = VENDOR, clock } = options;
  const sdk = sdkFor(apiKey, baseUrl);
  const words = anthropicWords(baseUrl);
  const call = modelCaller({ ...options, words, secrets: { ANTHROPIC_API_KEY: apiKey } });
  const notes = createNotes(model);
  return {
    model,
    host: hostOf(baseUrl),
    isLocal: false,
    async chat(request) {
      const { ledger = createLedger(Number.POSITIVE_INFINITY), timeoutMs, onWait, onNote } = request;
      const body = bodyOf(model, request);
      const prompt = request.messages.map(({ content }) => content).join('\n');
      const bound = usageBound({ own: '', foreign: prompt, maxTokens: body.max_tokens }, price);
      const deadline = createDeadline(request.signal, timeoutMs, clock);
      try {
        const costs = { bound, costOf: (usage: Usage) => costOf(usage, price) };
        const exchange = () => chatExchange(sdk, body);
        const { reply, usage } = await call({ exchange, costs, timeoutMs, ledger, onWait }, deadline);
        refuseCutPrompt(usage, prompt, words.host);
        notes.tellAnsweredBy(reply.answeredBy, onNote);
        return { ...reply, usd: usage === null ? null : costOf(usage, price) };
      } finally {
        deadline.dispose();
      }
    },
  };
}

function bodyOf(model: string, { messages, maxTokens, temperature, extra = {}, tools = [] }: ChatRequest) {
  if (tools.length > 0) throw new TypeError('Tools are not given to models of Anthropic here.');
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return {
    ...extra,
    model,
    max_tokens: maxTokens ?? USUAL_LIMIT,
    ...(temperature === undefined ? {} : { temperature }),
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    messages: messages.filter(({ role }) => role !== 'system').map(messageOf),
    stream: true as const,
  };
}

function messageOf({ role, content }: ChatMessage): { role: 'user' | 'assistant'; content: string } {
  return { role: role === 'assistant' ? 'assistant' : 'user', content };
}

/** Events of the Messages API that say something of the answer; all others are passed over. */
const eventSchema = z.union([
  z.object({ type: z.literal('message_start'), message: z.looseObject({ model: z.string().nullish() }) }),
  z.object({
    type: z.literal('content_block_delta'),
    delta: z.object({ type: z.string(), text: z.string().optional(), thinking: z.string().optional() }),
  }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: z.unknown(),
  }),
]);

const tokens = z.record(z.string(), z.unknown());

async function readStream(
  stream: AsyncIterable<unknown>,
  start: number,
): Promise<Received<Omit<ChatReply, 'usd'>>> {
  let [text, thinking] = ['', ''];
  let answeredBy: string | null = null;
  let stopReason: string | null = null;
  let usage: Record<string, unknown> = {};
  let firstToken: number | null = null;
  let isAnswer = false;
  for await (const part of stream) {
    const event = eventSchema.safeParse(part).data;
    if (event === undefined) continue;
    isAnswer = true;
    if (event.type === 'message_start') {
      answeredBy = event.message.model ?? null;
      usage = { ...tokens.safeParse(event.message['usage']).data };
    } else if (event.type === 'message_delta') {
      stopReason = event.delta.stop_reason ?? stopReason;
      // What the end tells is the sum; what it leaves out was told at the beginning.
      usage = { ...usage, ...tokens.safeParse(event.usage).data };
    } else {
      text += event.delta.text ?? '';
      thinking += event.delta.thinking ?? '';
      if (event.delta.text !== undefined || event.delta.thinking !== undefined) {
        firstToken ??= performance.now() - start;
      }
    }
  }
  if (!isAnswer) return { reply: null, usage: null, said: null };
  if (stopReason === null) throw new Error('the stream ended before the answer did');
  const booked = usageIn({ usage });
  const ms = { firstToken, total: performance.now() - start };
  const stop = STOPS[stopReason] ?? 'unknown';
  const reply = {
    text,
    thinking,
    toolCalls: [],
    stop,
    answeredBy,
    usage: booked === null ? null : plain(booked),
    ms,
  };
  return { reply, usage: booked, said: null };
}

const STOPS: Readonly<Record<string, ChatStop>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'filtered',
};

function plain(usage: Usage): NonNullable<ChatReply['usage']> {
  const cached = usage.cache_read_input_tokens;
  return {
    input: usage.input_tokens + usage.cache_creation_input_tokens + cached,
    output: usage.output_tokens,
    cached,
  };
}

function chatExchange(sdk: Anthropic, body: ReturnType<typeof bodyOf>): Exchange<Omit<ChatReply, 'usd'>> {
  return {
    async send({ fetch, signal, timeoutMs }) {
      const start = performance.now();
      const stream: AsyncIterable<unknown> = await sdk
        .withOptions({ fetch, maxRetries: 0 })
        .messages.create(body, { signal, timeout: timeoutMs });
      const received = await readStream(stream, start);
      // The SDK ends such a stream without a word.
      signal.throwIfAborted();
      return received;
    },
  };
}
