/** Options that several commands share, and how their values are read. */
import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { ALLOWANCES, allowSchema, type Allowance } from '../gate-settings.ts';

export function jsonOption(): Option {
  return new Option('--json', 'print data instead of words');
}

export function resultsOption(): Option {
  return new Option('--results <folder>', 'where runs are').default(
    undefined,
    "AGENT_EVAL_RESULTS, else the configuration's, else results",
  );
}

export function baselineOption(): Option {
  return new Option('--baseline <file>', 'the baseline').default(
    undefined,
    "AGENT_EVAL_BASELINE, else the configuration's, else baselines/<target>-<judge>.json",
  );
}

export function allowOption(): Option {
  return new Option('--allow <names>', 'accept differences, or gates that cannot tell, by name')
    .argParser((text: string, before: readonly Allowance[] | undefined) => [
      ...(before ?? []),
      ...readAllow(text),
    ])
    .default([], 'nothing');
}

function readAllow(text: string): Allowance[] {
  const parsed = allowSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message ?? 'cannot be read'}.`);
}

/** Options as commander hands them over. */
export const placeOptions = { results: z.string().optional(), baseline: z.string().optional() };
export const allowed = z.array(z.enum(ALLOWANCES)).default([]);
export const asJson = z.boolean().default(false);
