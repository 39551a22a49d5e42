/** The agent: small, deterministic, without a model. It decides which tools to call and answers from what they return. */
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

export class EmbeddedAgent implements Agent {
  readonly #services: AgentServices;

  constructor(services: AgentServices) {
    this.#services = services;
  }

  async answer(input: TurnInput): Promise<AgentAnswer> {
    const ids = this.#services.sessions.documentIds(input.sessionId);
    const words = input.message.match(/[\p{L}\p{N}]+/gu) ?? [];
    const hits = this.#services.library.search(words, ids, 3);
    await input.recorder.call('query_documents', { query: input.message }, () => ({
      success: true,
      summary: `Found ${hits.length} relevant chunk(s)`,
    }));
    const best = hits[0];
    if (best === undefined)
      return { content: 'The indexed documents do not say anything about that.', read: [] };
    const text = this.#services.library
      .content(best.document_id)
      .passages.slice(best.first, best.last + 1)
      .map((passage) => passage.text)
      .join(' ');
    return { content: text, read: [text] };
  }
}
