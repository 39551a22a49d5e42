/** Scorecard → summary.md, in AMD GAIA's layout; what is ours stands in lines of its own (docs/results.md). */
import { percent } from '../src/percent.ts';
import { shareOfRow } from '../src/results/store/row-share.ts';
import { runShare, type Scorecard, type ScorecardRow } from '../src/results/store/scorecard.ts';
import { DIMENSIONS, WEIGHTS } from '../src/rubric/dimensions.ts';
import { judgedWords } from '../src/rubric/judged-dimensions.ts';
import { reasonText } from '../src/rubric/reason.ts';
import { oneLine } from './plain-text.ts';
import { judgeWords, PARTIAL_WORDS, statusIcon } from './status.ts';
import { isModuleTarget } from '../src/target-kind.ts';

/** Characters of a root cause, a reason or a warning. */
const MAX_PROSE = 300;
const MAX_NAME = 120;

/** AMD GAIA's own summary begins so; an agent of the project is none of its. */
function titleOf({ target }: Scorecard['config']): string {
  return target !== undefined && isModuleTarget(target) ? 'Agent evaluation' : 'GAIA Agent Eval';
}

/** Ends with the cost and a newline. Text of agent, judge or scenario cannot add markup or lines. */
export function summaryMarkdown(scorecard: Scorecard): string {
  const { summary, config } = scorecard;
  const judged = judgedWords(runShare(scorecard.scenarios));
  const sections = [
    [
      `# ${titleOf(config)} — ${markdownProse(scorecard.run_id, MAX_NAME)}`,
      `**Date:** ${markdownProse(scorecard.timestamp, MAX_NAME)}`,
      `**Model:** ${markdownProse(config.model ?? 'unknown', MAX_NAME)}`,
      `**Judge:** ${markdownProse(judgeWords(config), MAX_NAME)}`,
      ...(judged === null ? [] : [`**Scores:** ${markdownProse(judged)}`]),
      ...(scorecard.partial === true ? [`**Partial:** ${PARTIAL_WORDS}`] : []),
    ],
    [
      '## Summary',
      `- **Total:** ${summary.total_scenarios} scenarios`,
      `- **Passed:** ${summary.passed} ✅`,
      `- **Failed:** ${summary.failed} ❌`,
      `- **Blocked:** ${summary.blocked} 🚫`,
      `- **Timeout:** ${summary.timeout} ⏱`,
      `- **Budget exceeded:** ${summary.budget_exceeded} 💸`,
      `- **Infra error:** ${summary.infra_error} 🔧`,
      `- **Skipped (no doc):** ${summary.skipped} ⏭`,
      `- **Errored:** ${summary.errored} ⚠️`,
      `- **Pass rate (all):** ${percent(summary.pass_rate)}`,
      `- **Pass rate (judged):** ${percent(summary.judged_pass_rate)}`,
      `- **Avg score (judged):** ${judgedOf(summary) === 0 ? '–' : `${summary.avg_score.toFixed(1)}/10`}`,
      ...outcomeLines(summary.outcomes),
    ],
    categorySection(summary.by_category),
    dimensionSection(summary.by_dimension),
    ['## Scenarios', ...scorecard.scenarios.flatMap((row) => scenarioLines(row, judged))],
    performanceSection(scorecard.performance),
    warningSection(scorecard.warnings),
    [`**Cost:** $${scorecard.cost.estimated_total_usd.toFixed(4)}`],
  ];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n')}\n`;
}

/** Nothing where no outcome was judged: then there is nothing to tell. */
function outcomeLines(outcomes: Scorecard['summary']['outcomes']): string[] {
  if (outcomes === undefined || outcomes.met + outcomes.missed === 0) return [];
  const open = outcomes.not_judged === 0 ? '' : `, ${outcomes.not_judged} not judged`;
  return [`- **Expected outcome (judged):** ${outcomes.met} met, ${outcomes.missed} missed${open}`];
}

