/** A session as the agent stored it, whichever way it was read. */

/** A session that cannot be captured. The message says why, and what to do. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';
}

export interface RecordedMessage {
  readonly role: string;
  readonly content: string;
  /** The tools the agent chose to call and that succeeded, each once, in order; the backend's own loading is not among them. */
  readonly tools: readonly string[];
  /** How many tool calls there were, failed ones among them. */
  readonly calls: number;
  /** ISO time; null when it is not stored. */
  readonly at: string | null;
  /** Tokens the model wrote for it; null when that is not known. */
  readonly outputTokens: number | null;
}

export interface RecordedDocument {
  readonly filename: string;
  /** Where the agent read it; null when it does not say. */
  readonly filepath: string | null;
  /** Of its bytes, hexadecimal; null when it is not stored. */
  readonly sha256: string | null;
  readonly attachedAt: string | null;
}

export interface RecordedSession {
  readonly id: string;
  readonly title: string | null;
  readonly agent_type: string | null;
  readonly model: string | null;
  readonly createdAt: string | null;
  /** The agent says that a turn is under way. */
  readonly running: boolean;
  /** The agent says that the last turn failed. */
  readonly lastTurnFailed: boolean;
  readonly messages: readonly RecordedMessage[];
  /** null: this way of reading does not tell which documents there were. */
  readonly documents: readonly RecordedDocument[] | null;
  /** Messages sent while a turn ran belong to that turn's question (0.25). */
  readonly joinsFollowUps: boolean;
  readonly source: 'sqlite' | 'mcp';
}
