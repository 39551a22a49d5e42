/** What the scenario judge is told of the architecture: only limits, each with the line that sets it. */
import { pairsOf } from './recommend.ts';
import type { Audit, Fact } from './schema.ts';

/** A blocked verdict must cite one of these. What was not found, and what limits nothing for certain, is not among them. */
export function constraintsFrom({ facts, version }: Audit): string[] {
  const { history_window, message_truncation, tool_results_in_history, agent_persistence } = facts;
  const constraints: string[] = [];
  const state = (fact: Extract<Fact<unknown>, { found: true }>, sentence: string): void => {
    const of = version.found ? ` of version ${version.value}` : '';
    constraints.push(`${sentence} (${fact.file}:${String(fact.line)}${of})`);
  };
  const pairs = pairsOf(history_window);
  if (history_window.found && pairs !== null) {
    state(
      history_window,
      `In a turn the model sees no more than the last ${String(pairs)} pairs of user and agent messages of the conversation`,
    );
  }
  if (message_truncation.found) {
    state(
      message_truncation,
      `Of each earlier message the model sees no more than the first ${String(message_truncation.value)} characters`,
    );
  }
  if (tool_results_in_history.found && !tool_results_in_history.value) {
    state(
      tool_results_in_history,
      'What tools returned in earlier turns is not part of the history: the model sees only the texts of user and agent',
    );
  }
  if (agent_persistence.found && agent_persistence.value === 'stateless_per_message') {
    state(
      agent_persistence,
      'A new agent is made for every message: it keeps nothing of its own between turns',
    );
  }
  return constraints;
}
