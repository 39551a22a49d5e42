/** The benchmark that the project holds: its scenarios, and copies of its corpus to break. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { discoverScenarios } from '../../src/scenario/discover.ts';
import { inSet } from '../../src/scenario/scenario-set.ts';
import type { Scenario, ScenarioSet } from '../../src/scenario/schema.ts';

const repository = path.resolve(import.meta.dirname, '../..');
export const CORPUS = path.join(repository, 'corpus');
export const SCENARIOS = path.join(repository, 'scenarios');

/** The benchmark's scenarios; fails on any problem, warnings among them. */
export async function benchmarkScenarios(set: ScenarioSet | 'all' = 'core'): Promise<readonly Scenario[]> {
  const { scenarios, problems } = await discoverScenarios([SCENARIOS]);
  if (problems.length > 0)
    throw new Error(problems.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return inSet(scenarios, set).flatMap(({ scenario }) => (scenario === null ? [] : [scenario]));
}

/** Removed after the test. Without what is generated. */
export async function corpusCopy(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-eval-corpus-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const isGenerated = (file: string): boolean => /large_report\.md$|\.xlsx$|\.pdf$|\.draft$/.test(file);
  await cp(CORPUS, folder, { recursive: true, filter: (file) => !isGenerated(file) });
  return folder;
}

/** Replaces text in a file; fails when it is not there. */
export async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
  await writeFile(file, text.replace(from, to));
}
