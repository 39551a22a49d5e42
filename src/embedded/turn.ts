/** One message from arrival to stored answer: load new documents, let the agent answer, measure. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Library } from './library.ts';
import type { Misbehaviour } from './options.ts';
import { Recorder, type Step, type ToolFaults } from './recorder.ts';
import { MODEL, type Sessions } from './sessions.ts';
import type { Agent } from './agent/types.ts';

export interface TurnResult {
  readonly content: string;
  readonly agent_steps: readonly Step[];
  readonly event_log: readonly string[];
  readonly stats?: TurnStats;
}
export interface TurnStats {
  /** Output tokens over the seconds from the first token to the last. */
  readonly tokens_per_second: number;
  /** Seconds. */
  readonly time_to_first_token: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

export interface TurnServices {
  readonly sessions: Sessions;
  readonly library: Library;
  readonly agent: Agent;
  readonly misbehave: readonly Misbehaviour[];
  /** Ends the server at once, as a crash would. */
  readonly crash: () => void;
}

/** Rule of thumb for English: four characters a token. There is no model here to count for us. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4);

const TURN_FAILED =
  'Sorry, I ran into a problem while processing your request. This might be a temporary issue — ' +
  'try again in a moment.\n\n*Technical details: Error in chat completions (status 503): ' +
  '{"error": {"message": "the model server was told to fail"}}*';
const EMPTY_RESPONSE =
  'I apologize, but I received an empty response from the language model. Please try again.';

/** Runs turns; which documents a session's agent has already loaded lives as long as the server. */
export class TurnRunner {
  readonly #services: TurnServices;
  readonly #loaded = new Map<string, Set<string>>();
  /** By session, for its next turn. */
  readonly #faults = new Map<string, ToolFaults>();
  #turns = 0;

  constructor(services: TurnServices) {
    this.#services = services;
  }

  /** Has tools fail in the session's next turn. */
  failTools(sessionId: string, faults: ToolFaults): void {
    this.#faults.set(sessionId, faults);
  }

  async run(sessionId: string, message: string): Promise<TurnResult> {
    const { sessions, agent } = this.#services;
    this.#turns += 1;
    const history = sessions.messages(sessionId);
    sessions.addMessage(sessionId, 'user', message);
    const recorder = new Recorder(this.#faults.get(sessionId) ?? null);
    this.#faults.delete(sessionId);
    this.#loadDocuments(sessionId, recorder);
    recorder.status('Sending to model...');
    recorder.status(`Processing with ${MODEL}...`);
    const faulty = await this.#misbehave();
    if (faulty !== null) return this.#store(sessionId, recorder, faulty, null);
    const start = performance.now();
    const reply = await agent.answer({ sessionId, message, history, recorder });
    const seconds = Math.max((performance.now() - start) / 1000, 0.001);
    const input = [...history.map((entry) => entry.content), message, ...reply.read].join('\n');
    const output_tokens = estimateTokens(reply.content);
    const stats = {
      tokens_per_second: Math.round((output_tokens / seconds) * 10) / 10,
      // The whole answer is there at once, so the first token takes as long as the last.
      time_to_first_token: Math.round(seconds * 1000) / 1000,
      input_tokens: estimateTokens(input),
      output_tokens,
    };
    this.#title(sessionId, message);
    return this.#store(sessionId, recorder, reply.content, stats);
  }

  #store(sessionId: string, recorder: Recorder, content: string, stats: TurnStats | null): TurnResult {
    recorder.status(`Completed in ${recorder.steps.length + 1} steps`);
    if (stats !== null)
      recorder.log.push(
        `[perf] ${stats.tokens_per_second.toFixed(1)} tok/s | ` +
          `${Math.round(stats.time_to_first_token * 1000)}ms TTFT | ` +
          `${stats.input_tokens} → ${stats.output_tokens} tokens`,
      );
    const { sessions } = this.#services;
    // The session may have been deleted while the turn ran; then there is nothing to store it in.
    if (sessions.get(sessionId) !== null)
      sessions.addMessage(sessionId, 'assistant', content, {
        ...(recorder.stored.length > 0 ? { steps: recorder.stored } : {}),
        ...(stats === null ? {} : { stats }),
      });
    return {
      content,
      agent_steps: recorder.steps,
      event_log: recorder.log,
      ...(stats === null ? {} : { stats }),
    };
  }

