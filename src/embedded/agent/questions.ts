/** Answers questions with passages of the documents, or says that they do not answer. */
import { splitSentences } from '../../documents/sentences.ts';
import type { DocumentTools, OpenDocument } from './document-tools.ts';
import { withoutFileNames } from './named-files.ts';
import { searchPassages, sum } from '../../documents/search/search-passages.ts';
import { answerFromTables } from './table-query.ts';
import type { Reply } from './types.ts';
import { termsOf } from '../../documents/search/words.ts';

const PARTS = 5;
const QUESTION_WORD =
  '(?:what|who|whom|whose|how|when|where|which|why|is|are|was|were|does|do|did|can|may|must|will|whether)\\b';
const OPENS_QUESTION = new RegExp(`^${QUESTION_WORD}`, 'i');
const NEXT_QUESTION = new RegExp(`(?:[,;] (?:and |but )?| (?:and|but) )(?=${QUESTION_WORD})`, 'i');
/** Fewer clauses are no enumeration: "on 3 May, 2031" has two. */
const ENUMERATION = 3;

export interface QuestionScope {
  readonly documents: readonly OpenDocument[];
  /** Stems of the last question, when this one leans on it. */
  readonly context: readonly string[];
}

interface Part {
  readonly text: string;
  /** Stems with their words. */
  readonly terms: ReadonlyMap<string, string>;
}

/** The questions of a message, each with the words that it is about; all its sentences when no question has any. */
function partsOf(message: string): Part[] {
  const sentences = splitSentences(withoutFileNames(message));
  const asked = asParts(sentences.filter((text) => text.includes('?')).flatMap(splitQuestions));
  return (asked.length > 0 ? asked : asParts(sentences)).slice(0, PARTS);
}

const asParts = (texts: readonly string[]): Part[] =>
  texts.map((text) => ({ text, terms: termsOf(text) })).filter(({ terms }) => terms.size > 0);

/** "How old is it, and who built it?" is two questions; "For children, what does it cost?" is one. */
function splitQuestions(sentence: string): string[] {
  const [first = '', ...rest] = sentence.trim().split(NEXT_QUESTION);
  const [second, ...others] = rest;
  return second === undefined || OPENS_QUESTION.test(first)
    ? [first, ...rest]
    : [`${first}, ${second}`, ...others];
}

/** All questions of a message are one query of the documents. */
export async function questionReply(
  message: string,
  scope: QuestionScope,
  tools: DocumentTools,
): Promise<Reply> {
  const parts = partsOf(message);
  const asked = parts.length > 0 ? parts : [{ text: message, terms: new Map<string, string>() }];
  const answers = asked.flatMap((part) => {
    const answer = answerPart(part, scope);
    if (answer.document !== null) return [answer];
    const clauses = answerClauses(part, scope);
    return clauses.some(({ document }) => document !== null) ? clauses : [answer];
  });
  const texts = [...new Set(answers.map(({ text }) => text))];
  await tools.query(message, scope.documents, { chunks: sum(answers.map(({ chunks }) => chunks)), texts });
  const documentId = answers.findLast(({ document }) => document !== null)?.document?.id;
  return {
    content: texts.join('\n'),
    terms: [...new Set([...parts.flatMap(({ terms }) => [...terms.keys()]), ...scope.context])],
    found: documentId !== undefined,
    ...(documentId === undefined ? {} : { documentId }),
  };
}

interface PartAnswer {
  readonly text: string;
  /** Null when nothing was found. */
  readonly document: OpenDocument | null;
  /** Chunks that were looked at. */
  readonly chunks: number;
}

function answerPart(part: Part, { documents, context }: QuestionScope): PartAnswer {
  for (const document of documents.filter(({ filename }) => /\.(?:csv|xlsx)$/i.test(filename))) {
    const result = answerFromTables(part.text, document.parsed.tables);
    if (result !== null) return { text: `${result} (Source: ${document.filename})`, document, chunks: 1 };
  }
  const own = [...part.terms.keys()];
  const query = own.length > 0 ? { own, context } : { own: context, context: [] };
  const { passages, document, chunks } = searchPassages(documents, query);
  if (document === null) return { text: nothingSaid(part, documents), document, chunks };
  const quotes = passages.map(({ text }) => text).join(' ');
  return { text: `${quotes} (Source: ${document.filename})`, document, chunks };
}

/** An enumeration (after its colon, when it has one) is answered clause by clause; empty when it is none. */
function answerClauses(part: Part, scope: QuestionScope): PartAnswer[] {
  const clauses = asParts(part.text.replace(/^[^:]*:\s/, '').split(/[,;]|\band\b/i)).filter(({ terms }) =>
    [...terms.keys()].some((stem) => !/^\d/.test(stem)),
  );
  return clauses.length < ENUMERATION
    ? []
    : clauses.slice(0, PARTS).map((clause) => answerPart(clause, scope));
}

/** Names the words that stand in none of the documents; when all stand in some, those of the question. */
function nothingSaid({ terms }: Part, documents: readonly OpenDocument[]): string {
  const unknown = [...terms].filter(([stem]) => documents.every(({ index }) => !index.frequencies.has(stem)));
  const words = (unknown.length > 0 ? unknown : [...terms]).map(([, word]) => word);
  const about = words.length === 0 ? 'that' : `"${words.join(' ')}"`;
  const names = documents.map(({ filename }) => filename).join(', ');
  return `The indexed documents do not say anything about ${about} (searched: ${names}).`;
}
