/** A model of a server as one who answers: what it is sent, and what its replies come to. */
import { asksQuestions, type Part, type Task } from '../../grade/task.ts';
import type { ChatMessage, ChatModel, ChatReply, ChatStop, ChatUsage } from '../../models/chat.ts';
import { fewestTokens } from '../../models/cut-prompt.ts';
import type { GivenDocument } from '../document.ts';
import type { PlannedCase, Variant } from '../plan.ts';
import { fillPlaces, places } from '../prompt-text.ts';
import { TooLongError, type Answer, type AnswerContext, type Answering, type Server } from './answering.ts';
import { askFor, askForAll, INSTRUCTIONS_VERSION, takeApart } from './instructions.ts';

export interface NetworkOptions {
  readonly chat: ChatModel;
  readonly variant: Variant;
  readonly task: Task;
  readonly parts: readonly Part[];
  /** Asks the server of itself; null when it says nothing. */
  readonly lookUp: () => Promise<Server | null>;
}

export function networkAnswering({ chat, variant, task, parts, lookUp }: NetworkOptions): Answering {
  let asked: Promise<Server | null> | null = null;
  const server = (): Promise<Server | null> => (asked ??= lookUp());
  return {
    model: variant.model,
    endpoint: chat.host,
    isLocal: chat.isLocal,
    identity: `${chat.host}/${chat.model}/${INSTRUCTIONS_VERSION}`,
    server,
    async answer(planned, document, context) {
      const calls = callsOf(variant, task, parts, planned, document);
      const { context: size = null } = (await server()) ?? {};
      for (const { messages } of calls) refuseTooLong(messages, size, variant);
      const replies: ChatReply[] = [];
      const notes: string[] = [];
      for (const { messages } of calls) replies.push(await callOnce(chat, variant, messages, context, notes));
      const isOne = calls.length === 1 && calls[0]?.part === null;
      return answerOf(replies, textsOf(replies, isOne ? null : calls, parts), notes);
    },
  };
}

interface PlannedCall {
  /** null: all parts in one. */
  readonly part: Part | null;
  readonly messages: readonly ChatMessage[];
}

/** What is sent for a case, in order. Pure. */
export function callsOf(
  variant: Variant,
  task: Task,
  parts: readonly Part[],
  planned: Pick<PlannedCase, 'question'>,
  document: Pick<GivenDocument, 'path' | 'text'>,
): readonly PlannedCall[] {
  const question = planned.question ?? '';
  const placed = places(variant.prompt.system);
  const system = fillPlaces(variant.prompt.system, { document: document.text, question });
  const shown = placed.has('document')
    ? []
    : [`Document ${document.path}:\n\n${document.text}\n\nEnd of the document.`];
  const call = (part: Part | null, ask: string): PlannedCall => ({
    part,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: [...shown, ask].join('\n\n') },
    ],
  });
  if (asksQuestions(task)) {
    return [
      call(
        'answer',
        placed.has('question') ? askFor('answer') : `${askFor('answer')}\n\nQuestion: ${question}`,
      ),
    ];
  }
  if (variant.combined) return [call(null, askForAll(parts))];
  return parts.map((part) => call(part, askFor(part)));
}

function refuseTooLong(messages: readonly ChatMessage[], size: number | null, { name }: Variant): void {
  if (size === null) return;
  const least = messages.reduce((sum, { content }) => sum + fewestTokens(content), 0);
  if (least < size) return;
  throw new TooLongError(
    `The case is longer than the context of ${name}: at least ${least} tokens, and its server has ${size}. ` +
      'Start the server with a larger context, or leave the document out of this variant.',
  );
}

async function callOnce(
  chat: ChatModel,
  variant: Variant,
  messages: readonly ChatMessage[],
  { signal, ledger, onWait }: AnswerContext,
  notes: string[],
): Promise<ChatReply> {
  return await chat.chat({
    messages,
    ...(variant.temperature === null ? {} : { temperature: variant.temperature }),
    ...(variant.maxTokens === null ? {} : { maxTokens: variant.maxTokens }),
    extra: variant.extra,
    timeoutMs: variant.timeoutSeconds * 1_000,
    signal,
    ledger,
    onWait,
    onNote: (note) => void notes.push(note),
  });
}

/** A part that came empty is missing. */
function textsOf(
  replies: readonly ChatReply[],
  calls: readonly PlannedCall[] | null,
  parts: readonly Part[],
): Readonly<Record<string, string>> {
  if (calls === null) return takeApart(replies[0]?.text ?? '', parts);
  const texts = calls.map(
    ({ part }, index) => [part ?? 'answer', (replies[index]?.text ?? '').trim()] as const,
  );
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** From the worst to the best. */
const STOPS: readonly ChatStop[] = ['filtered', 'length', 'tool_calls', 'unknown', 'end'];

function answerOf(
  replies: readonly ChatReply[],
  parts: Readonly<Record<string, string>>,
  notes: readonly string[],
): Answer {
  const usage = usageOf(replies);
  const seconds = replies.reduce((sum, { ms }) => sum + (ms.total - (ms.firstToken ?? ms.total)) / 1_000, 0);
  return {
    parts,
    thinkingChars: replies.reduce((sum, { thinking }) => sum + thinking.length, 0),
    stop: STOPS.find((stop) => replies.some((reply) => reply.stop === stop)) ?? 'unknown',
    usage,
    usd: replies.reduce<number | null>(
      (sum, { usd }) => (sum === null || usd === null ? null : sum + usd),
      0,
    ),
    answeredBy: replies.find(({ answeredBy }) => answeredBy !== null)?.answeredBy ?? null,
    ms: {
      firstToken: replies[0]?.ms.firstToken ?? null,
      total: replies.reduce((sum, { ms }) => sum + ms.total, 0),
    },
    tokensPerSecond: usage === null || seconds <= 0 ? null : usage.output / seconds,
    notes,
  };
}

function usageOf(replies: readonly ChatReply[]): ChatUsage | null {
  const told = replies.flatMap(({ usage }) => usage ?? []);
  if (told.length < replies.length) return null;
  const total = (key: keyof ChatUsage): number => told.reduce((sum, usage) => sum + usage[key], 0);
  return { input: total('input'), output: total('output'), cached: total('cached') };
}
