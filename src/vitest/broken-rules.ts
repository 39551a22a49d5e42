/** From a result to what a failing test shows: one error per broken rule, at its line of the YAML. */
import { failureText } from '../../reporters/failure.ts';
import type { RulePositions, ScenarioModule } from '../plan/scenario-module.ts';
import type { ScenarioResult, TurnResult } from '../results/store/schema.ts';
import { reasonText } from '../rubric/reason.ts';

/** An error whose stack is the YAML: Vitest prints the code frame of the place it names. */
export class BrokenRuleError extends Error {
  constructor(name: string, message: string, where: string) {
    super(message);
    this.name = name;
    this.stack = `${name}: ${message}\n    at ${where}`;
  }
}

/** Empty for a PASS. A scenario that was not judged gives one error, named by its status. */
export function brokenRules(result: ScenarioResult, module: ScenarioModule): readonly BrokenRuleError[] {
  if (result.status === 'PASS') return [];
  const at = (rule: string, keys: readonly string[]) => place(module, rule, keys);
  if (result.status !== 'FAIL' && result.status !== 'BLOCKED_BY_ARCHITECTURE') {
    const message = result.error ?? result.reasons.map(reasonText).join(' ');
    return [new BrokenRuleError(result.status, message, at(result.status, ['id']))];
  }
  const turns = result.turns.filter(
    (turn) => !turn.pass || (turn.hallucination && result.severity === 'critical'),
  );
  if (turns.length === 0) {
    return [new BrokenRuleError(result.status, text(result, null), at('scenario', ['id']))];
  }
  return turns.map(
    (turn) => new BrokenRuleError(result.status, text(result, turn), at(`turn ${turn.turn}`, ruleKeys(turn))),
  );
}

/** Vitest prints the error's name, which is the status, before it. */
function text(result: ScenarioResult, turn: TurnResult | null): string {
  const whole = failureText(result, turn);
  return whole.startsWith(result.status) ? whole.slice(result.status.length).trimStart() : whole;
}

/** The YAML keys to point at, best first: the check that failed, the ground truth, the turn. */
function ruleKeys(turn: TurnResult): readonly string[] {
  const key = `turns.${turn.turn - 1}`;
  const checks = turn.ceilings
    .filter((ceiling) => ceiling.rule.startsWith('check:'))
    .map((ceiling) => `${key}.checks.${ceiling.rule.slice('check:'.length)}`);
  return [...checks, `${key}.ground_truth`, `${key}.success_criteria`, key, 'id'];
}

function place(module: ScenarioModule, rule: string, keys: readonly string[]): string {
  const position = keys.map((key) => positionOf(module.positions, key)).find((found) => found !== undefined);
  const [line, column] = position ?? [1, 1];
  return `${rule} (${module.path}:${line}:${column})`;
}

function positionOf(positions: RulePositions, key: string): readonly [number, number] | undefined {
  return Object.hasOwn(positions, key) ? positions[key] : undefined;
}