  /** The backend's own step: the session's documents are loaded at the first turn, failed ones tried again. */
  #loadDocuments(sessionId: string, recorder: Recorder): void {
    const { sessions, library } = this.#services;
    const seen = this.#loaded.get(sessionId);
    const loaded = seen ?? new Set<string>();
    const fresh = sessions
      .documentIds(sessionId)
      .filter((id) => !loaded.has(id))
      .map((id) => library.get(id));
    this.#loaded.set(sessionId, loaded);
    if (fresh.length === 0) return;
    const start = performance.now();
    recorder.log.push('[tool] index_documents');
    const lines: string[] = [];
    let chunks = 0;
    for (const [index, document] of fresh.entries()) {
      recorder.status(`Indexing [${index + 1}/${fresh.length}]: ${document.filename}`);
      const error = document.last_error?.replace(/^RAG indexing failed for [^:]*: /, '') ?? null;
      if (error !== null) recorder.status(`Error indexing ${document.filename}: ${error}`);
      else loaded.add(document.id);
      chunks += document.chunk_count;
      lines.push(
        error === null
          ? `  ${document.filename} — ${document.chunk_count} chunks, ${document.file_size} B`
          : `  ${document.filename} — ERROR: ${error}`,
      );
    }
    const seconds = (performance.now() - start) / 1000;
    const kind = seen === undefined ? 'document(s)' : 'new document(s)';
    const summary = `Indexed ${fresh.length} ${kind} in ${seconds.toFixed(1)}s\nTotal: ${chunks} chunks in index\n\n${lines.join('\n')}`;
    recorder.finish(
      'index_documents',
      `Indexing ${fresh.length} ${kind} for RAG`,
      { success: true, summary },
      seconds * 1000,
    );
  }

  /** Marks a document that the agent indexed itself as loaded, so that the next turn does not announce it. */
  markLoaded(sessionId: string, documentId: string): void {
    const loaded = this.#loaded.get(sessionId) ?? new Set<string>();
    loaded.add(documentId);
    this.#loaded.set(sessionId, loaded);
  }

  /** The failure text of a turn that was told to fail, or null to go on. */
  async #misbehave(): Promise<string | null> {
    for (const fault of this.#services.misbehave) {
      if ('turn' in fault && fault.turn !== undefined && fault.turn !== this.#turns) continue;
      switch (fault.kind) {
        case 'slow':
          await sleep(fault.ms);
          break;
        case 'hang':
          await new Promise<never>(() => {});
          break;
        case 'crash':
          this.#services.crash();
          await new Promise<never>(() => {});
          break;
        case 'failing_turn':
        case 'model_down':
          return TURN_FAILED;
        case 'empty_turn':
          return EMPTY_RESPONSE;
        case 'no_chunks':
          break;
      }
    }
    return null;
  }

  /** As the Agent UI does: the first answer names the session, unless it is an evaluation's. */
  #title(sessionId: string, message: string): void {
    const session = this.#services.sessions.get(sessionId);
    if (session === null || session['message_count'] !== 1 || String(session['title']).startsWith('Eval:'))
      return;
    const words = message
      .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
      .split(/\s+/)
      .filter((word) => word.length > 3)
      .slice(0, 3);
    if (words.length === 0) return;
    const title = words.join(' ').toLowerCase();
    this.#services.sessions.rename(sessionId, title.charAt(0).toUpperCase() + title.slice(1));
  }
}
