/** What each tool does. A handler returns the result object; failures that the user caused are answered, not thrown. */
import { freemem } from 'node:os';
import { dirname } from 'node:path';
import { readFileSync, statSync } from 'node:fs';
import { decodeText } from '../../documents/decode.ts';
import type { FileRoots } from '../files.ts';
import { describeFile, sizeDisplay } from '../files.ts';
import { ALLOWED_SUFFIXES, IndexRefusedError, type DocumentRow, type Library } from '../library.ts';
import { MODEL, type Sessions } from '../sessions.ts';
import type { TurnQueue } from '../turn-queue.ts';
import type { Memory } from './memory.ts';

export type Arguments = Readonly<Record<string, unknown>>;
export type Result = Record<string, unknown>;

export interface ToolServices {
  readonly sessions: Sessions;
  readonly library: Library;
  readonly memory: Memory;
  readonly roots: FileRoots;
  readonly queue: TurnQueue;
  readonly modelRunning: boolean;
}

const MESSAGE_LIMIT_CHARS = 100_000;
const STORED_CONTENT_CHARS = 2000;
const PREVIEW_LINES = 50;

/** The Agent UI's own failure: answered with `isError: false`. */
export const failure = (detail: string): Result => ({ status: 'error', detail });

const text = (args: Arguments, name: string, fallback = ''): string => {
  const value = args[name];
  return typeof value === 'string' ? value : fallback;
};
const count = (args: Arguments, name: string, fallback: number): number => {
  const value = args[name];
  return typeof value === 'number' ? value : fallback;
};

export function documentResult(library: Library, row: DocumentRow): Result {
  return {
    id: row.id,
    filename: row.filename,
    filepath: row.filepath,
    file_size: row.file_size,
    chunk_count: row.chunk_count,
    indexed_at: row.indexed_at,
    last_accessed_at: row.last_accessed_at,
    sessions_using: library.usage(row.id),
    indexing_status: row.indexing_status,
    last_error: row.last_error,
  };
}

export const HANDLERS: Readonly<
  Record<string, (services: ToolServices, args: Arguments) => Result | Promise<Result>>
