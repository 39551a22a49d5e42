/** SQLite files as the Agent UI writes them, with the columns of each version, held open by a writer like the agent. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';

export const DATABASE_VERSIONS = ['0.18', '0.21', '0.25'] as const;
export type DatabaseVersion = (typeof DATABASE_VERSIONS)[number];

/** Columns, oldest version first: each has those before it and its own. */
const COLUMNS: Readonly<Record<string, readonly (readonly [DatabaseVersion, string])[]>> = {
  sessions: [
    [
      '0.18',
      'id TEXT PRIMARY KEY, title TEXT NOT NULL, created_at TEXT, updated_at TEXT, model TEXT NOT NULL',
    ],
    ['0.18', 'system_prompt TEXT, private INTEGER DEFAULT 0, agent_type TEXT'],
    ['0.21', "device TEXT DEFAULT 'gpu', mail_provider TEXT"],
    ['0.25', 'title_is_custom INTEGER, pinned INTEGER, unread INTEGER, last_run_status TEXT, kind TEXT'],
  ],
  messages: [
    [
      '0.18',
      'id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, role TEXT NOT NULL, content TEXT NOT NULL',
    ],
    ['0.18', 'created_at TEXT, rag_sources TEXT, agent_steps TEXT, tokens_prompt INTEGER'],
    ['0.18', 'tokens_completion INTEGER, inference_stats TEXT'],
    ['0.25', 'model_messages TEXT, turn_summary TEXT'],
  ],
  documents: [
    ['0.18', 'id TEXT PRIMARY KEY, filename TEXT, filepath TEXT, file_hash TEXT UNIQUE, file_size INTEGER'],
    [
      '0.18',
      'chunk_count INTEGER, indexed_at TEXT, last_accessed_at TEXT, indexing_status TEXT, file_mtime REAL',
    ],
    ['0.21', 'last_error TEXT'],
    ['0.25', 'error_kind TEXT, indexing_owner TEXT'],
  ],
  session_documents: [['0.18', 'session_id TEXT, document_id TEXT, attached_at TEXT']],
  settings: [['0.18', 'key TEXT PRIMARY KEY, value TEXT NOT NULL']],
};

export interface StoredAnswer {
  readonly content: string;
  readonly steps?: readonly { readonly tool: string; readonly success?: boolean }[];
  /** `model_messages`, 0.25 only. */
  readonly modelMessages?: unknown;
  readonly outputTokens?: number | null;
}

export interface AgentDatabase {
  readonly file: string;
  readonly store: Database.Database;
  /** Its id. */
  session(more?: { title?: string; agent_type?: string; last_run_status?: string }): string;
  user(session: string, content: string): void;
  answer(session: string, answer: string | StoredAnswer): void;
  message(session: string, role: string, content: string): void;
  /** Writes the file and attaches it. */
  document(session: string, file: string, content: string, more?: { hash?: string }): void;
  close(): void;
}

/** Time passes by a second with every row. */
export function agentDatabase(folder: string, version: DatabaseVersion = '0.21'): AgentDatabase {
  const file = path.join(folder, 'gaia_chat.db');
  mkdirSync(folder, { recursive: true });
  const store = new Database(file);
  store.pragma('journal_mode = WAL');
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const own = columns.filter(([since]) => since <= version).map(([, text]) => text);
    store.exec(`CREATE TABLE ${table} (${own.join(', ')})`);
  }
  if (version === '0.25') store.exec('CREATE TABLE unfinished_turns (question_id INTEGER, session_id TEXT)');

  let seconds = 0;
  const now = (): string => {
    seconds += 1;
    return `2026-03-04T10:00:${String(seconds).padStart(2, '0')}.000000+00:00`;
  };
  const insert = (table: string, row: Readonly<Record<string, unknown>>): void => {
    const keys = Object.keys(row);
    const marks = keys.map(() => '?').join(', ');
    store.prepare(`INSERT INTO ${table} (${keys.join(', ')}) VALUES (${marks})`).run(...Object.values(row));
  };
  return {
    file,
    store,
    session(more = {}) {
      const id = randomUUID();
      const at = now();
      insert('sessions', {
        id,
        title: 'Acme revenue',
        created_at: at,
        updated_at: at,
        model: 'Gemma-4-E4B-it-GGUF',
        agent_type: 'chat',
        ...more,
      });
      return id;
    },
    user: (session, content) =>
      insert('messages', { session_id: session, role: 'user', content, created_at: now() }),
    answer(session, given) {
      const answer: StoredAnswer = typeof given === 'string' ? { content: given } : given;
      const steps = answer.steps?.map(({ tool, success = true }, index) => ({
        id: index + 1,
        type: 'tool',
        label: `Using ${tool}`,
        tool,
        success,
      }));
      insert('messages', {
        session_id: session,
        role: 'assistant',
        content: answer.content,
        created_at: now(),
        agent_steps: steps === undefined ? null : JSON.stringify(steps),
        inference_stats:
          answer.outputTokens === null ? null : JSON.stringify({ output_tokens: answer.outputTokens ?? 9 }),
        ...(answer.modelMessages === undefined
          ? {}
          : { model_messages: JSON.stringify(answer.modelMessages) }),
      });
    },
    message: (session, role, content) =>
      insert('messages', { session_id: session, role, content, created_at: now() }),
    document(session, target, content, more = {}) {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, content);
      const id = randomUUID();
      const file_hash = more.hash ?? createHash('sha256').update(content).digest('hex');
      insert('documents', {
        id,
        filename: path.basename(target),
        filepath: target,
        file_hash,
        chunk_count: 1,
        indexing_status: 'complete',
      });
      insert('session_documents', { session_id: session, document_id: id, attached_at: now() });
    },
    close: () => {
      store.close();
    },
  };
}
