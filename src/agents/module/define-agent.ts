/** What a user writes to have an agent evaluated: one function, and what it needs around it. */

/** A document of the scenario. */
export interface AgentDocument {
  /** As the corpus calls it. */
  readonly id: string;
  /** Its file name. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** What is to be read in it, PDF and XLSX included. */
  text(): Promise<string>;
}

/** What was said before in the conversation, oldest first. */
export interface AgentTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface AgentToolCall {
  readonly name: string;
  /** Anything that JSON can hold. */
  readonly arguments?: unknown;
  /** What came back: text, or anything that JSON can hold. */
  readonly result?: unknown;
  /** Left out: true. */
  readonly success?: boolean;
}

export interface AgentAnswer {
  readonly answer: string;
  /** Tools it called for this answer, in order. */
  readonly tools?: readonly AgentToolCall[];
  /** Tokens. */
  readonly usage?: { readonly input?: number | null; readonly output?: number | null };
  readonly stats?: {
    readonly tokensPerSecond?: number | null;
    /** Seconds to the first token. */
    readonly timeToFirstToken?: number | null;
  };
}

export interface AgentDefinition<State = undefined> {
  /** For people; stands in results. */
  readonly name?: string;
  /** The model behind it; stands in results, and another one makes runs differ. */
  readonly model?: string;
  /**
   * Begins a conversation; what it returns is handed to `send` and `close`. An agent without it takes no documents, and
   * scenarios that need some are skipped.
   */
  open?(conversation: {
    readonly id: string;
    readonly documents: readonly AgentDocument[];
  }): State | Promise<State>;
  /** Answers a message. What it throws is a fault of the infrastructure, never a wrong answer. */
  send(
    message: string,
    turn: {
      readonly state: State;
      readonly history: readonly AgentTurn[];
      /** Aborts when the message is over its time. */
      readonly signal: AbortSignal;
    },
  ): string | AgentAnswer | Promise<string | AgentAnswer>;
  /** Ends a conversation. */
  close?(state: State): void | Promise<void>;
  /** Throws when the agent cannot work; asked before the first scenario. */
  ready?(): void | Promise<void>;
}

/** Gives a definition its type: `export default defineAgent({ … })` in the file that `target` names. */
export function defineAgent<State = undefined>(definition: AgentDefinition<State>): AgentDefinition<State> {
  return definition;
}
