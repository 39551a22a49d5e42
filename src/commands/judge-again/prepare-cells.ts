/** Stored cells with what a judge needs of them: the document as it was, and what is true of it (I/O). */
import { oneLine } from '../../../reporters/plain-text.ts';
import type { CaseTruth } from '../../corpus/case-truth.ts';
import { findTruth, refuseTruthInCorpus, TruthError, type FoundTruth } from '../../corpus/read-truths.ts';
import { readGiven, type GivenDocument } from '../../experiment/document.ts';
import { asksQuestions } from '../../grade/task.ts';
import type { AnswerToJudge } from '../../judge/answer/answer-judge.ts';
import { messageOf } from '../../message-of.ts';
import type { Cell } from '../../results/cells/cell-schema.ts';
import type { StoredPlan } from './stored-plan.ts';

export interface PreparedCell {
  readonly cell: Cell;
  /** All that the judge sees besides the parts of an answer. */
  readonly input: Omit<AnswerToJudge, 'parts' | 'asked'>;
  /** What the cell says of its truth. */
  readonly truth: Cell['truth'];
  /** Why it cannot be judged again, without a full stop; null when it can. */
  readonly problem: string | null;
}

export interface PrepareFolders {
  /** Absolute. */
  readonly corpus: string;
  /** Absolute. */
  readonly truth: string;
  /** Another folder of truths was named: no truth of before stands in for one that it lacks. */
  readonly takesNewTruth: boolean;
}

/** Throws TruthError for a folder of truths within the corpus. */
export async function prepareCells(
  cells: readonly Cell[],
  stored: StoredPlan,
  folders: PrepareFolders,
): Promise<readonly PreparedCell[]> {
  refuseTruthInCorpus(folders.truth, folders.corpus);
  const documents = once(async (document: string) => await readGiven(folders.corpus, document));
  const truths = once(async (key: string) => {
    const [document = '', sha256 = ''] = key.split('\n');
    return await findTruth(folders.truth, document, sha256);
  });
  const given = new Map(stored.plan.cases.map(({ id, truth }) => [id, truth]));
  return await Promise.all(
    cells.map(async (cell) => {
      const found = await documents(cell.document.path);
      if ('error' in found)
        return without(cell, `its document ${cell.document.path} cannot be read: ${found.error}`);
      if (found.value.sha256 !== cell.document.sha256)
        return without(
          cell,
          `its document ${cell.document.path} is another one since: the answer was given to what it was`,
        );
      if (!cell.samples.some(({ stop }) => stop !== null)) return without(cell, 'it holds no answer');
      if (cell.mode === 'standalone') return prepared(cell, found.value, null, null);
      // What stands in the experiment itself is in no folder.
      if (cell.truth?.path === null && !folders.takesNewTruth)
        return prepared(cell, found.value, given.get(cell.case) ?? null, cell.truth);
      const truth = await truths(`${cell.document.path}\n${cell.document.sha256}`);
      if ('error' in truth) return without(cell, truth.error);
      const own = truth.value === null ? null : truthOf(cell, truth.value);
      return prepared(cell, found.value, own, truth.value === null ? null : sourceOf(truth.value));
    }),
  );
}

function prepared(
  cell: Cell,
  { path: name, text }: GivenDocument,
  own: CaseTruth | null,
  truth: Cell['truth'],
): PreparedCell {
  const { task, mode, question } = cell;
  const input = { task, mode, document: { name, text }, question, truth: own };
  const lacks = mode === 'comparative' && own === null;
  const what = asksQuestions(task)
    ? 'no truth holds its question'
    : 'there is no truth with reference summaries';
  return { cell, input, truth, problem: lacks ? `${what} (${name})` : null };
}

function without(cell: Cell, problem: string): PreparedCell {
  const { task, mode, question, document, truth } = cell;
  const input = { task, mode, document: { name: document.path, text: '' }, question, truth: null };
  return { cell, input, truth, problem };
}

/** The same question in the same words: another truth may ask something else under the same id. */
function truthOf({ task, question }: Cell, { truth }: FoundTruth): CaseTruth | null {
  if (!asksQuestions(task))
    return truth.summarization === undefined ? null : { summarization: truth.summarization };
  const qa = truth.qa?.find((each) => each.question.trim() === question?.trim());
  return qa === undefined ? null : { qa };
}

function sourceOf({ path, sha256, reviewed, written_by }: FoundTruth): Cell['truth'] {
  return { path, sha256, reviewed, written_by };
}

type Once<T> = { readonly value: T } | { readonly error: string };

/** Many cells have one document. What cannot be read is no fault of the others. */
function once<T>(read: (key: string) => Promise<T>): (key: string) => Promise<Once<T>> {
  const known = new Map<string, Promise<Once<T>>>();
  const settled = async (key: string): Promise<Once<T>> => {
    try {
      return { value: await read(key) };
    } catch (error) {
      const message =
        error instanceof TruthError ? (error.problems[0]?.message ?? error.message) : messageOf(error);
      return { error: message };
    }
  };
  return async (key) => {
    const before = known.get(key);
    if (before !== undefined) return await before;
    const reading = settled(key);
    known.set(key, reading);
    return await reading;
  };
}

/** What the new run leaves out, and why. */
export function problemLines(cells: readonly PreparedCell[]): string[] {
  return cells.flatMap(({ cell, problem }) =>
    problem === null
      ? []
      : [`${oneLine(`${cell.variant} ${cell.case}`)} is left out: ${oneLine(problem, 400)}.`],
  );
}
