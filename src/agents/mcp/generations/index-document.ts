/** Indexing one document into a session, to its end: large files (above 5 MiB) are indexed in the background. */
import { posix, win32 } from 'node:path';
import { AgentUiError, type CallOptions, type IndexedDocument } from '../../contract.ts';
import type { ToolCaller } from '../tool-caller.ts';
import { parseAnswer } from './answer.ts';
import { pause } from './pause.ts';
import { type DocumentAnswer, documentSchema, documentsSchema } from './schemas.ts';

const TOOL = 'index_document';
const UNDER_WAY = new Set(['indexing', 'pending', 'queued', 'processing']);

export interface IndexOptions extends CallOptions {
  readonly timeoutMs: number;
  /** Milliseconds between two looks at a document that is still being indexed. */
  readonly pollMs: number;
}

/** Throws AgentUiError: `refused` when the path is relative or the session does not exist, `timeout` when it takes too long. */
export async function indexDocument(
  call: ToolCaller,
  { path, sessionId }: { readonly path: string; readonly sessionId: string },
  { timeoutMs, pollMs, ...options }: IndexOptions,
): Promise<IndexedDocument> {
  if (!posix.isAbsolute(path) && !win32.isAbsolute(path)) {
    throw new AgentUiError(
      'refused',
      TOOL,
      `${TOOL} needs an absolute path, not ${path}: the agent would look for it in its own folder.`,
    );
  }
  const answer = await call(TOOL, { filepath: path, session_id: sessionId }, { ...options, timeoutMs });
  const document = parseAnswer(TOOL, documentSchema, answer);
  if (document.linked_to_session === null) {
    throw new AgentUiError(
      'refused',
      TOOL,
      `${path} was indexed but not linked to session ${sessionId}: the agent knows no such session.`,
    );
  }
  // From here the clock is ours. Each look is a call of its own, whose time in the queue does not count.
  let deadline = performance.now() + timeoutMs;
  const lookOnce = async (left: number): Promise<DocumentAnswer> => {
    const asked = performance.now();
    const onSent = () => {
      deadline += performance.now() - asked;
      options.onSent?.();
    };
    return await look(call, document.id, path, {
      ...options,
      onSent,
      timeoutMs: Math.max(left, pollMs),
    });
  };
  let seen = document;
  while (UNDER_WAY.has(seen.indexing_status)) {
    const left = deadline - performance.now();
    if (left <= 0) {
      throw new AgentUiError(
        'timeout',
        TOOL,
        `${path} is still "${seen.indexing_status}" after ${timeoutMs / 1000} s.`,
      );
    }
    await pause(Math.min(pollMs, left), TOOL, options.signal);
    seen = await lookOnce(left);
  }
  return { ...seen, linked_to_session: document.linked_to_session };
}

async function look(
  call: ToolCaller,
  id: string,
  path: string,
  options: CallOptions & { timeoutMs: number },
): Promise<DocumentAnswer> {
  const answer = await call('list_documents', {}, options);
  const { documents } = parseAnswer('list_documents', documentsSchema, answer);
  const found = documents.find((document) => document.id === id);
  if (found) return found;
  throw new AgentUiError(
    'refused',
    TOOL,
    `${path} disappeared from the agent's documents while it was being indexed.`,
  );
}
