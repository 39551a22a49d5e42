/** Cells → a line a variant on the console. Pure. */
import { fit, oneLine, width } from '../../../reporters/plain-text.ts';
import type { Cell } from '../../results/cells/cell-schema.ts';
import { isJudgedStatus } from '../../rubric/verdict-types.ts';

/** A mean only where every cell has a grade: those that cannot be told are rarely like the others. */
export function cellsTable(cells: readonly Cell[]): readonly string[] {
  const variants = [...new Set(cells.map(({ variant }) => variant))];
  const names = variants.map((name) => oneLine(name, 60));
  const wide = Math.max(8, ...names.map(width));
  return [
    `${fit('Variant', wide)}  Cells  Judged                   Grade  Passed (of)`,
    ...variants.map((variant, index) => {
      const own = cells.filter((cell) => cell.variant === variant);
      const judged = own.filter(({ status }) => isJudgedStatus(status)).length;
      const grades = own.flatMap(({ grade }) => grade ?? []);
      const told = own.flatMap(({ passed }) => passed ?? []);
      const passed = told.length === 0 ? '–' : `${told.filter(Boolean).length} (${told.length})`;
      const isWhole = grades.length === own.length;
      const grade = isWhole
        ? (sum(grades) / own.length).toFixed(1)
        : `cannot tell (${grades.length} of ${own.length})`;
      return [
        fit(names[index] ?? '', wide),
        fit(String(own.length), 5, 'right'),
        fit(String(judged), 6, 'right'),
        fit(grade, 22, 'right'),
        fit(passed, 11, 'right'),
      ].join('  ');
    }),
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
