/** Two runs of an experiment, in words for a terminal or a pull request. */
import { contrastWords } from '../src/results/experiment/card-words.ts';
import type { ExperimentComparison, VariantComparison } from '../src/results/experiment/compare-runs.ts';
import { oneLine } from './plain-text.ts';
import { markdownProse } from './summary.ts';

const LONGEST_NAME = 60;

export function experimentComparisonText(comparison: ExperimentComparison): string {
  return linesOf(comparison, (text) => oneLine(text, LONGEST_NAME)).join('\n');
}

export function experimentComparisonMarkdown(comparison: ExperimentComparison): string {
  const [title = '', ...lines] = linesOf(comparison, (text) => markdownProse(text));
  return [
    `### ${title}`,
    '',
    ...lines.map((line) => (line.startsWith('  ') ? `  - ${line.trim()}` : `- ${line}`)),
    '',
  ].join('\n');
}

function linesOf(comparison: ExperimentComparison, safe: (text: string) => string): string[] {
  const { earlier, later, why, variants, onlyEarlier, onlyLater } = comparison;
  const title = `${safe(later)} against ${safe(earlier)}`;
  if (why !== null) return [title, `Not compared: ${why}.`];
  return [
    title,
    ...(variants.length === 0 ? ['No variant is in both runs.'] : []),
    ...variants.flatMap((each) => variantLines(each, safe)),
    ...onlyEarlier.map((name) => `${safe(name)} is in the earlier run only.`),
    ...onlyLater.map((name) => `${safe(name)} is in the later run only.`),
  ];
}

function variantLines(
  { contrast, leftOut, changed }: VariantComparison,
  safe: (text: string) => string,
): string[] {
  return [
    `${safe(contrast.variant)}: ${contrastWords(contrast)}`,
    ...(changed.length === 0 ? [] : [`  changed: ${changed.join(', ')}`]),
    ...leftOut.map(({ reason, count }) => `  ${count} ${count === 1 ? 'case' : 'cases'} left out: ${reason}`),
  ];
}
