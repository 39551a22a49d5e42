/** A small scenario for tests: what it lacks is filled in. */
import { stringify } from 'yaml';

export interface SmallScenario {
  readonly id?: string;
  readonly turns?: readonly object[];
  readonly [key: string]: unknown;
}

/** YAML text of a scenario that needs no document. Keys given replace the defaults. */
export function scenarioYaml(more: SmallScenario = {}): string {
  const id = more.id ?? 'small_talk';
  return stringify({
    id,
    name: `About ${id}`,
    category: 'personality',
    severity: 'standard',
    description: 'A scenario of the tests.',
    persona: 'casual_user',
    setup: { index_documents: [] },
    turns: [
      { turn: 1, objective: 'Hello!', success_criteria: 'A greeting.', checks: { mentions: ['hello'] } },
    ],
    expected_outcome: 'The agent greets back.',
    ...more,
  });
}
