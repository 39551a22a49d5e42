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
const answers = z.record(z.string(), z.record(z.string(), z.array(reply).length(3)));

/** Scenario → turn → three wordings. */
const ORACLE = answers.parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'oracle.json'), 'utf8')));

/** Number of wordings that each turn has. */
export const WORDINGS = 3;

/** @throws Error for a turn without wordings. */
export function oracleOf(scenario: string, turn: number): readonly Reply[] {
  const wordings = ORACLE[scenario]?.[String(turn)];
  if (wordings === undefined)
    throw new Error(`test/gallery/oracle.json has no wordings for turn ${turn} of ${scenario}: write three.`);
  return wordings;
}
