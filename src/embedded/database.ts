/** The SQLite file: the tables that session capture and the Agent UI's clients know, and what was read. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS sessions (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, model TEXT NOT NULL,
  system_prompt TEXT, device TEXT, mail_provider TEXT, private INTEGER NOT NULL DEFAULT 0, agent_type TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  role TEXT NOT NULL, content TEXT NOT NULL, created_at TEXT NOT NULL, rag_sources TEXT, agent_steps TEXT,
  tokens_prompt INTEGER, tokens_completion INTEGER, inference_stats TEXT);
CREATE TABLE IF NOT EXISTS documents (
  id TEXT PRIMARY KEY, filename TEXT NOT NULL, filepath TEXT NOT NULL, file_hash TEXT NOT NULL UNIQUE,
  file_size INTEGER NOT NULL, chunk_count INTEGER NOT NULL, indexed_at TEXT NOT NULL, last_accessed_at TEXT NOT NULL,
  last_error TEXT, indexing_status TEXT NOT NULL, file_mtime REAL);
CREATE TABLE IF NOT EXISTS session_documents (
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE, document_id TEXT NOT NULL REFERENCES documents(id),
  attached_at TEXT NOT NULL, PRIMARY KEY (session_id, document_id));
CREATE TABLE IF NOT EXISTS settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS memory_items (
  id TEXT PRIMARY KEY, category TEXT NOT NULL, content TEXT NOT NULL, entity TEXT, created_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS document_content (document_id TEXT PRIMARY KEY, parsed TEXT NOT NULL);
`;

export type Store = Database.Database;

/** Opens (or creates) `chat/gaia_chat.db` below the data folder, in write-ahead mode. */
export function openDatabase(dataDir: string): { store: Store; path: string } {
  const folder = join(dataDir, 'chat');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'gaia_chat.db');
  const store = new Database(path);
  store.pragma('journal_mode = WAL');
  // A killed process loses at most the last turn; the write-ahead file stays consistent.
  store.pragma('synchronous = NORMAL');
  store.pragma('foreign_keys = ON');
  store.exec(SCHEMA);
  return { store, path };
}

/** ISO time with microseconds and an offset, as the Agent UI writes it. */
export const timestamp = (): string => new Date().toISOString().replace('Z', '000+00:00');
