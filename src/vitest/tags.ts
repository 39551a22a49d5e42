/** Vitest's tags of a scenario's test: its category, its severity and its own. */
import type { TestProject } from 'vitest/node';
import type { Scenario } from '../scenario/schema.ts';

export function testTags(scenario: Pick<Scenario, 'category' | 'severity' | 'tags'>): readonly string[] {
  return [...new Set([scenario.category, scenario.severity, ...(scenario.tags ?? [])].map(tagName))];
}

/** Vitest reads tag filters as expressions: keep what has no meaning there. */
export function tagName(text: string): string {
  return text.trim().replaceAll(/[^\p{L}\p{N}_./-]+/gu, '-');
}

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
