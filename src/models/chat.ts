/** A model that answers messages: what an agent is built on, and what an experiment compares. */
import type { Wait } from '../waiting.ts';
import type { Funds } from './ledger.ts';

export interface ChatToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, as the model wrote it: nothing of it may be trusted. */
  readonly arguments: string;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** Of an assistant that called tools. */
  readonly toolCalls?: readonly ChatToolCall[] | undefined;
  /** Of a tool's result: which call it answers. */
  readonly toolCallId?: string | undefined;
}

export interface ChatTool {
  readonly name: string;
  readonly description?: string | undefined;
  /** A JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly tools?: readonly ChatTool[] | undefined;
  /** Other parameters of the server, as it names them. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  /** Whom the call is paid from; left out: nobody. */
  readonly ledger?: Funds | undefined;
  /** Hears when the server can't answer for now and is waited for, and null when the next attempt is made. */
  readonly onWait?: ((wait: Wait | null) => void) | undefined;
  /** Hears once of each thing that a reader of the result should know. */
  readonly onNote?: ((note: string) => void) | undefined;
  /** Milliseconds for everything, waiting for a server that can't answer included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Tokens. `input` is the whole prompt, `cached` the part of it that the server had read before. */
export interface ChatUsage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
}

/** `length`: cut at the most tokens that were allowed. `filtered`: refused by the server's own rules. */
export type ChatStop = 'end' | 'length' | 'tool_calls' | 'filtered' | 'unknown';

export interface ChatReply {
  /** Without thinking. */
  readonly text: string;
  /** What the model thought, where the server or the text tells it apart; empty without any. */
  readonly thinking: string;
  readonly toolCalls: readonly ChatToolCall[];
  readonly stop: ChatStop;
  /** Which model says that it answered; null when it does not. */
  readonly answeredBy: string | null;
  /** null: not told. */
  readonly usage: ChatUsage | null;
  /** US dollars by the price and the usage; null when either is not known. */
  readonly usd: number | null;
  /** Milliseconds from sending; `firstToken` of text or thinking, null when nothing came. */
  readonly ms: { readonly firstToken: number | null; readonly total: number };
}

export interface ChatModel {
  /** As the server knows it. */
  readonly model: string;
  /** Host and port, for people. */
  readonly host: string;
  /** It runs on this machine: what it answers costs nothing. */
  readonly isLocal: boolean;
  /** Throws LlmError, or BudgetExceededError when a ledger does not allow the call; nothing else. */
  chat(request: ChatRequest): Promise<ChatReply>;
}