function categorySection(categories: Scorecard['summary']['by_category']): string[] {
  return [
    '## By Category',
    '| Category | Pass | Fail | Blocked | Infra | Skipped | Avg Score |',
    '|----------|------|------|---------|-------|---------|-----------|',
    ...Object.entries(categories).map(([name, row]) => {
      const infra = row.timeout + row.budget_exceeded + row.infra_error + row.errored;
      return (
        `| ${markdownProse(name, MAX_NAME)} | ${row.passed} | ${row.failed} | ${row.blocked} | ${infra} | ` +
        `${row.skipped} | ${judgedOf(row) === 0 ? '–' : row.avg_score.toFixed(1)} |`
      );
    }),
  ];
}

function judgedOf({
  passed,
  failed,
  blocked,
}: Pick<Scorecard['summary'], 'passed' | 'failed' | 'blocked'>): number {
  return passed + failed + blocked;
}

/** Mean over the turns; a dimension that nobody judged has none. */
function dimensionSection(means: Scorecard['summary']['by_dimension']): string[] {
  if (means === undefined || DIMENSIONS.every((dimension) => means[dimension] === null)) return [];
  return [
    '## By Dimension',
    '| Dimension | Weight | Avg Score |',
    '|-----------|--------|-----------|',
    ...DIMENSIONS.map(
      (dimension) =>
        `| ${dimension} | ${percent(WEIGHTS[dimension])} | ${means[dimension]?.toFixed(1) ?? '–'} |`,
    ),
  ];
}

/** `judged`: what the run's scores speak of; a scenario says so only where its own differs. */
function scenarioLines(row: ScorecardRow, judged: string | null): string[] {
  const share = shareOfRow(row);
  const own = share === null ? null : judgedWords(share);
  const words = own === judged || share === null ? null : (own ?? 'all dimensions');
  const score =
    row.overall_score === null
      ? 'n/a'
      : `${row.overall_score.toFixed(1)}/10${words === null ? '' : `, ${words}`}`;
  const outcome = row.outcome_met === false ? ', expected outcome missed' : '';
  const head =
    `- ${statusIcon(row.status)} **${markdownProse(row.scenario_id, MAX_NAME)}** — ` +
    `${markdownProse(row.status, MAX_NAME)} (${score}${outcome})`;
  const cause = row.root_cause ?? null;
  if (cause !== null && cause !== '') {
    return [
      head,
      `  - Root cause: ${markdownProse(typeof cause === 'string' ? cause : JSON.stringify(cause))}`,
    ];
  }
  if (row.status === 'PASS') return [head];
  const [first] = row.reasons ?? [];
  const reason = row.error ?? (first === undefined ? undefined : reasonText(first));
  return reason === undefined ? [head] : [head, `  - Reason: ${markdownProse(reason)}`];
}

function performanceSection(performance: Scorecard['performance']): string[] {
  if (performance === null || performance === undefined) return [];
  const { avg_tokens_per_second: speed, avg_time_to_first_token: latency, flags } = performance;
  return [
    '## Performance',
    `- **Avg tokens/s:** ${speed === null ? 'n/a' : speed.toFixed(1)}`,
    `- **Avg time to first token:** ${latency === null ? 'n/a' : `${latency.toFixed(3)} s`}`,
    `- **Input tokens:** ${performance.total_input_tokens}`,
    `- **Output tokens:** ${performance.total_output_tokens}`,
    `- **Scenarios with data:** ${performance.scenarios_with_data}`,
    ...(flags.length === 0
      ? []
      : [`- **Flags:** ${flags.map((flag) => markdownProse(flag, MAX_NAME)).join(', ')}`]),
  ];
}

function warningSection(warnings: Scorecard['warnings']): string[] {
  if (warnings === undefined || warnings.length === 0) return [];
  return ['## Warnings', ...warnings.map((warning) => `- ${markdownProse(warning)}`)];
}

/** One line in which nothing is markup. An underscore within a word is none, and ids read better bare. */
export function markdownProse(text: string, max = MAX_PROSE): string {
  return oneLine(text, max)
    .replaceAll('&', '&amp;')
    .replaceAll(/[\\`*[\]<>|~$#]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`);
}
