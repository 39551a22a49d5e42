/** What a run was asked to run: a later run may finish it only when it asks for the same. */
import { z } from 'zod';

/** Beside the progress while the run is unfinished. */
export const PLAN_FILE = '.plan.json';

export const planSchema = z.object({
  target: z.string(),
  /** YAML paths relative to the project's root, sorted; `all` when the run leaves none out. */
  scenarios: z.union([z.literal('all'), z.array(z.string())]),
  /** Filters of test names and tags, as they were given; null without one. */
  filter: z.string().nullable(),
  /** How many scenarios that is; null when a filter decides. No part of the comparison. */
  count: z.number().int().min(0).nullable(),
});
export type RunPlan = z.infer<typeof planSchema>;

export function samePlan(a: RunPlan, b: RunPlan): boolean {
  return key(a) === key(b);
}

function key({ target, scenarios, filter }: RunPlan): string {
  return JSON.stringify([target, scenarios, filter]);
}
