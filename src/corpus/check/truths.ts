/** Does a document say what its truth file says it does? Pure. */
import type { Problem } from '../../yaml/problem.ts';
import type { ValuePath } from '../../yaml/positions.ts';
import type { CorpusDocument } from '../manifest.ts';
import { nameOf } from '../case-truth.ts';
import { placeProblems, versionProblem, type ParsedTruth, type TruthFile } from '../truth-file.ts';
import { singleSpaced } from './document-text.ts';
import { checkFacts } from './facts.ts';
import type { CorpusFinding } from './finding.ts';

export interface DocumentFacts {
  readonly document: CorpusDocument;
  readonly sha256: string;
  /** As `documentText` gives it; null when it has no words. */
  readonly text: string | null;
}

/**
 * @param relative path of the truth file below its folder.
 * @param found its document; null when the corpus has none, or it could not be read.
 */
export function checkTruth(
  relative: string,
  parsed: ParsedTruth,
  found: DocumentFacts | null,
): CorpusFinding[] {
  if (parsed.truth === null) return parsed.problems.map(findingOf);
  if (!relative.endsWith('.yaml')) {
    return [findingOf(parsed.problem([], 'nobody looks for a truth of this name: let it end in .yaml'))];
  }
  const documentPath = documentOf(relative);
  const misplaced = placeProblems(parsed, documentPath);
  if (misplaced.length > 0) return misplaced.map(findingOf);
  if (found === null) {
    const message = `the corpus manifest has no document ${documentPath} that can be read: add it, or take the truth out`;
    return [findingOf(parsed.problem(['document'], message))];
  }
  // Its quotes are of another text: more than that cannot be said of it.
  const stale = versionProblem(parsed, found.sha256);
  if (stale !== null) return [findingOf(stale)];
  return [
    ...parsed.problems,
    ...quoteProblems(parsed.truth, parsed, found),
    ...peopleProblems(parsed.truth, parsed, found),
  ].map(findingOf);
}

/** Path of the document whose truth the file is. */
export function documentOf(relative: string): string {
  return relative.replace(/\.ya?ml$/, '');
}

function quoteProblems(
  { qa = [] }: TruthFile,
  { problem }: ParsedTruth,
  { document, sha256, text }: DocumentFacts,
): Problem[] {
  return qa.flatMap(({ id, question, answer, where, absent = [] }, index) => {
    const fact = { id, question, answer, where, absent, difficulty: null, real: null, neighbours: [] };
    const place: ValuePath = ['qa', index, ...(where === null ? [] : ['where'])];
    return checkFacts({ ...document, sha256, facts: [fact] }, text).map(({ message }) =>
      problem(place, message),
    );
  });
}

function peopleProblems(
  { summarization, document }: TruthFile,
  { problem }: ParsedTruth,
  { text }: DocumentFacts,
): Problem[] {
  const within = singleSpaced(text ?? '').toLowerCase();
  return (summarization?.participants ?? []).flatMap((entry, index) => {
    const name = nameOf(entry);
    if (within.includes(name.toLowerCase())) return [];
    const message = `"${name}" does not stand in ${document}: write the name as it stands there`;
    return [problem(['summarization', 'participants', index], message)];
  });
}

function findingOf({ file, line, column, message, severity }: Problem): CorpusFinding {
  return { kind: 'truth_file', at: `${file}:${line}:${column}`, message, warning: severity === 'warning' };
}
