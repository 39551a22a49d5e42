/** What the server hands to the agent for a turn, and what it gets back. */
import type { FileRoots } from '../files.ts';
import type { Library } from '../library.ts';
import type { Recorder } from '../recorder.ts';
import type { Sessions, StoredMessage } from '../sessions.ts';

export interface AgentServices {
  readonly library: Library;
  readonly sessions: Sessions;
  readonly roots: FileRoots;
  /** Called for a document that the agent indexed by itself. */
  readonly indexed: (sessionId: string, documentId: string) => void;
  /** Keeps something for all sessions. */
  readonly remember: (content: string) => void;
}

export interface TurnInput {
  readonly sessionId: string;
  readonly message: string;
  /** Messages before this one. */
  readonly history: readonly StoredMessage[];
  readonly recorder: Recorder;
}

export interface AgentAnswer {
  readonly content: string;
  /** Texts that a model would have had to read, for the count of input tokens. */
  readonly read: readonly string[];
}

export interface Agent {
  answer(input: TurnInput): Promise<AgentAnswer>;
}

/** An answer, and what later turns can refer to. */
export interface Reply {
  readonly content: string;
  /** Stems that were asked for. */
  readonly terms?: readonly string[];
  /** The document that the answer rests on. */
  readonly documentId?: string;
  /** The content states something that was found in a document. */
  readonly found?: boolean;
  /** The reply asks which document is meant. */
  readonly asksWhich?: boolean;
}
