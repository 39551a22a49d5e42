/** Which documents a question is put to, and fetching those that are not there yet. */
import { lastWithDocument, type Memory } from '../conversation-memory.ts';
import { readQuestion, type Question } from '../question.ts';
import { documentYear, withAbsoluteYears } from '../relative-periods.ts';
import { documentAbout, namedDocuments, namedFiles, type ScopedDocument } from '../scope.ts';
import type { Workbench } from '../workbench.ts';
import { discover, openNamedFile } from './discovery.ts';

/** The session's documents; a file that the message names and that is not among them is fetched first. */
export async function documentsFor(
  bench: Workbench,
  message: string,
): Promise<{ list: ScopedDocument[] } | { problem: string }> {
  const list = bench.documents();
  const names = namedFiles(message).map((file) => file.split(/[/\\]/).at(-1)?.toLowerCase());
  if (names.length > 0 && !list.some((document) => names.includes(document.filename.toLowerCase()))) {
    const opened = await openNamedFile(bench, message);
    if (opened !== null && 'problem' in opened) return opened;
    if (opened !== null) return { list: bench.documents() };
  }
  if (list.length > 0) return { list };
  const found = await discover(bench, readQuestion(message), 1);
  if (found === null)
    return {
      problem:
        "I searched for a document that could answer this and found none, so I can't say. If you name the file, I will look into it.",
    };
  return 'problem' in found ? found : { list: [found.document] };
}

/** Documents are there and do not answer: perhaps another file does, when its name is plainly meant. */
export async function elsewhere(
  bench: Workbench,
  question: Question,
  known: readonly ScopedDocument[],
): Promise<boolean> {
  const [best] = bench.filesNamedLike(question.terms);
  if (
    best === undefined ||
    best.words.length < 2 ||
    known.some((document) => document.filename === best.file.name)
  )
    return false;
  const found = await discover(bench, question, 2);
  return (
    found !== null && 'document' in found && !known.some((document) => document.id === found.document.id)
  );
}

/** The question with "last year" and the like in terms of the document. */
export function withYears(
  bench: Workbench,
  question: Question,
  documents: readonly ScopedDocument[],
): Question {
  const [document] = documents;
  if (document === undefined || !/\b(?:last|previous|prior|this) year/i.test(question.text)) return question;
  const texts = bench.services.library.content(document.id).passages.map((passage) => passage.text);
  const year = documentYear(document.title ?? '', texts);
  return year === null ? question : readQuestion(withAbsoluteYears(question.text, year));
}

/** The documents that the question names, else those that it refers back to, else all. */
export function scopeOf(
  bench: Workbench,
  memory: Memory,
  question: Question,
  message: string,
  documents: readonly ScopedDocument[],
): readonly ScopedDocument[] {
  if (documents.length < 2) return documents;
  const named = namedDocuments(question.text, documents);
  if (named.length > 0) return named;
  const overall = namedDocuments(message, documents);
  if (overall.length === 1) return overall;
  if (/\bthe \w+ one\b/i.test(question.text)) {
    const about = documentAbout(question.text, documents, bench.services.library);
    if (about !== null) return [about];
  }
  const last = lastWithDocument(memory);
  const same = documents.filter((document) => document.id === last?.documentId);
  const refersBack = /\b(?:it|that|this|the same|the) (?:document|report|file|handbook|one)?\b/i.test(
    question.text,
  );
  return same.length > 0 && refersBack && question.followsUp && question.terms.length <= 2 ? same : documents;
}
