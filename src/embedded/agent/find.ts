/** Looks for the answer to one question in documents: the best sentence, or a figure worked out from a table. */
import type { Library } from '../library.ts';
import { passageIndex, type IndexedPassage } from './passage-index.ts';
import { isYesNo, type Question, type Term } from './question.ts';
import type { ScopedDocument } from './scope.ts';
import { countsIt, holdsKind, holdsUnit, met, scorePassage, weightsFor, type Scored } from './scoring.ts';
import { answerFromTable } from './tables/answer.ts';
import { framesOf } from './tables/frame.ts';
import { operationOf, readRequest } from './tables/request.ts';
import { groupsOf, relatedWords } from './thesaurus.ts';
import { stem, wordsOf } from './words.ts';

export interface Finding {
  readonly document: ScopedDocument;
  /** Sentences to quote, best first, or the worded table result. */
  readonly sentences: readonly string[];
  readonly from: 'passage' | 'table';
  readonly evidence: string;
  readonly coverage: number;
  readonly chunks: number;
  /** The section or numbered place it stands in, or null. */
  readonly place: string | null;
  /** The sentence that follows in the same paragraph, or null. */
  readonly next: string | null;
}
export interface Search {
  readonly finding: Finding | null;
  /** Chunks that full-text retrieval returned. */
  readonly chunks: number;
  /** Topic words for which the documents have nothing, not even a related word. */
  readonly absent: readonly Term[];
  /** Words of the question that the documents never use. */
  readonly unknown: readonly string[];
  /** Texts that were looked at. */
  readonly read: readonly string[];
}

/** Below this share of the question's weight a sentence is about something else. */
const ENOUGH = 0.55;
/** The same for a figure, a date or a person, when a topic word stands nowhere in the documents. */
const ENOUGH_DESPITE_GAP = 0.75;
const ENOUGH_OF_TABLE = 0.7;
const CHUNKS = 40;
const TABULAR = /\.(?:csv|xlsx|html?)$/i;

const BROAD =
  /\b(?:say(?:s)? about|tell me (?:more )?about|policy|policies|describe|description|explain|rules?|how does .* work|what about|overview|everything|details? (?:on|about|of)|requirements?|conditions?)\b/i;

export function findAnswer(
  library: Library,
  documents: readonly ScopedDocument[],
  question: Question,
  context: readonly Term[],
): Search {
  const ids = documents.map((document) => document.id);
  const words = [...question.terms, ...context].flatMap((term) => [
    term.word,
    ...(term.exact ? [] : relatedWords(term.stem)),
  ]);
  const hits = library.search([...new Set(words)], ids, CHUNKS);
  const scope = documents.map((document) => ({
    document,
    passages: passageIndex(library.content(document.id)),
  }));
  const all = scope.flatMap(({ passages }) => passages);
  const weights = weightsFor(all);
  const scored: Scored[] = [];
  for (const hit of hits) {
    const found = scope.find(({ document }) => document.id === hit.document_id);
    if (found === undefined) continue;
    for (let position = hit.first; position <= hit.last; position += 1) {
      const entry = found.passages[position];
      if (entry !== undefined)
        scored.push(
          scorePassage(question, context, entry, found.passages[position - 1], found.document, weights),
        );
    }
  }
  scored.sort((a, b) => b.score - a.score || a.entry.position - b.entry.position);
  const unknown = question.terms
    .filter(
      (term) =>
        !documents.some((document) => document.titleStems.has(term.stem)) &&
        !all.some((entry) => entry.stems.has(term.stem)),
    )
    .map((term) => term.word);
  const absent = question.terms.filter(
    (term) =>
      !term.soft &&
      !documents.some((document) => document.titleStems.has(term.stem)) &&
      !all.some((entry) => met(term, entry) > 0),
  );
  const read = scored.slice(0, 20).map(({ entry }) => entry.passage.text);

  const table = bestTable(library, documents, question, context);
  const best = scored.find((candidate) => answers(candidate, question, absent));
  const wantsTable = /^(?:max|min|sum|average|difference)$/.test(operationOf(question.text));
  if (table !== null && preferTable(table, best, wantsTable))
    return {
      finding: { ...table.finding, chunks: hits.length, place: null, next: null },
      chunks: hits.length,
      unknown,
      absent,
      read,
    };
  if (best === undefined) return { finding: null, chunks: hits.length, unknown, absent, read };
  const document = documents.find(({ id }) => id === best.documentId);
  if (document === undefined) return { finding: null, chunks: hits.length, unknown, absent, read };
  const chosen = companions(best, scored, question);
  return {
    finding: {
      document,
      sentences: chosen.map(({ passage }) => passage.text),
      from: 'passage',
      evidence: chosen.map(({ passage }) => passage.text).join(' '),
      coverage: best.coverage,
      chunks: hits.length,
      place: placeOf(best, scope.find((entry) => entry.document === document)?.passages ?? []),
      next: nextOf(chosen.at(-1), passageIndex(library.content(document.id))),
    },
    chunks: hits.length,
    unknown,
    absent,
    read,
  };
}

const NUMBERED =
  /^(?:(?:section|article|chapter|clause|part|paragraph|annex|appendix|§)\s*\d+(?:\.\d+)*|\d+(?:\.\d+)*\.?)\b[^.]{0,60}/i;

/** A numbered heading above, or a paragraph that opens with its number; else the nearest heading. */
function placeOf(best: Scored, passages: readonly IndexedPassage[]): string | null {
  const { headings, paragraph } = best.entry.passage;
  const opening = passages.find(
    (entry) => entry.passage.paragraph === paragraph && entry.passage.headings.join() === headings.join(),
  );
  const numbered =
    headings.findLast((heading) => NUMBERED.test(heading)) ?? NUMBERED.exec(opening?.passage.text ?? '')?.[0];
  return numbered ?? headings.at(-1) ?? null;
}

