/** Sessions and their messages, as stored. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { timestamp, type Store } from './database.ts';

export const MODEL = 'embedded-retrieval';

const sessionRow = z.object({
  id: z.string(),
  title: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  model: z.string(),
  system_prompt: z.string().nullable(),
  private: z.number(),
  agent_type: z.string(),
  device: z.string().nullable(),
  mail_provider: z.string().nullable(),
});
const messageRow = z.object({
  id: z.number(),
  role: z.string(),
  content: z.string(),
  created_at: z.string(),
  agent_steps: z.string().nullable(),
  inference_stats: z.string().nullable(),
});
const idRow = z.object({ id: z.string() });
const countRow = z.object({ count: z.number() });

export type StoredMessage = z.infer<typeof messageRow>;

export class Sessions {
  readonly #store: Store;
  /** By session: the path that a document was attached by → its id. Lives as long as the server. */
  readonly #paths = new Map<string, Map<string, string>>();

  constructor(store: Store) {
    this.#store = store;
  }

  create(title: string, agentType: string): Record<string, unknown> {
    const id = randomUUID();
    const now = timestamp();
    this.#store
      .prepare(
        'INSERT INTO sessions (id, title, created_at, updated_at, model, device, private, agent_type) VALUES (?, ?, ?, ?, ?, ?, 0, ?)',
      )
      .run(id, title, now, now, MODEL, 'cpu', agentType);
    return this.get(id) ?? {};
  }

  /** The session as its clients see it, or null. */
  get(id: string): Record<string, unknown> | null {
    const found = this.#store.prepare('SELECT * FROM sessions WHERE id = ?').get(id);
    if (found === undefined || found === null) return null;
    const row = sessionRow.parse(found);
    const count = countRow.parse(
      this.#store.prepare('SELECT count(*) AS count FROM messages WHERE session_id = ?').get(id),
    ).count;
    return {
      id: row.id,
      title: row.title,
      created_at: row.created_at,
      updated_at: row.updated_at,
      model: row.model,
      system_prompt: row.system_prompt,
      message_count: count,
      document_ids: this.documentIds(id),
      private: row.private !== 0,
      agent_type: row.agent_type,
      device: row.device,
      mail_provider: row.mail_provider,
    };
  }

  list(): Record<string, unknown>[] {
    return z
      .array(idRow)
      .parse(this.#store.prepare('SELECT id FROM sessions ORDER BY updated_at DESC').all())
      .map(({ id }) => this.get(id) ?? {});
  }

  delete(id: string): boolean {
    this.#paths.delete(id);
    this.#store.prepare('DELETE FROM session_documents WHERE session_id = ?').run(id);
    this.#store.prepare('DELETE FROM messages WHERE session_id = ?').run(id);
    return this.#store.prepare('DELETE FROM sessions WHERE id = ?').run(id).changes > 0;
  }

  /** Attached documents, in the order in which they came. */
  documentIds(id: string): string[] {
    return z
      .array(idRow)
      .parse(
        this.#store
          .prepare(
            'SELECT document_id AS id FROM session_documents WHERE session_id = ? ORDER BY attached_at, rowid',
          )
          .all(id),
      )
      .map((row) => row.id);
  }

  /** What was attached by the same path before is gone from there: its file has other content now. */
  attach(id: string, documentId: string, filepath: string): void {
    const paths = this.#paths.get(id) ?? new Map<string, string>();
    this.#paths.set(id, paths);
    const former = paths.get(filepath);
    paths.set(filepath, documentId);
    const isElsewhere = [...paths.values()].some((other) => other === former);
    if (former !== undefined && former !== documentId && !isElsewhere)
      this.#store
        .prepare('DELETE FROM session_documents WHERE session_id = ? AND document_id = ?')
        .run(id, former);
    this.#store
      .prepare('INSERT OR IGNORE INTO session_documents VALUES (?, ?, ?)')
      .run(id, documentId, timestamp());
  }

  addMessage(
    id: string,
    role: 'user' | 'assistant',
    content: string,
    extra: { steps?: unknown; stats?: { input_tokens: number; output_tokens: number } } = {},
  ): void {
    const now = timestamp();
    this.#store
      .prepare(
        'INSERT INTO messages (session_id, role, content, created_at, agent_steps, inference_stats) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(
        id,
        role,
        content,
        now,
        extra.steps === undefined ? null : JSON.stringify(extra.steps),
        extra.stats === undefined ? null : JSON.stringify(extra.stats),
      );
    this.#store.prepare('UPDATE sessions SET updated_at = ? WHERE id = ?').run(now, id);
  }

  rename(id: string, title: string): void {
    this.#store.prepare('UPDATE sessions SET title = ? WHERE id = ?').run(title, id);
  }

  messages(id: string): StoredMessage[] {
    return z
      .array(messageRow)
      .parse(this.#store.prepare('SELECT * FROM messages WHERE session_id = ? ORDER BY id').all(id));
  }

  totals(): { sessions: number; messages: number } {
    const count = (table: 'sessions' | 'messages'): number =>
      countRow.parse(this.#store.prepare(`SELECT count(*) AS count FROM ${table}`).get()).count;
    return { sessions: count('sessions'), messages: count('messages') };
  }
}