> = {
  system_status: ({ modelRunning }) => ({
    lemonade_running: modelRunning,
    model_loaded: modelRunning ? MODEL : null,
    embedding_model_loaded: false,
    memory_available_gb: Math.round(freemem() / 1e8) / 10,
    initialized: true,
    version: 'embedded',
    model_device: 'cpu',
    model_context_size: 65_536,
    context_size_sufficient: true,
    expected_model_loaded: modelRunning,
    default_model_name: MODEL,
    init_state: modelRunning ? 'ready' : 'degraded',
    init_tasks: [],
  }),
  create_session: ({ sessions }, args) =>
    sessions.create(text(args, 'title', 'New Chat'), text(args, 'agent_type', 'chat')),
  get_session: ({ sessions }, args) => sessions.get(text(args, 'session_id')) ?? failure('Session not found'),
  list_sessions: ({ sessions }) => {
    const list = sessions.list();
    return { sessions: list, total: list.length };
  },
  delete_session: ({ sessions }, args) => {
    const session_id = text(args, 'session_id');
    return sessions.delete(session_id) ? { deleted: true, session_id } : failure('Session not found');
  },
  get_messages: ({ sessions }, args) => {
    const id = text(args, 'session_id');
    if (sessions.get(id) === null) return failure('Session not found');
    const messages = sessions.messages(id).map((message) => ({
      role: message.role,
      content: message.content.slice(0, STORED_CONTENT_CHARS),
      ...(message.agent_steps === null ? {} : { agent_steps: storedSteps(message.agent_steps) }),
      ...(message.inference_stats === null ? {} : { stats: JSON.parse(message.inference_stats) as unknown }),
    }));
    return { messages, total: messages.length };
  },
  send_message: async ({ sessions, queue }, args) => {
    const id = text(args, 'session_id');
    const message = text(args, 'message');
    if (sessions.get(id) === null) return failure('Session not found');
    // The real server's crash on an over-long message, word for word: it quotes a list as if it were text.
    if (message.length > MESSAGE_LIMIT_CHARS) throw new Error("'list' object has no attribute 'replace'");
    return queue.send(id, message);
  },
  list_documents: ({ library }) => {
    const rows = library.list();
    return {
      documents: rows.map((row) => documentResult(library, row)),
      total: rows.length,
      total_size_bytes: rows.reduce((sum, row) => sum + row.file_size, 0),
      total_chunks: rows.reduce((sum, row) => sum + row.chunk_count, 0),
    };
  },
  index_document: async ({ library, sessions }, args) => {
    const session = text(args, 'session_id');
    const row = await tryIndex(library, text(args, 'filepath'));
    if (typeof row === 'string') return failure(row);
    // An unknown session is not reported; only the link is missing from the result.
    if (session === '' || sessions.get(session) === null) return documentResult(library, row);
    // The count is read before the link is made: a first session sees 0, as with the real server.
    const result = documentResult(library, row);
    sessions.attach(session, row.id, text(args, 'filepath'));
    return { ...result, linked_to_session: session };
  },
  index_folder: async ({ library, roots }, args) => {
    const folder = roots.resolve(text(args, 'folder_path'));
    if (folder === null || !isFolder(folder))
      return failure('Access restricted to files under the search folders');
    const recursive = args['recursive'] !== false;
    const files = roots
      .all()
      .filter((file) => (recursive ? file.path.startsWith(folder) : file.directory === folder));
    const documents: Result[] = [];
    const errors: string[] = [];
    for (const file of files.filter(({ extension }) => ALLOWED_SUFFIXES.includes(extension))) {
      // oxlint-disable-next-line no-await-in-loop -- documents are listed in the order of the files
      const row = await tryIndex(library, file.path);
      if (typeof row === 'string') errors.push(`${file.name}: ${row}`);
      else documents.push(documentResult(library, row));
    }
    return { indexed: documents.length, failed: errors.length, documents, errors };
  },
  browse_files: ({ roots }, args) => {
    const path = text(args, 'path') || (roots.roots[0] ?? '');
    const folder = roots.resolve(path);
    if (folder === null) return failure('Access restricted to files under the search folders');
    if (!isFolder(folder)) return failure(`Directory not found: ${path}`);
    return {
      current_path: folder,
      parent_path: roots.resolve(dirname(folder)),
      entries: roots.browse(folder),
      quick_links: roots.roots.map((root) => ({ name: describeFile(root).name, path: root, icon: 'folder' })),
    };
  },
  search_files: ({ roots }, args) => {
    const query = text(args, 'query');
    const types = text(args, 'file_types')
      .split(',')
      .map((type) => type.trim().replace(/^\./, ''))
      .filter((type) => type !== '');
    const found = roots.search(query, types);
    const results = found
      .slice(0, count(args, 'max_results', 20))
      .map((file) => ({ ...file, size_display: sizeDisplay(file.size) }));
    return { results, total: results.length, query, searched_locations: [...roots.roots] };
  },
  preview_file: ({ roots }, args) => {
    const path = roots.resolve(text(args, 'filepath'));
    if (path === null) return failure('Access restricted to files under the search folders');
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
      return failure(`File not found: ${path}`);
    const file = describeFile(path);
    const lines = readLines(path);
    return {
      path: file.path,
      name: file.name,
      size: file.size,
      size_display: sizeDisplay(file.size),
      extension: file.extension,
      modified: file.modified,
      is_text: lines !== null,
      preview_lines: (lines ?? []).slice(0, PREVIEW_LINES),
      total_lines: lines?.length ?? 0,
      columns: null,
      row_count: null,
      encoding: lines === null ? null : 'utf-8',
    };
  },
  fail_tools: ({ sessions, queue }, args) => {
    const id = text(args, 'session_id');
    if (sessions.get(id) === null) return failure('Session not found');
    const tools = (Array.isArray(args['tools']) ? args['tools'] : []).map(String);
    queue.failTools(id, { tools, error: text(args, 'error') });
    return { session_id: id, failing: tools };
  },
  memory_stats: ({ memory }) => memory.stats(),
  memory_list: ({ memory }, args) =>
    memory.list({
      category: text(args, 'category'),
      entity: text(args, 'entity'),
      search: text(args, 'search'),
      limit: count(args, 'limit', 20),
    }),
  memory_recall: ({ memory }, args) =>
    memory.list({ search: text(args, 'query'), limit: count(args, 'limit', 10) }),
  memory_clear: ({ memory }, args) => memory.clear(text(args, 'scope', 'all')),
  memory_seed: ({ memory }, args) => memory.seed(Array.isArray(args['items']) ? args['items'] : []),
};

async function tryIndex(library: Library, path: string): Promise<DocumentRow | string> {
  try {
    return await library.index(path);
  } catch (error) {
    if (error instanceof IndexRefusedError) return error.message;
    throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function readLines(path: string): string[] | null {
  try {
    return decodeText(readFileSync(path)).split('\n');
  } catch {
    return null;
  }
}

function storedSteps(json: string): unknown[] {
  const steps: unknown = JSON.parse(json);
  if (!Array.isArray(steps)) return [];
  return steps.map((step: Record<string, unknown>) => ({
    type: step['type'],
    tool: step['tool'],
    label: step['label'],
    result: String(step['result']).slice(0, 300),
    success: step['success'],
  }));
}
