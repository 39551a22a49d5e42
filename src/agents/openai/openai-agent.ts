/** Any model behind the chat completions API as an agent: with the documents in its prompt, or what fits of them. */
import { readKey } from '../../api-key.ts';
import type { ChatMessage, ChatModel, ChatReply, ChatTool } from '../../models/chat.ts';
import { fewestTokens } from '../../models/cut-prompt.ts';
import { endpointNames, findEndpoint, type Endpoint } from '../../models/endpoints.ts';
import { readServerInfo } from '../../models/server-info.ts';
import { isLoopbackHost } from '../../loopback.ts';
import {
  defineAgent,
  type AgentAnswer,
  type AgentDefinition,
  type AgentToolCall,
} from '../module/define-agent.ts';
import { createPassages, type Passages } from './passages.ts';

/** A tool that the model may call, and what runs when it does. */
export interface AgentTool extends ChatTool {
  /** `args`: what the model wrote, read as JSON. What it returns is handed to the model as text. */
  run(args: Readonly<Record<string, unknown>>): unknown;
}

export interface OpenAiAgentOptions {
  /** A server that is known by name: `ollama`, `llamacpp`, `lemonade`, `vllm`, `lmstudio`, `openai`. */
  readonly endpoint?: string;
  /** The address of another one, with its `/v1`. */
  readonly baseUrl?: string;
  /** As the server knows it. */
  readonly model: string;
  /** For people. Default: the model. */
  readonly name?: string;
  readonly system?: string;
  /** The environment variable that holds the key. Default: none, but `OPENAI_API_KEY` for `openai`. */
  readonly keyFrom?: string;
  /**
   * `inline` (the default): all documents stand in the prompt. `passages`: what fits each question, found by a search that
   * the trace shows. `none`: scenarios with documents are skipped.
   */
  readonly documents?: 'inline' | 'passages' | 'none';
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly tools?: readonly AgentTool[];
  /** Other parameters of the server, as it names them. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Seconds for one answer of the model. Default 600. */
  readonly timeout?: number;
}

interface State {
  readonly documents: readonly { readonly name: string; readonly text: string }[];
  readonly passages: Passages | null;
}

/** How often a model may call tools before it answers. */
const MOST_ROUNDS = 8;
const TIMEOUT_S = 600;

/** Throws an Error for an endpoint that nobody knows. */
export function openaiAgent(options: OpenAiAgentOptions): AgentDefinition<State> {
  const { documents: kind = 'inline', model } = options;
  const endpoint = endpointOf(options);
  const chat = lazyChat(endpoint, options);
  const context = once(async () => {
    const answer = await readServerInfo(endpoint, model, keyOf(endpoint));
    return answer.kind === 'info' ? answer.info.context : null;
  });
  const definition: AgentDefinition<State> = {
    name: options.name ?? model,
    model,
    async send(message, { state, history, signal }) {
      const asked = await promptFor(message, state, options);
      const messages: ChatMessage[] = [...asked.before, ...history, { role: 'user', content: message }];
      refuseTooLong(messages, await context());
      return await converse(await chat(), messages, asked.search, signal, options);
    },
    async ready() {
      const answer = await readServerInfo(endpoint, model, keyOf(endpoint));
      if (answer.kind === 'down') throw new Error(`nothing answers at ${endpoint.url}: ${answer.why}`);
      if (answer.kind === 'refused') throw new Error(`${endpoint.url} refuses the key: ${answer.why}`);
    },
  };
  if (kind === 'none') return defineAgent<State>(definition);
  return defineAgent<State>({
    ...definition,
    open: async ({ documents }) => ({
      documents: await Promise.all(
        documents.map(async (each) => ({ name: each.name, text: await each.text() })),
      ),
      passages: kind === 'passages' ? await createPassages(documents) : null,
    }),
  });
}

function endpointOf({ endpoint = 'openai', baseUrl, keyFrom }: OpenAiAgentOptions): Endpoint {
  if (baseUrl !== undefined) {
    const url = baseUrl.replace(/\/+$/, '');
    const isLocal = isLoopbackHost(new URL(url).hostname);
    return { name: 'the agent', url, keyFrom: keyFrom ?? null, price: null, slots: null, isLocal };
  }
  const known = findEndpoint(endpoint);
  if (known !== null) return keyFrom === undefined ? known : { ...known, keyFrom };
  throw new Error(
    `openaiAgent: "${endpoint}" is no endpoint: ${endpointNames().join(', ')}. Give another one as baseUrl: 'http://host:port/v1'`,
  );
}

function keyOf({ keyFrom }: Endpoint): string | null {
  if (keyFrom === null) return null;
  const key = readKey(process.env, keyFrom);
  if (key === null) throw new Error(`${keyFrom} is not set, and the model's endpoint wants a key`);
  return key;
}

