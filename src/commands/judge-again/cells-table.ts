/** Cells → a line a variant on the console. Pure. */
import { fit, oneLine, width } from '../../../reporters/plain-text.ts';
import type { Cell } from '../../results/cells/cell-schema.ts';
import { isJudgedStatus } from '../../rubric/verdict-types.ts';

/** Means only over what is known, with how many that is: a grade that nobody could tell is none. */
export function cellsTable(cells: readonly Cell[]): readonly string[] {
  const variants = [...new Set(cells.map(({ variant }) => variant))];
  const names = variants.map((name) => oneLine(name, 60));
  const wide = Math.max(8, ...names.map(width));
  return [
    `${fit('Variant', wide)}  Cells  Judged   Grade (of)   Passed (of)`,
    ...variants.map((variant, index) => {
      const own = cells.filter((cell) => cell.variant === variant);
      const judged = own.filter(({ status }) => isJudgedStatus(status)).length;
      const grades = own.flatMap(({ grade }) => grade ?? []);
      const told = own.flatMap(({ passed }) => passed ?? []);
      const mean = grades.length === 0 ? 'cannot tell' : (sum(grades) / grades.length).toFixed(1);
      const passed = told.length === 0 ? '–' : `${told.filter(Boolean).length} (${told.length})`;
      const grade = grades.length === 0 ? mean : `${mean} (${grades.length})`;
      return [
        fit(names[index] ?? '', wide),
        fit(String(own.length), 5, 'right'),
        fit(String(judged), 6, 'right'),
        fit(grade, 12, 'right'),
        fit(passed, 12, 'right'),
      ].join('  ');
    }),
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
