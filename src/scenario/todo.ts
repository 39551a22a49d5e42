/** Scenarios that are not finished: what they lack, by their author's own words. */
import type { Scenario } from './schema.ts';

type Turns = Pick<Scenario, 'turns'>;

/** It loads, and it is not run: nobody has said yet what right answers are. */
export function isTodo(scenario: Turns): boolean {
  return scenario.turns.some(({ todo }) => todo !== undefined);
}

/** `todo, turns 1 and 2: …`; null for a scenario that can be judged. Turns that lack the same are named together. */
export function todoNote(scenario: Turns): string | null {
  const turns = new Map<string, number[]>();
  for (const { turn, todo } of scenario.turns) {
    if (todo === undefined) continue;
    const said = todo.replaceAll(/\s+/g, ' ');
    turns.set(said, [...(turns.get(said) ?? []), turn]);
  }
  if (turns.size === 0) return null;
  return [...turns].map(([said, numbers]) => `todo, ${worded(numbers)}: ${said}`).join('; ');
}

function worded(numbers: readonly number[]): string {
  const [last, ...others] = numbers.toReversed();
  if (others.length === 0) return `turn ${String(last)}`;
  return `turns ${others.toReversed().join(', ')} and ${String(last)}`;
}