/** The SDK is loaded with the first question. */
function lazyChat(endpoint: Endpoint, { model }: OpenAiAgentOptions): () => Promise<ChatModel> {
  return once(async () => {
    const { createOpenAiChat } = await import('../../models/openai/chat.ts');
    return createOpenAiChat({ endpoint, apiKey: keyOf(endpoint), model, price: null });
  });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

interface Asked {
  readonly before: readonly ChatMessage[];
  /** The search that was made for the model; null for none. */
  readonly search: AgentToolCall | null;
}

async function promptFor(
  message: string,
  state: State | undefined,
  { system }: OpenAiAgentOptions,
): Promise<Asked> {
  const own: ChatMessage[] = system === undefined ? [] : [{ role: 'system', content: system }];
  if (state === undefined || state.documents.length === 0) return { before: own, search: null };
  if (state.passages === null) {
    const texts = state.documents.map(({ name, text }) => `Document ${name}:\n\n${text}`).join('\n\n---\n\n');
    return { before: [...own, { role: 'system', content: texts }], search: null };
  }
  const found = state.passages.find(message);
  const texts = found.map(({ document, text }) => `From ${document}:\n${text}`).join('\n\n');
  const content = found.length === 0 ? 'The documents hold no passage that fits the question.' : texts;
  return {
    before: [...own, { role: 'system', content }],
    search: { name: 'search', arguments: { query: message }, result: found, success: true },
  };
}

/** Said before anything is sent: what does not fit for certain. */
function refuseTooLong(messages: readonly ChatMessage[], context: number | null): void {
  const least = fewestTokens(messages.map(({ content }) => content).join('\n'));
  if (context !== null && least > context) {
    throw new Error(
      `the prompt has ${least} tokens at least, and the model reads ${context}: take documents: 'passages', or start the ` +
        'server with a larger context',
    );
  }
}

/** Asks, runs the tools that the model calls, and asks again until it answers. */
async function converse(
  chat: ChatModel,
  messages: ChatMessage[],
  search: AgentToolCall | null,
  signal: AbortSignal,
  options: OpenAiAgentOptions,
): Promise<AgentAnswer> {
  const { temperature, maxTokens, extra, tools = [], timeout = TIMEOUT_S } = options;
  const called: AgentToolCall[] = search === null ? [] : [search];
  const replies: ChatReply[] = [];
  for (;;) {
    const mayCall = replies.length < MOST_ROUNDS;
    // oxlint-disable-next-line no-await-in-loop -- each answer depends on the one before
    const reply = await chat.chat({
      messages,
      temperature,
      maxTokens,
      extra,
      tools: mayCall ? tools : [],
      timeoutMs: timeout * 1000,
      signal,
    });
    replies.push(reply);
    if (reply.toolCalls.length === 0 || !mayCall) return answerOf(replies, called, maxTokens);
    messages.push({ role: 'assistant', content: reply.text, toolCalls: reply.toolCalls });
    for (const { id, name, arguments: written } of reply.toolCalls) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the model
      const made = await runTool(
        tools.find((tool) => tool.name === name),
        name,
        written,
      );
      called.push(made);
      messages.push({ role: 'tool', toolCallId: id, content: asText(made.result) });
    }
  }
}

async function runTool(tool: AgentTool | undefined, name: string, written: string): Promise<AgentToolCall> {
  if (tool === undefined)
    return { name, arguments: written, result: `There is no tool ${name}.`, success: false };
  try {
    const args: unknown = JSON.parse(written === '' ? '{}' : written);
    if (typeof args !== 'object' || args === null) throw new TypeError('The arguments are no JSON object.');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object, as just seen
    const result = await tool.run(args as Readonly<Record<string, unknown>>);
    return { name, arguments: args, result: result ?? '', success: true };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { name, arguments: written, result: words, success: false };
  }
}

function asText(result: unknown): string {
  return typeof result === 'string' ? result : (JSON.stringify(result) ?? '');
}

/** An answer that is empty since all tokens went elsewhere is the model's own failure, and is judged as one. */
function answerOf(
  replies: readonly ChatReply[],
  tools: readonly AgentToolCall[],
  maxTokens: number | undefined,
): AgentAnswer {
  const last = replies.at(-1);
  const text = last?.text.trim() ?? '';
  const usages = replies.map(({ usage }) => usage);
  const sum = (of: 'input' | 'output') =>
    usages.every((usage) => usage !== null)
      ? usages.reduce((total, usage) => total + (usage?.[of] ?? 0), 0)
      : null;
  const output = sum('output');
  const answering = last === undefined ? 0 : last.ms.total - (last.ms.firstToken ?? last.ms.total);
  const isSpent = text === '' && last?.stop === 'length';
  return {
    answer: isSpent
      ? `Agent error: the model spent all of its ${maxTokens ?? last.usage?.output ?? ''} tokens and answered nothing ` +
        '(finish_reason: length). Raise maxTokens.'
      : text,
    tools,
    usage: { input: sum('input'), output },
    stats: {
      timeToFirstToken: last?.ms.firstToken === null || last === undefined ? null : last.ms.firstToken / 1000,
      tokensPerSecond: answering > 0 && last?.usage ? (last.usage.output * 1000) / answering : null,
    },
  };
}
