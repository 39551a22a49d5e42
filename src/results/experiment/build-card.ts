/** From a run's cells to experiment.json. Pure: the same cells always give the same card. */
import type { Mode, Task } from '../../grade/task.ts';
import type { Cell } from '../cells/cell-schema.ts';
import type { DamagedCell } from '../cells/read-cells.ts';
import { EXPERIMENT_FORMAT, type ExperimentCard } from './card-schema.ts';
import { judgesOf, measureOf } from './case-values.ts';
import { contrastsWith, ranked } from './contrasts.ts';
import { evaluateExperimentGates, type WantedGates } from './experiment-gates.ts';
import { familyWarnings } from './judge-family.ts';
import { variantCard } from './variant-card.ts';

/** What the card needs of the plan. */
export interface CardPlan {
  readonly id: string;
  readonly name: string;
  readonly task: Task;
  readonly mode: Mode;
  readonly repeats: number;
  readonly variants: readonly { readonly name: string }[];
  readonly cases: readonly unknown[];
  readonly baseline: string | null;
  readonly gates: WantedGates;
  readonly warnings: readonly string[];
}

export interface CardInput {
  readonly runId: string;
  readonly plan: CardPlan;
  readonly cells: readonly Cell[];
  readonly damaged?: readonly DamagedCell[];
  /** The run was of a part of the experiment. */
  readonly isPartial: boolean;
}

export function buildExperimentCard({
  runId,
  plan,
  cells,
  damaged = [],
  isPartial,
}: CardInput): ExperimentCard {
  const measure = measureOf(plan.task);
  const judges = judgesOf(cells.flatMap(({ samples }) => samples));
  const byVariant = new Map<string, Cell[]>(plan.variants.map(({ name }) => [name, []]));
  for (const cell of cells) byVariant.get(cell.variant)?.push(cell);
  const present = new Map([...byVariant].filter(([, own]) => own.length > 0));
  const variants = [...present.values()].map((own) => variantCard(own, plan.repeats));
  const found = [...present.values()].reduce((sum, own) => sum + own.length, 0);
  const missing = plan.variants.length * plan.cases.length - found;
  const baseline = plan.baseline !== null && present.has(plan.baseline) ? plan.baseline : null;
  return {
    format: EXPERIMENT_FORMAT,
    run_id: runId,
    experiment: plan.id,
    name: plan.name,
    task: plan.task,
    mode: plan.mode,
    measure,
    partial: isPartial || missing > 0,
    repeats: plan.repeats,
    cases: plan.cases.length,
    judges: [...judges],
    variants,
    ranking: ranked(present, measure),
    baseline,
    contrasts: baseline === null ? [] : [...contrastsWith(baseline, present, measure)],
    gates: [
      ...evaluateExperimentGates(plan.gates, {
        variants,
        cells: present,
        measure,
        baseline,
        missing,
        judges: judges.length,
        mode: plan.mode,
      }),
    ],
    warnings: warningsOf(plan, cells, damaged, missing),
  };
}

function warningsOf(
  { warnings, mode }: CardPlan,
  cells: readonly Cell[],
  damaged: readonly DamagedCell[],
  missing: number,
): string[] {
  const judges = judgesOf(cells.flatMap(({ samples }) => samples));
  return [
    ...warnings,
    ...(mode === 'standalone'
      ? ['Judged without a reference: these figures are compared with no others, and no fact was checked.']
      : []),
    ...(judges.length > 1
      ? [`${judges.length} judges took part: only cases that the same one judged are compared.`]
      : []),
    ...familyWarnings(cells),
    ...(missing > 0 ? [`${missing} cells are missing.`] : []),
    ...damaged.map(({ problem }) => problem),
  ];
}
