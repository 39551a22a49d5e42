/** A finished run, its baseline and its gates, put together (I/O: reads the baseline). */
import { ResultsError } from '../../disk/results-error.ts';
import type { Allowance, GateName, GateSetting } from '../../gate-settings.ts';
import { findBaseline, type BaselinePlaces } from '../compare/baseline-file.ts';
import { compareScorecards } from '../compare/compare.ts';
import type { Comparison } from '../compare/types.ts';
import type { Scorecard } from '../store/scorecard-schema.ts';
import { evaluateGates, gatesHold, type GateResult } from './gates.ts';

export interface Decision {
  readonly holds: boolean;
  readonly gates: readonly GateResult[];
  /** null when the regression gate was not asked for, or none could be made: then the gate says why. */
  readonly comparison: Comparison | null;
  /** The baseline's file, absolute; null without one. */
  readonly baselinePath: string | null;
}

export interface DecisionInput {
  readonly scorecard: Scorecard;
  readonly gates: readonly GateSetting[];
  readonly allow: readonly Allowance[];
  readonly baseline: BaselinePlaces;
}

/** Never throws for a baseline that is missing or broken: a gate that cannot tell is a no that says why. */
export async function decideRun({ scorecard, gates, allow, baseline }: DecisionInput): Promise<Decision> {
  const isAsked = (name: GateName): boolean => gates.some(({ gate }) => gate === name);
  const compared =
    isAsked('regression') || isAsked('average')
      ? await compareWithBaseline(scorecard, allow, baseline)
      : { problem: 'no comparison was asked for' };
  const comparison = 'problem' in compared ? compared : compared.comparison;
  const results = evaluateGates({ scorecard, gates, allow, comparison });
  return {
    holds: gatesHold(results),
    gates: results,
    ...('problem' in compared || !isAsked('regression')
      ? { comparison: null, baselinePath: null }
      : { comparison: compared.comparison, baselinePath: compared.path }),
  };
}

async function compareWithBaseline(
  scorecard: Scorecard,
  allow: readonly Allowance[],
  places: BaselinePlaces,
): Promise<{ readonly comparison: Comparison; readonly path: string } | { readonly problem: string }> {
  try {
    const found = await findBaseline(scorecard.config, places);
    if ('lookedAt' in found) {
      return {
        problem: `there is no baseline at ${found.lookedAt.join(' nor at ')}; save one: agent-eval baseline save`,
      };
    }
    return { path: found.path, comparison: compareScorecards(found.scorecard, scorecard, { allow }) };
  } catch (error) {
    if (error instanceof ResultsError) return { problem: error.message };
    throw error;
  }
}
