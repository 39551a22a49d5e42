/** What the transform hands to the worker. */
import type { ExperimentPlan } from '../../experiment/plan.ts';
import type { StoredPlan } from '../../results/cells/run-folder.ts';

export interface ExperimentModule {
  /** Absolute path of the file. */
  readonly path: string;
  readonly stored: StoredPlan<ExperimentPlan>;
}
