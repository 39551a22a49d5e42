/**
 * How a run ended, left on its Vitest for whoever started it. The key is a global symbol, because a configuration
 * may have bundled its own copy of the plugin.
 */
import { z } from 'zod';

const KEY = Symbol.for('vitest-agent-eval/run-ending');

const runEndingSchema = z.object({
  /** Every scenario passed or is excused, and one was judged. */
  allPass: z.boolean(),
  /** Some scenario got a verdict. */
  someJudged: z.boolean(),
  /** Of the run's results, absolute. */
  directory: z.string(),
  interrupted: z.boolean(),
  /** Do the gates hold? null when there were none, or they wait for other shards. */
  holds: z.boolean().nullable(),
  /** The run does not stand for a whole one. */
  refused: z.boolean(),
  waiting: z.boolean(),
  /** The answer in one line; empty without gates. */
  line: z.string(),
});
export type RunEnding = z.infer<typeof runEndingSchema>;

export function leaveRunEnding(vitest: object, ending: RunEnding): void {
  Reflect.set(vitest, KEY, ending);
}

/** null when no run has ended. */
export function readRunEnding(vitest: object): RunEnding | null {
  return runEndingSchema.safeParse(Reflect.get(vitest, KEY)).data ?? null;
}
