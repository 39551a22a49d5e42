/** Reads what a server of the chat completions API answered: no two of them keep to it alike. */
import { z } from 'zod';
import type { ChatReply, ChatStop, ChatToolCall, ChatUsage } from '../chat.ts';
import type { Usage } from '../ledger.ts';
import { splitThinking } from '../thinking.ts';

const text = z.string().nullish().catch(null);
const count = z.number().int().min(0);

const callSchema = z.object({
  index: z.number().int().min(0).optional(),
  id: text,
  function: z.object({ name: text, arguments: text }).nullish(),
});

/** `reasoning` and `reasoning_content` are two names of one thing. */
const messageSchema = z.object({
  content: text,
  reasoning: text,
  reasoning_content: text,
  refusal: text,
  tool_calls: z.array(callSchema).nullish().catch(null),
});

const usageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish().catch(null),
});

/** A whole answer, or one part of a stream: a part has `delta` where an answer has `message`. */
const bodySchema = z.object({
  model: text,
  choices: z
    .array(
      z.object({
        message: messageSchema.nullish(),
        delta: messageSchema.nullish(),
        finish_reason: text,
      }),
    )
    .nullish(),
  usage: usageSchema.nullish().catch(null),
});

const errorSchema = z.object({
  error: z.union([
    z.string().transform((message) => ({ message, code: null })),
    z.object({
      message: z.string().catch(''),
      code: z.union([z.number(), z.string()]).nullish().catch(null),
    }),
  ]),
});

/** The error in a body, with the status it ought to have had; null without one. */
export function errorIn(body: unknown): { readonly status: number; readonly message: string } | null {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return null;
  const { message, code } = parsed.data.error;
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : 500;
  return { status, message: message === '' ? 'no details' : message };
}

/** All that has come of an answer so far; parts of a stream are added one by one. */
export class AnswerParts {
  #content = '';
  #thinking = '';
  #refusal = '';
  #finish: string | null = null;
  #usage: ChatUsage | null = null;
  #model: string | null = null;
  #isAnswer = false;
  readonly #calls = new Map<number, { id: string; name: string; arguments: string }>();

  /** True when the part holds words of the model. Throws nothing: what is no part is left out. */
  add(body: unknown): boolean {
    const parsed = bodySchema.safeParse(body);
    if (!parsed.success) return false;
    const { model, choices, usage } = parsed.data;
    this.#model ??= model || null;
    this.#usage = usage ? usageOf(usage) : this.#usage;
    const [choice] = choices ?? [];
    const said = choice?.message ?? choice?.delta;
    if (choice === undefined || said === undefined || said === null) return false;
    this.#isAnswer = true;
    this.#finish = choice.finish_reason ?? this.#finish;
    const thought = said.reasoning_content ?? said.reasoning ?? '';
    this.#content += said.content ?? '';
    this.#thinking += thought;
    this.#refusal += said.refusal ?? '';
    for (const [index, call] of (said.tool_calls ?? []).entries()) this.#addCall(call, index);
    return (said.content ?? '') !== '' || thought !== '' || (said.tool_calls ?? []).length > 0;
  }

  #addCall(call: z.infer<typeof callSchema>, position: number): void {
    const index = call.index ?? position;
    const known = this.#calls.get(index) ?? { id: '', name: '', arguments: '' };
    this.#calls.set(index, {
      id: known.id || (call.id ?? ''),
      name: known.name || (call.function?.name ?? ''),
      arguments: known.arguments + (call.function?.arguments ?? ''),
    });
  }

  /** null as long as nothing of an answer has come. */
  reply(): Omit<ChatReply, 'ms' | 'usd'> | null {
    if (!this.#isAnswer) return null;
    const { text: answer, thinking } = splitThinking(this.#content);
    const toolCalls: ChatToolCall[] = [...this.#calls.entries()]
      .toSorted(([a], [b]) => a - b)
      .map(([index, call]) => ({ ...call, id: call.id === '' ? `call_${index}` : call.id }));
    return {
      text: answer === '' && this.#refusal !== '' ? this.#refusal : answer,
      thinking: [this.#thinking.trim(), thinking].filter((part) => part !== '').join('\n'),
      toolCalls,
      stop: this.#refusal === '' ? stopOf(this.#finish, toolCalls.length > 0) : 'filtered',
      answeredBy: this.#model,
      usage: this.#usage,
    };
  }
}

function stopOf(finish: string | null, hasCalls: boolean): ChatStop {
  if (finish === 'stop') return hasCalls ? 'tool_calls' : 'end';
  if (finish === 'length') return 'length';
  if (finish === 'tool_calls' || finish === 'function_call') return 'tool_calls';
  return finish === 'content_filter' ? 'filtered' : 'unknown';
}

/** null where all is zero, which no real call has. */
function usageOf(usage: z.infer<typeof usageSchema>): ChatUsage | null {
  if (usage.prompt_tokens + usage.completion_tokens === 0) return null;
  const cached = Math.min(usage.prompt_tokens, usage.prompt_tokens_details?.cached_tokens ?? 0);
  return { input: usage.prompt_tokens, output: usage.completion_tokens, cached };
}

/** As the ledger books it. */
export function bookedUsage(usage: ChatUsage): Usage {
  return {
    input_tokens: usage.input - usage.cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cached,
    output_tokens: usage.output,
  };
}
