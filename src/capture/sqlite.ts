/** A session from the agent's SQLite file, read while the agent writes to it. Nothing is written, locked or created. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { z } from 'zod';
import { messageOf } from '../message-of.ts';
import { mask, oneLine } from './clean.ts';
import { CaptureError, type RecordedSession } from './recorded-session.ts';
import { jsonOf, usedTools } from './tool-names.ts';

type Store = Database.Database;
type Row = Readonly<Record<string, unknown>>;

export interface ListedSession {
  readonly id: string;
  readonly title: string | null;
  readonly updatedAt: string | null;
  readonly messages: number;
}

/** Rows of one session; more is no conversation to replay. */
const MAX_MESSAGES = 2000;
/** How long a writer may hold the file before we give up. */
const PATIENCE_SECONDS = 5;

/** @throws CaptureError when the file cannot be read or has no such session. */
export async function readFromDatabase(file: string, sessionId: string): Promise<RecordedSession> {
  return await withDatabase(file, (store) => {
    const [session] = rows(store, 'sessions', 'WHERE id = ?', [sessionId]);
    if (session === undefined) throw unknownSession(store, file, sessionId);
    const messages = rows(
      store,
      'messages',
      `WHERE session_id = ? ORDER BY id LIMIT ${String(MAX_MESSAGES + 1)}`,
      [sessionId],
    );
    if (messages.length > MAX_MESSAGES) {
      throw new CaptureError(
        `The session ${sessionId} has more than ${String(MAX_MESSAGES)} messages: no scenario is that long.`,
      );
    }
    return {
      id: sessionId,
      title: text(session['title']),
      agent_type: text(session['agent_type']),
      model: text(session['model']),
      createdAt: text(session['created_at']),
      running: hasRows(store, 'unfinished_turns', sessionId),
      lastTurnFailed: session['last_run_status'] === 'failed',
      messages: messages.map((row) => ({
        role: text(row['role']) ?? '',
        content: text(row['content']) ?? '',
        ...usedTools(jsonOf(row['agent_steps']), jsonOf(row['model_messages'])),
        at: text(row['created_at']),
        outputTokens: outputTokens(row['inference_stats']),
      })),
      documents: documentsOf(store, sessionId),
      joinsFollowUps: columnsOf(store, 'messages').has('model_messages'),
      source: 'sqlite',
    };
  });
}

/** The newest sessions, for choosing one. Throws CaptureError when the file cannot be read. */
export async function listSessions(file: string, limit = 20): Promise<readonly ListedSession[]> {
  return await withDatabase(file, (store) => newestSessions(store, limit));
}

function newestSessions(store: Store, limit: number): ListedSession[] {
  const order = columnsOf(store, 'sessions').has('updated_at') ? 'updated_at' : 'rowid';
  return rows(store, 'sessions', `ORDER BY ${order} DESC LIMIT ?`, [limit]).map((row) => ({
    id: text(row['id']) ?? '',
    title: shown(text(row['title'])),
    updatedAt: text(row['updated_at']),
    messages: rows(store, 'messages', 'WHERE session_id = ?', [text(row['id']) ?? '']).length,
  }));
}

/** A title for a list in a terminal. */
function shown(title: string | null): string | null {
  return title === null ? null : oneLine(mask(title, { counts: new Map() }), 80);
}

function documentsOf(store: Store, sessionId: string): RecordedSession['documents'] {
  if (columnsOf(store, 'session_documents').size === 0) return [];
  const attached = rows(store, 'session_documents', 'WHERE session_id = ?', [sessionId]);
  const documents = attached.flatMap((link) =>
    rows(store, 'documents', 'WHERE id = ?', [text(link['document_id']) ?? '']).map((row) => ({
      filename: text(row['filename']) ?? path.basename(text(row['filepath']) ?? ''),
      filepath: text(row['filepath']),
      sha256: hash(row['file_hash']),
      attachedAt: text(link['attached_at']),
    })),
  );
  return documents.toSorted((a, b) => (a.attachedAt ?? '').localeCompare(b.attachedAt ?? ''));
}

/** All in one transaction: one state of the file, whatever is written meanwhile. */
async function withDatabase<Result>(file: string, read: (store: Store) => Result): Promise<Result> {
  const absolute = path.resolve(file);
  const stats = await stat(absolute).catch(() => null);
  if (stats?.isFile() !== true) {
    throw new CaptureError(
      `There is no database ${absolute}. The Agent UI keeps it in ~/.gaia/chat/gaia_chat.db (below $GAIA_HOME/chat, if set).`,
    );
  }
  let store: Store | null = null;
  try {
    store = new Database(`${pathToFileURL(absolute).href}?mode=ro`, { timeout: PATIENCE_SECONDS });
    store.pragma('query_only = 1');
    store.exec('BEGIN');
    const missing = ['sessions', 'messages'].filter((table) => columnsOf(store, table).size === 0);
    if (missing.length > 0) {
      throw new CaptureError(
        `${absolute} is no database of the Agent UI: it has no table ${missing.join(', ')}.`,
      );
    }
    return read(store);
  } catch (error) {
    if (error instanceof CaptureError) throw error;
    const reason = messageOf(error);
    throw new CaptureError(`${absolute} cannot be read: ${reason}`, { cause: error });
  } finally {
    store?.close();
  }
}

/** Versions differ in their columns: what a table has is asked of the file. Empty: there is no such table. */
function columnsOf(store: Store | null, table: string): ReadonlySet<string> {
  const info = z
    .array(z.looseObject({ name: z.string() }))
    .parse(store?.pragma(`table_info(${table})`) ?? []);
  return new Set(info.map(({ name }) => name));
}

function rows(store: Store, table: string, rest: string, values: readonly (string | number)[]): Row[] {
  return z
    .array(z.record(z.string(), z.unknown()))
    .parse(store.prepare(`SELECT * FROM ${table} ${rest}`).all(...values));
}

function hasRows(store: Store, table: string, sessionId: string): boolean {
  if (!columnsOf(store, table).has('session_id')) return false;
  return rows(store, table, 'WHERE session_id = ? LIMIT 1', [sessionId]).length > 0;
}

function unknownSession(store: Store, file: string, sessionId: string): CaptureError {
  const newest = newestSessions(store, 5).map(({ id, messages }) => `  ${id} (${String(messages)} messages)`);
  const listed = newest.length === 0 ? 'It has none.' : `Its newest are:\n${newest.join('\n')}`;
  return new CaptureError(`${file} has no session ${sessionId}. ${listed}`);
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function hash(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : null;
}

const statsSchema = z.looseObject({ output_tokens: z.number() });

function outputTokens(column: unknown): number | null {
  const stats = statsSchema.safeParse(jsonOf(column));
  return stats.success ? stats.data.output_tokens : null;
}
