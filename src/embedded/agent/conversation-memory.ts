/** What the agent remembers of a conversation: what was asked, what it answered, and where that stood. */
import type { Amounts } from './calculate.ts';
import type { Intent } from './intent.ts';
import type { Term } from './question.ts';

export interface Remembered {
  readonly message: string;
  readonly answer: string;
  /** Topic words, those taken over from before included. */
  readonly terms: readonly Term[];
  readonly documentId: string | null;
  /** Short wording of the finding, for recaps. */
  readonly finding: string | null;
  /** The sentence (or table cells) that the finding rests on. */
  readonly evidence: string | null;
  readonly yesNo: boolean;
}

export interface Memory {
  readonly turns: Remembered[];
  /** A request that waits for the user to say which document is meant. */
  pending: string | null;
  /** What kind of message the last one was. */
  intent: Intent | null;
  /** The last figures that were worked out, for comparisons. */
  amounts?: Amounts;
}

const memories = new WeakMap<object, Map<string, Memory>>();

/** The memory of a session; it lives with its owner, the agent. */
export function memoryOf(owner: object, sessionId: string): Memory {
  const sessions = memories.get(owner) ?? new Map<string, Memory>();
  memories.set(owner, sessions);
  const memory = sessions.get(sessionId) ?? { turns: [], pending: null, intent: null };
  sessions.set(sessionId, memory);
  return memory;
}

export function lastWithDocument(memory: Memory): Remembered | undefined {
  return memory.turns.findLast((turn) => turn.documentId !== null);
}
