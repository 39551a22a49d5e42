/** The tags of a scenario: its category, its severity and its own. */
import type { Scenario } from '../scenario/schema.ts';

export function testTags(scenario: Pick<Scenario, 'category' | 'severity' | 'tags'>): readonly string[] {
  return [...new Set([scenario.category, scenario.severity, ...(scenario.tags ?? [])].map(tagName))];
}

/** Filters by tags are read as expressions: keep what has no meaning there. */
export function tagName(text: string): string {
  return text.trim().replaceAll(/[^\p{L}\p{N}_./-]+/gu, '-');
}
