/** The end of a run: is it held to something, does it hold, and what is there to say? */
import path from 'node:path';
import { isUneventful } from '../src/results/compare/compare.ts';
import type { Comparison } from '../src/results/compare/types.ts';
import { decideRun, type Decision } from '../src/results/gates/decision.ts';
import type { Scorecard } from '../src/results/store/scorecard.ts';
import type { Settings } from '../src/settings.ts';
import { comparisonMarkdown } from './comparison-markdown.ts';
import { comparisonText } from './comparison.ts';
import { gateLines, gatesMarkdown } from './gates.ts';

export interface Ending {
  /** With the gates in it, when there were some. */
  readonly scorecard: Scorecard;
  /** null when the run is held to nothing, or not yet. */
  readonly decision: Decision | null;
  /** Something keeps the run from standing for a whole one, whatever the gates say. */
  readonly refused: string | null;
  /** Gates are there, but this shard's results are only a part of what they are about. */
  readonly waiting: boolean;
}

export interface EndingOptions {
  readonly settings: Pick<Settings, 'gates' | 'allow' | 'baseline' | 'results'>;
  /** Absolute. */
  readonly root: string;
  /** Another process merges this run's results with others. */
  readonly isShard: boolean;
  readonly refused: string | null;
}

export async function endRun(scorecard: Scorecard, options: EndingOptions): Promise<Ending> {
  const { settings, root, isShard, refused } = options;
  const { gates, allow, baseline } = settings;
  if (gates.length === 0 || isShard) {
    return { scorecard, decision: null, refused, waiting: isShard && gates.length > 0 };
  }
  const results = path.resolve(root, settings.results);
  const places = { root, results, setting: baseline ?? null };
  const decision = await decideRun({ scorecard, gates, allow, baseline: places });
  const stored = decision.gates.map((gate) => ({ ...gate, scenarios: [...gate.scenarios] }));
  return { scorecard: { ...scorecard, gates: stored }, decision, refused, waiting: false };
}

/** What to print under the table; empty when there is nothing to say. */
export function endingText({ decision, refused, waiting }: Ending, columns: number): string {
  const { comparison = null, gates = [] } = decision ?? {};
  const parts = [
    comparison === null || !isNotable(comparison) ? '' : comparisonText(comparison, columns),
    gates.length === 0 ? '' : `Gates\n${gateLines(gates, columns)}`,
    waiting ? 'The gates wait until all shards are merged.' : '',
    refused ?? '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Speed and cost alone are no news under every run: two machines differ. The job's page tells them. */
function isNotable(comparison: Comparison): boolean {
  const { slower: _, faster: __, costlier: ___, cheaper: ____, ...lists } = comparison.lists;
  return comparison.differences.length > 0 || Object.values(lists).some((list) => list.length > 0);
}

/** The same for a job's page. */
export function endingMarkdown({ decision, refused }: Ending): readonly string[] {
  const { comparison = null, gates = [] } = decision ?? {};
  return [
    gatesMarkdown(gates),
    comparison === null || isUneventful(comparison) ? '' : comparisonMarkdown(comparison),
    refused === null ? '' : `**${refused}**`,
  ];
}

/** Does the end of the run alone make it a failed one? */
export function endsBadly({ decision, refused }: Ending): boolean {
  return refused !== null || decision?.holds === false;
}

/** The answer in one line, for whoever reads only that. */
export function endingLine({ decision, scorecard }: Ending, root: string): string {
  if (decision === null) return '';
  const { summary } = scorecard;
  if (!decision.holds) {
    const broken = decision.gates.filter(({ outcome, allowed }) => outcome !== 'pass' && !allowed);
    return `does not hold: ${broken.map(({ gate, outcome, message }) => `${gate} ${outcome}, ${message}`).join('; ')}`;
  }
  const { comparison, baselinePath } = decision;
  const passes = `${summary.passed} of ${summary.total_scenarios} scenarios pass`;
  if (comparison === null || baselinePath === null) return `holds: ${passes}, every gate passes`;
  const file = path.relative(root, baselinePath).split(path.sep).join('/');
  const improved = comparison.lists.improved.length;
  const others = summary.total_scenarios - summary.passed;
  if (improved > 0) {
    return `holds: ${passes}, ${improved} more than in the baseline ${file}; make it the new one: agent-eval baseline save`;
  }
  return `holds: the result equals the baseline ${file}: ${passes}${others === 0 ? '' : `, ${others} ${others === 1 ? 'does' : 'do'} not, as there`}`;
}
