/** Which of the session's documents a message is about. */
import type { DocumentRow, Library } from '../library.ts';
import { setsOf } from './passage-index.ts';
import { groupsOf } from './thesaurus.ts';
import { isStopWord, stem, wordsOf } from './words.ts';

export interface ScopedDocument {
  readonly id: string;
  readonly filename: string;
  readonly title: string | null;
  /** Stems of file name and title. */
  readonly titleStems: ReadonlySet<string>;
}

export function describeDocument(library: Library, row: DocumentRow): ScopedDocument {
  const { title } = library.content(row.id);
  const stems = wordsOf(`${row.filename.replace(/\.\w+$/, '')} ${title ?? ''}`).map(stem);
  const initials = [
    ...(title ?? '').matchAll(/\b\p{Lu}\p{L}+(?: (?:of |and |for |the )?\p{Lu}\p{L}+)+/gu),
  ].map(([name]) =>
    name
      .split(' ')
      .filter((word) => /^\p{Lu}/u.test(word))
      .map((word) => word.charAt(0))
      .join('')
      .toLowerCase(),
  );
  return { id: row.id, filename: row.filename, title, titleStems: new Set([...stems, ...initials]) };
}

/** File names that stand in the message, with or without a path before them. */
export function namedFiles(message: string): string[] {
  return [
    ...message.matchAll(
      /(?:[\w~./\\-]*[/\\])?[\w.-]+\.(?:md|txt|csv|html?|pdf|xlsx?|py|json|ya?ml|log|docx?|pptx|png|jpe?g|gif|bmp|webp|js|ts|xml)\b/gi,
    ),
  ].map(([name]) => name.replace(/^(?:\.[\\/])+/, ''));
}

/** The documents that the message names by file name or by distinctive words of name or title; empty when it names none. */
export function namedDocuments(message: string, documents: readonly ScopedDocument[]): ScopedDocument[] {
  const files = namedFiles(message).map((file) => file.split(/[/\\]/).at(-1)?.toLowerCase());
  const byFile = documents.filter((document) => files.includes(document.filename.toLowerCase()));
  if (byFile.length > 0 || documents.length < 2) return byFile;
  const words = new Set(
    wordsOf(message)
      .filter((word) => (!isStopWord(word) || word === 'report') && !/^\d|^q[1-4]$/.test(word))
      .map(stem),
  );
  const scores = documents.map((document) => {
    let score = 0;
    for (const word of words) {
      if (!document.titleStems.has(word)) continue;
      // A word that all titles share tells nothing.
      const sharing = documents.filter((other) => other.titleStems.has(word)).length;
      if (sharing < documents.length) score += 1 / sharing;
    }
    return { document, score };
  });
  const best = Math.max(...scores.map(({ score }) => score));
  return best >= 1 ? scores.filter(({ score }) => score === best).map(({ document }) => document) : [];
}

/** For "the financial one": the document whose words are most about the topic, when one clearly is. */
export function documentAbout(
  topic: string,
  documents: readonly ScopedDocument[],
  library: Library,
): ScopedDocument | null {
  const terms = wordsOf(topic)
    .filter((word) => !isStopWord(word))
    .map(stem);
  const scores = documents.map((document) => {
    const parsed = library.content(document.id);
    const { stems, groups } = setsOf(document.filename.replaceAll(/[_.-]/g, ' '));
    let score = 0;
    for (const term of terms) {
      if (stems.has(term) || document.titleStems.has(term)) score += 3;
      const related = new Set([
        ...groupsOf(term),
        ...(DOMAINS[term] ?? []).flatMap((word) => groupsOf(stem(word))),
      ]);
      const domain = new Set((DOMAINS[term] ?? []).map(stem));
      if ([...related].some((group) => groups.has(group))) score += 1;
      const hits = parsed.passages.filter((passage) =>
        wordsOf(passage.text).some((word) => domain.has(stem(word)) || stem(word) === term),
      ).length;
      score += (3 * hits) / Math.max(1, parsed.passages.length);
    }
    return { document, score };
  });
  const [first, second] = scores.toSorted((a, b) => b.score - a.score);
  return first !== undefined && first.score > 0 && first.score > (second?.score ?? 0) * 1.3
    ? first.document
    : null;
}

const FINANCE = [
  'revenue',
  'profit',
  'quarter',
  'margin',
  'million',
  'growth',
  'earnings',
  'budget',
  'fiscal',
];
const PEOPLE = ['employee', 'pto', 'benefits', 'leave', 'manager', 'salary'];

/** What documents of a kind talk about. */
const DOMAINS: Readonly<Record<string, readonly string[]>> = {
  [stem('financial')]: FINANCE,
  [stem('finance')]: FINANCE,
  [stem('money')]: ['revenue', 'profit', 'margin', 'million', 'budget', 'cost'],
  [stem('sales')]: ['revenue', 'product', 'units', 'customer', 'salesperson'],
  hr: PEOPLE,
  [stem('personnel')]: PEOPLE,
  [stem('policy')]: ['policy', 'employee', 'must', 'approval', 'leave'],
  [stem('people')]: PEOPLE,
  [stem('technical')]: ['api', 'function', 'version', 'parameter', 'server', 'protocol', 'system'],
  [stem('legal')]: ['license', 'liability', 'copyright', 'clause', 'rights', 'law'],
};
