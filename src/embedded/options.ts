/** What the embedded Agent UI can be told at its start, and how it can be made to misbehave for tests. */
import { z } from 'zod';

/**
 * Faults for tests of the clients:
 * - `slow`: every turn takes this long before it is answered.
 * - `failing_turn`: turns end in the agent's own failure prose, without stats.
 * - `empty_turn`: the model gave no text, in the words the Agent UI has for it.
 * - `hang`: turns never end.
 * - `no_chunks`: these files (all, when no name is given) are indexed with 0 chunks.
 * - `crash`: the server dies in the middle of a turn.
 * - `model_down`: system_status says that no model server runs, and turns fail.
 *
 * `turn` limits a fault of turns to the nth turn of the server, from 1.
 */
export const misbehaviourSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('slow'),
    ms: z.number().min(0),
    turn: z.number().int().min(1).optional(),
  }),
  z.strictObject({ kind: z.literal('failing_turn'), turn: z.number().int().min(1).optional() }),
  z.strictObject({ kind: z.literal('empty_turn'), turn: z.number().int().min(1).optional() }),
  z.strictObject({ kind: z.literal('hang'), turn: z.number().int().min(1).optional() }),
  z.strictObject({ kind: z.literal('crash'), turn: z.number().int().min(1).optional() }),
  z.strictObject({ kind: z.literal('no_chunks'), filename: z.string().optional() }),
  z.strictObject({ kind: z.literal('model_down') }),
]);
export type Misbehaviour = z.infer<typeof misbehaviourSchema>;

export const serverOptionsSchema = z.strictObject({
  dataDir: z.string(),
  searchRoots: z.array(z.string()).min(1),
  hiddenFiles: z.array(z.string()),
  port: z.number().int().min(0).max(65_535),
  misbehave: z.array(misbehaviourSchema),
});
export type ServerOptions = z.infer<typeof serverOptionsSchema>;
