/** The tags of scenarios, made known to the Vitest project that runs them. */
import type { TestProject } from 'vitest/node';
import { testTags } from '../plan/tags.ts';
import type { Scenario } from '../scenario/schema.ts';

type Tagged = Pick<Scenario, 'category' | 'severity' | 'tags'>;

/**
 * Vitest fails a test with a tag that its project does not declare. In watch mode scenarios come with tags that were
 * not there when the configuration was read.
 */
export function declareTags(
  project: TestProject,
  scenarios: readonly { readonly scenario: Tagged | null }[],
): void {
  const declared = new Set(project.config.tags.map(({ name }) => name));
  const wanted = new Set(scenarios.flatMap(({ scenario }) => (scenario ? testTags(scenario) : [])));
  for (const name of wanted) if (!declared.has(name)) project.config.tags.push({ name });
}