const DENIES = /\b(?:not|no|never|none|only|cannot|nobody|excluded?|exclusion|except)\b|n't\b/i;

function nextOf(last: IndexedPassage | undefined, passages: readonly IndexedPassage[]): string | null {
  const next = last === undefined ? undefined : passages[last.position + 1];
  return next !== undefined && next.passage.paragraph === last?.passage.paragraph ? next.passage.text : null;
}

function answers(candidate: Scored, question: Question, absent: readonly Term[]): boolean {
  const pointed = !/^(?:any|yes-no|reason|place)$/.test(question.kind);
  if (candidate.coverage < (pointed && absent.length > 0 ? ENOUGH_DESPITE_GAP : ENOUGH)) return false;
  // A year, a number or a name that was asked for and is not there: it is about another one.
  if (candidate.missing.some((term) => term.exact || term.name)) return false;
  const { text } = candidate.entry.passage;
  if (!holdsUnit(question.text, text)) return false;
  // "Are there any red ones?" is not answered by a sentence about green ones, unless that one denies or restricts.
  if (question.kind === 'yes-no' && absent.length > 0 && !DENIES.test(text)) return false;
  if (
    question.kind === 'yes-no' ||
    question.kind === 'any' ||
    question.kind === 'reason' ||
    question.kind === 'place' ||
    question.kind === 'quantity'
  )
    return true;
  if (!holdsKind(question.kind, text)) return false;
  if (question.kind === 'count')
    return question.counted.length > 0
      ? countsIt(question, text)
      : candidate.coverage > 0.8 && candidate.missing.length === 0;
  if (question.kind === 'person' && /\bname\b|\bwho (?:is|was) (?:the|their|our|its)\b/i.test(question.text))
    return /\p{Lu}\p{Ll}+(?: \p{Lu}\.)? \p{Lu}\p{Ll}+/u.test(text);
  return true;
}

/** The sentences to give: one for a pointed question; for a broad one the best few of the same section, in their order. */
function companions(best: Scored, scored: readonly Scored[], question: Question): IndexedPassage[] {
  const broad = BROAD.test(question.text) && !isYesNo(question.text);
  const sameSection = scored.filter(
    (other) =>
      other !== best &&
      other.documentId === best.documentId &&
      other.entry.passage.headings.join('\n') === best.entry.passage.headings.join('\n'),
  );
  const near = sameSection.filter(
    (other) => Math.abs(other.entry.position - best.entry.position) <= (broad ? 6 : 2),
  );
  const open = question.terms.filter((term) => !term.soft && met(term, best.entry) === 0);
  // A pointed question gets a second sentence only for what the first one leaves open.
  const worth = near.filter(
    (other) =>
      other.entry.passage.kind !== 'code' &&
      (broad
        ? other.score >= best.score * 0.5
        : open.length > 0 &&
          other.score >= best.score * 0.6 &&
          open.some((term) => met(term, other.entry) > 0.7)),
  );
  return [best, ...worth.slice(0, broad ? 3 : 1)]
    .map(({ entry }) => entry)
    .toSorted((a, b) => a.position - b.position);
}

/** In prose, the sentence is the better wording of a plain fact; figures that must be worked out come from the table. */
function preferTable(table: TableCandidate, best: Scored | undefined, worksOut: boolean): boolean {
  if (best === undefined || best.entry.passage.kind === 'row') return true;
  if (table.tabular) return table.score > best.coverage - 0.3;
  return worksOut ? table.score > best.coverage + 0.2 : table.finding.coverage > best.coverage + 0.2;
}

interface TableCandidate {
  readonly tabular: boolean;
  readonly score: number;
  readonly finding: Omit<Finding, 'chunks' | 'place' | 'next'>;
}

function bestTable(
  library: Library,
  documents: readonly ScopedDocument[],
  question: Question,
  context: readonly Term[],
): TableCandidate | null {
  let best: TableCandidate | null = null;
  for (const document of documents) {
    for (const table of library.content(document.id).tables) {
      for (const frame of framesOf(table)) {
        const own = question.terms.filter(
          (term) =>
            !document.titleStems.has(term.stem) ||
            frame.columns.some(
              (column) =>
                column.stems.has(term.stem) || groupsOf(term.stem).some((group) => column.groups.has(group)),
            ),
        );
        const request = readRequest(frame, { ...question, terms: own }, context);
        if (request === null || request.coverage < ENOUGH_OF_TABLE) continue;
        if (request.missing.some((term) => term.exact || term.name)) continue;
        const found = answerFromTable(frame, request);
        if (found === null || !fitsKind(question, found)) continue;
        const titled = context.filter((term) => wordsOf(frame.title).map(stem).includes(term.stem)).length;
        const certainty =
          (request.measures.length > 0 ? 0.1 : 0) +
          (request.named.length > 0 ? 0.1 : 0) +
          (frame.turned ? 0 : 0.02) +
          (request.groupNamed ? 0.15 : 0) +
          (TABULAR.test(document.filename) ? 0.1 : 0) +
          Math.min(0.2, titled * 0.1);
        const score = request.coverage + certainty;
        if (best === null || score > best.score)
          best = {
            score,
            tabular: TABULAR.test(document.filename),
            finding: {
              document,
              sentences: [found.text],
              from: 'table',
              evidence: found.evidence,
              coverage: request.coverage,
            },
          };
      }
    }
  }
  return best;
}

/** Money was asked for: a table without any is about something else. */
const fitsKind = (question: Question, found: { text: string }): boolean =>
  holdsUnit(question.text, found.text) &&
  (question.kind !== 'money' || /[$€£]|\d,\d{3}|million|billion|trillion/i.test(found.text));
