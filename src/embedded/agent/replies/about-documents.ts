/** Which documents there are, where answers came from, what was found so far, and summaries. */
import { lastWithDocument, type Memory } from '../conversation-memory.ts';
import { documentAbout, namedDocuments, type ScopedDocument } from '../scope.ts';
import { summarySentences, tableOverview } from '../summary.ts';
import { listed, sentence } from '../wording.ts';
import type { Workbench } from '../workbench.ts';

export interface Reply {
  readonly content: string;
  readonly documentId?: string;
  readonly evidence?: string;
}

const SUMMARY_SENTENCES = 6;

export async function listReply(bench: Workbench): Promise<Reply> {
  const rows = await bench.listDocuments();
  const [only] = rows;
  if (only === undefined)
    return { content: 'No documents are indexed in this session yet. Name a file and I will look for it.' };
  const worded = rows.map((row) =>
    row.chunk_count > 0 ? row.filename : `${row.filename} (could not be read)`,
  );
  return rows.length === 1
    ? { content: `One document is loaded: ${worded[0] ?? ''}.`, documentId: only.id }
    : { content: `${rows.length} documents are loaded: ${listed(worded)}.` };
}

export function sourcesReply(bench: Workbench, memory: Memory): Reply {
  const names = new Map(bench.rows().map((row) => [row.id, row.filename]));
  const found = memory.turns.filter((turn) => turn.documentId !== null && turn.finding !== null);
  if (found.length === 0) return { content: 'None of my answers so far came from a document.' };
  const files = [...new Set(found.map((turn) => names.get(turn.documentId ?? '') ?? ''))];
  if (files.length === 1)
    return {
      content: `It all came from ${files[0] ?? ''}: ${found.map((turn) => turn.finding ?? '').join(' ')}`,
    };
  return {
    content: found
      .map(
        (turn) => `From ${names.get(turn.documentId ?? '') ?? 'an earlier document'}: ${turn.finding ?? ''}`,
      )
      .join('\n'),
  };
}

/** What was found so far; null when there is nothing to go back to. */
export function recapReply(bench: Workbench, memory: Memory): Reply | null {
  const found = memory.turns.filter((turn) => turn.finding !== null && turn.documentId !== null);
  if (found.length === 0) return null;
  const names = [
    ...new Set(
      found.flatMap((turn) => bench.rows().find((row) => row.id === turn.documentId)?.filename ?? []),
    ),
  ];
  const findings = [...new Set(found.map((turn) => turn.finding ?? ''))];
  return {
    content: `Here is what we found in ${listed(names)}:\n${findings.map((finding) => `- ${finding}`).join('\n')}`,
  };
}

/** Summarises one document; asks which when several could be meant. */
export async function summariseReply(bench: Workbench, memory: Memory, message: string): Promise<Reply> {
  const documents = bench.documents();
  const chosen = chooseDocument(bench, memory, message, documents);
  if (chosen === null) {
    if (documents.length === 0)
      return { content: 'There is no document to summarise yet. Which file do you mean?' };
    await bench.listDocuments();
    memory.pending = message;
    return {
      content: `Which document do you mean? These are loaded: ${listed(documents.map((document) => document.filename))}.`,
    };
  }
  return summaryOf(bench, chosen);
}

export async function summaryOf(bench: Workbench, document: ScopedDocument): Promise<Reply> {
  await bench.summarised(document);
  const parsed = bench.services.library.content(document.id);
  const sentences = [
    ...tableOverview(parsed).slice(0, parsed.passages.some((passage) => passage.kind !== 'row') ? 0 : 4),
    ...summarySentences(parsed, SUMMARY_SENTENCES),
  ];
  const title = document.title === null ? '' : ` (${document.title})`;
  const text = sentences.map(sentence).join(' ');
  return {
    content: `Summary of ${document.filename}${title}: ${text}`,
    documentId: document.id,
    evidence: text,
  };
}

function chooseDocument(
  bench: Workbench,
  memory: Memory,
  message: string,
  documents: readonly ScopedDocument[],
): ScopedDocument | null {
  const [only, second] = documents;
  if (only === undefined) return null;
  if (second === undefined) return only;
  const named = namedDocuments(message, documents);
  if (named.length === 1) return named[0] ?? null;
  const about = documentAbout(message, documents, bench.services.library);
  if (about !== null) return about;
  const last = lastWithDocument(memory);
  return documents.find((document) => document.id === last?.documentId) ?? null;
}
