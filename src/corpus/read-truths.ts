/** Truth files, read from their folder (I/O). */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, isAbsence } from '../error-code.ts';
import { isInside } from '../inside.ts';
import { messageOf } from '../message-of.ts';
import { formatProblems, type Problem } from '../yaml/problem.ts';
import { normaliseCorpusPath } from './paths.ts';
import { parseTruth, placeProblems, versionProblem, type ParsedTruth, type TruthFile } from './truth-file.ts';

/** A truth that cannot be used; the message holds every problem with file, line and frame. */
export class TruthError extends Error {
  override readonly name = 'TruthError';
  readonly problems: readonly Problem[];
  constructor(message: string, problems: readonly Problem[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** The truth of one document. */
export interface FoundTruth {
  /** Relative to the truth folder, forward slashes. */
  readonly path: string;
  /** Of the file's bytes. */
  readonly sha256: string;
  /** Who has read it against the document and when; null: nobody yet. */
  readonly reviewed: string | null;
  /** The model that wrote it, or a person in words. */
  readonly written_by: string;
  /** Was it a model? */
  readonly byModel: boolean;
  readonly truth: TruthFile;
}

/**
 * The truth of a document, or null when nobody wrote one.
 * @param documentPath relative to the corpus folder, forward slashes.
 * @param documentSha256 of the document's bytes as they are now.
 * @throws TruthError when it cannot be read, holds an error, or is of another version of the document.
 */
export async function findTruth(
  folder: string,
  documentPath: string,
  documentSha256: string,
): Promise<FoundTruth | null> {
  const normal = normaliseCorpusPath(documentPath);
  if (!normal.ok) throw new TruthError(`The document path "${documentPath}" ${normal.reason}.`);
  const stored = await readStored(folder, `${normal.path}.yaml`);
  if (stored === null) return null;
  const { file, sha256, parsed } = stored;
  const problems = [...parsed.problems, ...placeProblems(parsed, normal.path)];
  if (parsed.truth === null || problems.some(({ severity }) => severity === 'error')) {
    throw new TruthError(`The truth ${file} has errors:\n\n${formatProblems(problems)}`, problems);
  }
  const stale = versionProblem(parsed, documentSha256);
  if (stale !== null)
    throw new TruthError(`The truth cannot be used:\n\n${formatProblems([stale])}`, [stale]);
  const { written_by: writer, reviewed } = parsed.truth;
  return {
    path: `${normal.path}.yaml`,
    sha256,
    reviewed,
    written_by: typeof writer === 'string' ? writer : writer.model,
    byModel: typeof writer !== 'string',
    truth: parsed.truth,
  };
}

export interface StoredTruth {
  /** Absolute. */
  readonly file: string;
  readonly sha256: string;
  readonly parsed: ParsedTruth;
}

/** @param relative path below the folder, forward slashes. null when it is not there. */
export async function readStored(folder: string, relative: string): Promise<StoredTruth | null> {
  const file = path.join(path.resolve(folder), ...relative.split('/'));
  try {
    const bytes = await readFile(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { file, sha256, parsed: parseTruth(bytes.toString('utf8'), file) };
  } catch (error) {
    if (isAbsence(error)) return null;
    throw new TruthError(`The truth ${file} cannot be read: ${messageOf(error)}.`);
  }
}

/**
 * Paths of all truth files below a folder, relative to it, with forward slashes, sorted; null when there is no such folder.
 * @throws TruthError when it cannot be read.
 */
export async function listTruths(folder: string): Promise<readonly string[] | null> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .toSorted();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new TruthError(`The truth folder ${folder} cannot be read: ${messageOf(error)}.`);
  }
}

/** @throws TruthError when the truths lie within the corpus: an agent that searches its documents would find the answers. */
export function refuseTruthInCorpus(folder: string, corpusDir: string): void {
  if (!isInside(path.resolve(corpusDir), path.resolve(folder))) return;
  throw new TruthError(
    `The truth folder ${folder} lies within the corpus ${corpusDir}, where a model under test may read it: move it out.`,
  );
}
