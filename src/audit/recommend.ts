/** What the facts mean for the benchmark: what to change, and what cannot pass. Thresholds: docs/audit.md. */
import type { Audit, AuditFacts, Fact, HistoryWindow } from './schema.ts';

/** Fewer pairs of messages than this lose the beginning of the benchmark's conversations. */
export const FEWEST_PAIRS = 5;
export const RECOMMENDED_PAIRS = 10;
/** A message cut shorter than this loses the paths and names in it. */
export const FEWEST_CHARACTERS = 1000;
export const RECOMMENDED_CHARACTERS = 2000;

/** It asks about documents by what an earlier turn's tools found. */
const FILE_RECALL = 'cross_turn_file_recall';

type Conclusions = Pick<Audit, 'recommendations' | 'blocked_scenarios'>;

/** A fact that was not found leads to no conclusion. */
export function conclusionsFrom(facts: AuditFacts): Conclusions {
  const recommendations: Audit['recommendations'] = [];
  const blocked: Audit['blocked_scenarios'] = [];
  const { history_window, message_truncation, tool_results_in_history } = facts;

  const pairs = pairsOf(history_window);
  if (history_window.found && pairs !== null && pairs < FEWEST_PAIRS) {
    recommendations.push({
      id: 'increase_history_pairs',
      impact: 'high',
      description: `The model is shown only the last ${plural(pairs, 'pair')} of messages. Raise it to ${String(RECOMMENDED_PAIRS)} or more.`,
      at: placeIn(history_window),
    });
  }
  if (message_truncation.found && message_truncation.value < FEWEST_CHARACTERS) {
    const { value } = message_truncation;
    recommendations.push({
      id: 'increase_truncation',
      impact: 'high',
      description: `Messages of the history are cut at ${plural(value, 'character')}. Raise it to ${String(RECOMMENDED_CHARACTERS)} or more.`,
      at: placeIn(message_truncation),
    });
    blocked.push({
      scenario: FILE_RECALL,
      blocked_by: `message_truncation=${String(value)}`,
      explanation:
        'Names and paths of files in an earlier answer are cut off before the model sees it again.',
      at: placeIn(message_truncation),
    });
  }
  if (tool_results_in_history.found && !tool_results_in_history.value) {
    recommendations.push({
      id: 'include_tool_results',
      impact: 'critical',
      description:
        'The history holds no results of tools. Restore them, or a summary of them, beside the messages: what a ' +
        'tool found in one turn is not there in the next.',
      at: placeIn(tool_results_in_history),
    });
    blocked.push({
      scenario: FILE_RECALL,
      blocked_by: 'tool_results_in_history=false',
      explanation:
        'Which files a tool found or listed stands in its result, which the next turn does not see.',
      at: placeIn(tool_results_in_history),
    });
  }
  return { recommendations, blocked_scenarios: blocked };
}

/** Pairs of a user's and an agent's message; null when their number is not what limits. */
export function pairsOf(fact: Fact<HistoryWindow>): number | null {
  if (!fact.found || fact.value.kind === 'token_budget') return null;
  return fact.value.kind === 'pairs' ? fact.value.pairs : Math.floor(fact.value.messages / 2);
}

function placeIn({ file, line, evidence }: Extract<Fact<unknown>, { found: true }>) {
  return { file, line, evidence };
}

function plural(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
