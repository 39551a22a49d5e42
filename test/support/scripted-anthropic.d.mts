import type { IncomingHttpHeaders } from 'node:http';

export type CallKind = 'simulate' | 'turn' | 'scenario' | 'answer' | 'other';

export type BehaviourName =
  | 'well'
  | 'outcome'
  | 'string_scores'
  | 'word_scores'
  | 'out_of_range'
  | 'null_scores'
  | 'scores_null'
  | 'empty_scores'
  | 'missing_dimension'
  | 'no_scores'
  | 'flat_scores'
  | 'prose_around'
  | 'code_fence'
  | 'empty_text'
  | 'blank_text'
  | 'not_json'
  | 'broken_json'
  | 'two_objects'
  | 'array'
  | 'thinking_first'
  | 'no_blocks'
  | 'refusal'
  | 'max_tokens'
  | 'missing_usage'
  | 'zero_usage'
  | 'bad_usage'
  | 'no_content'
  | 'null_body'
  | 'html'
  | 'html_error'
  | 'hang'
  | 'close'
  | 'close_midway'
  | 'slow_drip'
  | 'overloaded_500'
  | '307'
  | '400'
  | '401'
  | '403'
  | '404'
  | '429'
  | '500'
  | '502'
  | '504'
  | 'overloaded_200'
  | 'html_502'
  | 'cut_body'
  | '529';

export interface BehaviourOptions {
  /** Default: well, or as `reply` and `scores` say. */
  readonly do?: BehaviourName;
  /** Stays for every further call instead of being used up. */
  readonly always?: boolean;
  readonly delayMs?: number;
  /** The whole reply: an object to be sent as JSON, or the text itself. */
  readonly reply?: unknown;
  /** Replaces these scores of a turn's default reply. */
  readonly scores?: Readonly<Record<string, unknown>>;
  /** Replaces the outcome of the default reply. */
  readonly outcome?: unknown;
  /** Of an HTTP error: seconds. Without it the endpoint asks for a retry after 1 ms. */
  readonly retryAfter?: number;
  /** Of an HTTP error. */
  readonly message?: string;
  /** Of slow_drip: milliseconds between two characters. */
  readonly everyMs?: number;
}

export type Behaviour = BehaviourName | BehaviourOptions;

export interface ScriptedUsage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly output_tokens: number;
}

export interface ScriptedRequest {
  readonly kind: CallKind;
  // oxlint-disable-next-line typescript/no-explicit-any -- the raw body as it came
  readonly body: any;
  readonly headers: IncomingHttpHeaders;
  readonly system: string;
  readonly prompt: string;
  /** As it was answered; null when no usage was computed (errors, hangs). */
  readonly usage: ScriptedUsage | null;
}

export interface ScriptedAnthropicOptions {
  /** Replace the default reply of a kind: an object to be sent as JSON, or the text itself. */
  readonly handlers?: Partial<Record<CallKind, (request: ScriptedRequest) => unknown>>;
  readonly port?: number;
  /** Real models take time: seconds to the first token, then so many tokens a second. Default: none. */
  readonly latency?: { readonly seconds: number; readonly tokensPerSecond: number };
}

export interface ScriptedAnthropic {
  readonly url: string;
  readonly requests: ScriptedRequest[];
  /** Behaviours for the next calls of a kind, one each, in order; after them the endpoint behaves well. */
  script(
    kindOrFn: CallKind | 'any' | ((request: ScriptedRequest) => boolean),
    behaviours: readonly Behaviour[],
  ): void;
  close(): Promise<void>;
}

export function startScriptedAnthropic(options?: ScriptedAnthropicOptions): Promise<ScriptedAnthropic>;
export function tokensOf(text: string): number;
export function kindOf(body: unknown): CallKind;
