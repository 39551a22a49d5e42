/** One figure per case and variant, by document: what is compared and ranked. Pure. */
import { asksQuestions } from '../../grade/task.ts';
import type { Cell } from '../cells/cell-schema.ts';

/** `pass`: the share of a question's samples that pass, 0 to 1. `grade`: 0 to 100. */
export type Measure = 'pass' | 'grade';

export function measureOf(task: Cell['task']): Measure {
  return asksQuestions(task) ? 'pass' : 'grade';
}

/** null: a sample has no verdict, so that the case says nothing of the variant. */
export function caseValue(cell: Cell, measure: Measure): number | null {
  if (measure === 'grade') return cell.grade;
  const passed = cell.samples.map(({ judgement }) => judgement?.passed ?? null);
  if (passed.length === 0 || passed.includes(null)) return null;
  return passed.filter((each) => each === true).length / passed.length;
}

/** Who judged a cell, as one text: figures of different judges are two scales. */
export function judgesOfCell({ samples }: Cell): string {
  return judgesOf(samples).join(' ');
}

/** Fingerprints of those who gave a judgement, sorted. */
export function judgesOf(samples: Cell['samples']): readonly string[] {
  const found = samples.flatMap(({ judge, judgement }) =>
    judgement === null ? [] : (judge?.fingerprint ?? []),
  );
  return [...new Set(found)].toSorted();
}

/** Values by document, which is the cluster: its questions rise and fall together. */
export function byDocument<T>(
  cells: readonly Cell[],
  valueOf: (cell: Cell) => T | null,
): readonly (readonly T[])[] {
  const documents = new Map<string, T[]>();
  for (const cell of cells) {
    const value = valueOf(cell);
    if (value === null) continue;
    const known = documents.get(cell.document.path);
    if (known === undefined) documents.set(cell.document.path, [value]);
    else known.push(value);
  }
  return [...documents.values()];
}
