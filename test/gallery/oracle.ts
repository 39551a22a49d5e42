/** The right answers, written by someone who had not seen the checks. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Reply } from './planted.ts';

const call = z.strictObject({
  tool: z.string(),
  success: z.boolean(),
  arguments: z.string().nullable(),
  summary: z.string(),
});
const reply = z.strictObject({ answer: z.string(), tools: z.array(call) });
/** Number of wordings that each turn of the core has; one of the extended scenarios has at least one. */
export const WORDINGS = 3;

const answersIn = (name: string, wordings: z.ZodType<z.infer<typeof reply>[]>) =>
  z
    .record(z.string(), z.record(z.string(), wordings))
    .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, name), 'utf8')));

/** Scenario → turn → wordings. */
const ORACLE = {
  ...answersIn('oracle.json', z.array(reply).length(WORDINGS)),
  ...answersIn('extended-oracle.json', z.array(reply).min(1)),
};

/** @throws Error for a turn without wordings. */
export function oracleOf(scenario: string, turn: number): readonly Reply[] {
  const wordings = ORACLE[scenario]?.[String(turn)];
  if (wordings === undefined)
    throw new Error(`test/gallery has no wordings for turn ${turn} of ${scenario}: write some.`);
  return wordings;
}
