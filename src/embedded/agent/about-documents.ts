/** Which documents there are, what one holds, and where the answers so far came from. */
import type { Conversation } from './conversation.ts';
import type { DocumentTools, OpenDocument } from './document-tools.ts';
import type { Reply } from './types.ts';

const SECTIONS = 6;
const TABLES = 4;

export async function listReply(tools: DocumentTools): Promise<Reply> {
  const rows = await tools.list();
  const [only, second] = rows;
  if (only === undefined)
    return { content: 'No documents are indexed yet. Name a file and I will look for it.' };
  const names = rows.map((row) =>
    row.chunk_count > 0 ? row.filename : `${row.filename} (could not be read)`,
  );
  return second === undefined
    ? { content: `One document is indexed: ${names.join('')}.`, documentId: only.id }
    : { content: `${rows.length} documents are indexed: ${names.join(', ')}.` };
}

/** The first passage of each section, and the size of each table. */
export async function summaryReply(document: OpenDocument, tools: DocumentTools): Promise<Reply> {
  await tools.summarise(document);
  const { title, passages, tables } = document.parsed;
  const sections = new Map<string, string>();
  for (const { headings, text } of passages) {
    const section = headings.join('\n');
    if (!sections.has(section)) sections.set(section, text);
  }
  const sizes = tables
    .slice(0, TABLES)
    .map(
      (table) =>
        `Table ${table.title}: ${table.rows.length} rows of ${table.columns.filter(Boolean).join(', ')}.`,
    );
  return {
    content: [
      `Summary of ${document.filename}${title === null ? '' : ` (${title})`}:`,
      ...[...sections.values()].slice(0, SECTIONS),
      ...sizes,
    ].join('\n'),
    documentId: document.id,
    found: true,
  };
}

export async function askWhich(documents: readonly OpenDocument[], tools: DocumentTools): Promise<Reply> {
  await tools.list();
  const names = documents.map(({ filename }) => filename).join(', ');
  return { content: `Which document do you mean? These are indexed: ${names}.`, asksWhich: true };
}

/** What was found so far, each with its source; null when nothing was. */
export function recapReply(conversation: Conversation): Reply | null {
  const found = [
    ...new Set(conversation.filter((reply) => reply.found === true).map(({ content }) => content)),
  ];
  return found.length === 0
    ? null
    : { content: ['So far I found this in the documents:', ...found.map((text) => `- ${text}`)].join('\n') };
}
