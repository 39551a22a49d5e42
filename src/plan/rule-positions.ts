/** Where each rule of a scenario stands in its YAML, as plain data for the worker. */
import type { Scenario } from '../scenario/schema.ts';
import type { Positions, ValuePath } from '../yaml/positions.ts';
import type { RulePositions } from './scenario-module.ts';

export function rulePositions(scenario: Scenario, positions: Positions): RulePositions {
  const found: Record<string, readonly [number, number]> = {};
  const add = (path: ValuePath) => {
    const { line, column } = positions.at(path);
    found[path.join('.')] = [line, column];
  };
  add(['id']);
  for (const [index, turn] of scenario.turns.entries()) {
    const at: ValuePath = ['turns', index];
    add(at);
    if (turn.ground_truth) add([...at, 'ground_truth']);
    if (turn.success_criteria !== undefined) add([...at, 'success_criteria']);
    for (const check of Object.keys(turn.checks ?? {})) add([...at, 'checks', check]);
  }
  return found;
}
