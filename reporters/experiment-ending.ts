/** How experiments ended, left on Vitest for whoever started it. The key is global: a configuration may have its own copy. */
import { z } from 'zod';

const KEY = Symbol.for('vitest-agent-eval/experiment-endings');

const endingSchema = z.object({
  /** Absolute: the folder of the run. */
  run: z.string(),
  isUnfinished: z.boolean(),
  /** Do the gates hold? null without any. */
  holds: z.boolean().nullable(),
});
export type ExperimentEnding = Readonly<z.output<typeof endingSchema>>;

export function leaveExperimentEndings(vitest: object, endings: readonly ExperimentEnding[]): void {
  Reflect.set(vitest, KEY, endings);
}

/** Empty when no experiment has ended. */
export function readExperimentEndings(vitest: object): readonly ExperimentEnding[] {
  return z.array(endingSchema).safeParse(Reflect.get(vitest, KEY)).data ?? [];
}
