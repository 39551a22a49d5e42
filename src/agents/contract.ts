/**
 * What the benchmark asks of an agent behind a chat UI, whatever generation of tools answers it.
 * Field meanings: docs/agent-ui.md. The embedded reference agent shares this file and nothing else of this room.
 */
import type { Conversation } from '../conversation.ts';
import type { Wait } from '../waiting.ts';

export interface SystemStatus {
  readonly version: string | null;
  /** Is the model server up? null when the agent does not say. */
  readonly model_server_running: boolean | null;
  readonly model: string | null;
  readonly init_state: string | null;
}

export interface AgentSession {
  readonly id: string;
  readonly agent_type: string | null;
  readonly model: string | null;
  /** The model that really answers, where the agent tells it apart from the one that was chosen. */
  readonly effective_model: string | null;
  /** `gpu`, `npu` or `cpu`. */
  readonly device: string | null;
}

export interface IndexedDocument {
  readonly id: string;
  readonly filename: string;
  /** Passages it was cut into; null when the agent does not say. */
  readonly chunk_count: number | null;
  /** Bytes, as the agent's library has it; null or left out when it does not say. */
  readonly file_size?: number | null | undefined;
  readonly indexing_status: string;
  /** Where the agent's library has it: another path than asked for when it knew the same content before. */
  readonly filepath?: string | null | undefined;
  readonly linked_to_session: string | null;
  readonly last_error: string | null;
}

/** The agent's answer to one message. */
export type AgentReply = Pick<Conversation[number], 'agent_response' | 'tool_calls' | 'prompts' | 'stats'>;

/** What we answer when the agent asks its user something in the middle of a turn. */
export interface PromptPolicy {
  readonly permissions: 'deny' | 'allow';
  /** `decline`, or the text that answers every question. */
  readonly questions: string;
}

export const DEFAULT_POLICY: PromptPolicy = { permissions: 'deny', questions: 'decline' };

export interface StoredMessage {
  readonly role: string;
  /** Some generations cut this at 2,000 characters. */
  readonly content: string;
}

export interface CallOptions {
  /** Milliseconds from the moment the call is sent; waiting in the queue does not count. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called when the call leaves the queue and is sent. */
  readonly onSent?: () => void;
  /**
   * Called when one has to wait in the queue: a wish that takes several calls may do so in between. With a wait when the
   * agent is away or busy with something of before.
   */
  readonly onQueued?: (wait?: Wait) => void;
}

/** What a scenario wants of the agent's memory before its first turn. */
export interface MemoryWish {
  readonly clear: boolean;
  /** Items in the agent's own form. */
  readonly seed: readonly unknown[];
}

/** A document that is given to a session. */
export interface DocumentToIndex {
  /** Absolute. */
  readonly path: string;
  readonly sessionId: string;
  /** As the corpus calls it; left out: it is none of the corpus. */
  readonly id?: string | undefined;
}

/** Every call throws {@link AgentUiError} and nothing else. */
export interface AgentUi {
  status(options?: CallOptions): Promise<SystemStatus>;
  createSession(input: { title: string; agentType?: string }, options?: CallOptions): Promise<AgentSession>;
  getSession(sessionId: string, options?: CallOptions): Promise<AgentSession>;
  deleteSession(sessionId: string, options?: CallOptions): Promise<void>;
  /** Resolves when indexing has ended, well or badly; read `chunk_count`. */
  indexDocument(input: DocumentToIndex, options?: CallOptions): Promise<IndexedDocument>;
  sendMessage(input: { sessionId: string; message: string }, options?: CallOptions): Promise<AgentReply>;
  getMessages(sessionId: string, options?: CallOptions): Promise<readonly StoredMessage[]>;
  /** Resolves when the agent works on no message any more. */
  whenIdle(options?: CallOptions): Promise<void>;
  /** `refused` or `crashed` when the agent offers no way to. */
  prepareMemory(wish: MemoryWish, options?: CallOptions): Promise<void>;
  /** Has tools fail in the session's next turn; none makes sure that it can be asked. `refused` where it can't. */
  failTools(fault: ToolFault, options?: CallOptions): Promise<void>;
  /** What a tool of the server answers that only reads. Nothing of it may be trusted. */
  look(call: ToolLook, options?: CallOptions): Promise<unknown>;
}

export interface ToolFault {
  readonly sessionId: string;
  /** As the agent names them. */
  readonly tools: readonly string[];
  /** What they fail with. */
  readonly error: string;
}

export interface ToolLook {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** An agent over a live connection; {@link AgentUi.status} and the rest share one queue. */
export interface ConnectedAgentUi extends AgentUi {
  /** Every tool the server offers, as it lists them. */
  readonly tools: readonly string[];
  /** The generation of tools in use, e.g. `send-message`. */
  readonly generation: string;
  /** The backend's address as it was given to us; messages name it. */
  readonly backend: string;
  /** The answer of one quick tool, as it came: for what no method above tells. Nothing of it may be trusted. */
  ask(tool: string, args?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Ends the connection and a server we started, within seconds. Calls under way end as `aborted`. */
  close(): Promise<void>;
}

/**
 * - `unreachable`: no connection, or it broke.
 * - `timeout`: no answer in time; the turn may still be running.
 * - `refused`: the agent answered with a failure (`{"status":"error"}`, `{"error":…}`).
 * - `crashed`: the tool crashed or refused its arguments (`isError`).
 * - `failed_turn`: prose that is the agent's own failure message, not an answer.
 * - `malformed`: the result does not have the promised shape.
 * - `aborted`: we gave up ourselves.
 * - `down`: away, or busy with what was given up before, for longer than the patience with it.
 */
export type AgentUiErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'refused'
  | 'crashed'
  | 'failed_turn'
  | 'malformed'
  | 'aborted'
  | 'down';

export class AgentUiError extends Error {
  override readonly name = 'AgentUiError';
  readonly kind: AgentUiErrorKind;
  /**
   * The tool that was called; `send_message` stands for a turn, whatever tools it is made of. `connect` when there was no
   * connection, so that nothing was sent.
   */
  readonly tool: string;

  constructor(kind: AgentUiErrorKind, tool: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.tool = tool;
  }
}
