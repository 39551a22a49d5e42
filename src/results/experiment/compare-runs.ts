/** Two runs of an experiment: per variant, is the later one better or worse on the cases that both judged alike? Pure. */
import { asksQuestions, type Mode, type Task } from '../../grade/task.ts';
import type { Cell } from '../cells/cell-schema.ts';
import type { Contrast } from './card-schema.ts';
import { caseValue, judgesOfCell, measureOf, type Measure } from './case-values.ts';
import { decideContrasts, pairCells } from './contrasts.ts';

export interface ComparedRun {
  readonly runId: string;
  readonly task: Task;
  readonly mode: Mode;
  readonly cells: readonly Cell[];
}

/** Why a case of a variant is in no difference. */
type LeftOut =
  | 'not in the later run'
  | 'not in the earlier run'
  | 'another document'
  | 'another question'
  | 'another truth'
  | 'another judge'
  | 'no verdict in the later run'
  | 'no verdict in the earlier run';

/** With one of these, what the earlier run knew is not known any more. */
const LOST: readonly LeftOut[] = ['not in the later run', 'no verdict in the later run'];

export interface VariantComparison {
  /** Later minus earlier; its baseline is the earlier run. */
  readonly contrast: Contrast;
  /** Cases of it that are not compared, most frequent reason first. */
  readonly leftOut: readonly { readonly reason: LeftOut; readonly count: number }[];
  /** What is not the same in both runs beside the answers. */
  readonly changed: readonly string[];
}

export interface ExperimentComparison {
  readonly earlier: string;
  readonly later: string;
  readonly measure: Measure;
  /** Why the runs are not compared at all; null: they are. */
  readonly why: string | null;
  readonly variants: readonly VariantComparison[];
  /** Variants of one run alone. */
  readonly onlyEarlier: readonly string[];
  readonly onlyLater: readonly string[];
  /**
   * Nothing is shown to be worse, and nothing that the earlier run knew is lost: every variant of it is there with at
   * least one case compared, and all of its cases that had a verdict have one again.
   */
  readonly holds: boolean;
}

export function compareExperimentRuns(earlier: ComparedRun, later: ComparedRun): ExperimentComparison {
  const measure = measureOf(later.task);
  const [before, after] = [byVariant(earlier.cells), byVariant(later.cells)];
  const why = whyNot(earlier, later);
  const onlyEarlier = [...before.keys()].filter((name) => !after.has(name));
  const shared = why === null ? [...after.keys()].filter((name) => before.has(name)) : [];
  const pairs = shared.map((name) => {
    const [now, base] = [after.get(name) ?? [], before.get(name) ?? []];
    return { variant: name, now, base, ...leftOutOf(now, base, measure) };
  });
  const contrasts = decideContrasts(
    pairs.map(({ variant, now, base, alike }) => ({
      variant,
      baseline: earlier.runId,
      ...pairCells(
        now.filter((cell) => alike.has(cell.case)),
        base,
        measure,
      ),
    })),
    measure,
  );
  const variants = pairs.flatMap(({ now, base, leftOut, alike }, index): VariantComparison[] => {
    const contrast = contrasts[index];
    const changed = changedIn(
      now.filter((cell) => alike.has(cell.case)),
      base,
    );
    return contrast === undefined ? [] : [{ contrast, leftOut, changed }];
  });
  return {
    earlier: earlier.runId,
    later: later.runId,
    measure,
    why,
    variants,
    onlyEarlier,
    onlyLater: [...after.keys()].filter((name) => !before.has(name)),
    holds: why === null && onlyEarlier.length === 0 && variants.length > 0 && variants.every(isNotWorse),
  };
}

function whyNot(earlier: ComparedRun, later: ComparedRun): string | null {
  if (asksQuestions(earlier.task) !== asksQuestions(later.task)) {
    return `one asks for ${earlier.task}, the other for ${later.task}`;
  }
  if (earlier.mode !== later.mode) {
    return `one is ${earlier.mode}, the other ${later.mode}: figures with and without a reference are two scales`;
  }
  return null;
}

function isNotWorse({ contrast, leftOut }: VariantComparison): boolean {
  return (
    contrast.n > 0 &&
    contrast.decision.answer !== 'worse' &&
    leftOut.every(({ reason }) => !LOST.includes(reason))
  );
}

function byVariant(cells: readonly Cell[]): ReadonlyMap<string, readonly Cell[]> {
  const variants = new Map<string, Cell[]>();
  for (const cell of cells) {
    const known = variants.get(cell.variant);
    if (known === undefined) variants.set(cell.variant, [cell]);
    else known.push(cell);
  }
  return variants;
}

/** `alike`: the cases that are compared. */
function leftOutOf(
  now: readonly Cell[],
  base: readonly Cell[],
  measure: Measure,
): { readonly alike: ReadonlySet<string>; readonly leftOut: VariantComparison['leftOut'] } {
  const [later, earlier] = [
    new Map(now.map((cell) => [cell.case, cell])),
    new Map(base.map((cell) => [cell.case, cell])),
  ];
  const counts = new Map<LeftOut, number>();
  const alike = new Set<string>();
  for (const id of new Set([...later.keys(), ...earlier.keys()])) {
    const reason = whyLeftOut(later.get(id), earlier.get(id), measure);
    if (reason === null) alike.add(id);
    else counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const leftOut = [...counts].map(([reason, count]) => ({ reason, count }));
  return { alike, leftOut: leftOut.toSorted((a, b) => b.count - a.count) };
}

function whyLeftOut(later: Cell | undefined, earlier: Cell | undefined, measure: Measure): LeftOut | null {
  if (later === undefined) return 'not in the later run';
  if (earlier === undefined) return 'not in the earlier run';
  if (later.document.sha256 !== earlier.document.sha256) return 'another document';
  if (later.question !== earlier.question) return 'another question';
  if (later.truth?.sha256 !== earlier.truth?.sha256) return 'another truth';
  if (caseValue(earlier, measure) === null) return 'no verdict in the earlier run';
  if (caseValue(later, measure) === null) return 'no verdict in the later run';
  return judgesOfCell(later) === judgesOfCell(earlier) ? null : 'another judge';
}

const ASPECTS: readonly (readonly [string, (cell: Cell) => unknown])[] = [
  ['model', ({ model }) => model.asked],
  ['model as it names itself', ({ model }) => model.answered],
  ['endpoint', ({ model }) => model.endpoint],
  ['server', ({ model }) => JSON.stringify(model.server)],
  ['prompt', ({ settings }) => settings.prompt_sha256],
  ['temperature', ({ settings }) => settings.temperature],
  ['max_tokens', ({ settings }) => settings.max_tokens],
  ['combined', ({ settings }) => settings.combined],
  ['repeats', ({ samples }) => samples.length],
];

function changedIn(now: readonly Cell[], base: readonly Cell[]): readonly string[] {
  const earlier = new Map(base.map((cell) => [cell.case, cell]));
  return ASPECTS.filter(([, of]) =>
    now.some((cell) => {
      const before = earlier.get(cell.case);
      return before !== undefined && of(before) !== of(cell);
    }),
  ).map(([name]) => name);
}
