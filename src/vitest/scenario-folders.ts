/** The folders that hold scenarios: those that somebody named must be there, and each file is one test. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { messageOf } from '../message-of.ts';
import type { ScenarioIndex } from '../plan/scenario-index.ts';
import { inSet, namesScenarioFile } from '../scenario/scenario-set.ts';
import { findScenarioFiles } from '../scenario/discover.ts';
import { ENVIRONMENT, type AgentEvalOptions, type Settings } from '../settings.ts';
import { nearestKey } from '../nearest-key.ts';

/**
 * What is wrong with folders that somebody named: missing, or without a scenario; null when nothing is. The default
 * folder may be missing, as in a project that has no scenario yet.
 */
export async function foldersProblem(
  folders: readonly string[],
  options: AgentEvalOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const isInEnvironment = Boolean(env[ENVIRONMENT.scenarios]);
  if (!isInEnvironment && options.scenarios === undefined) return null;
  const source = isInEnvironment ? ENVIRONMENT.scenarios : 'agentEval({ scenarios })';
  const problems = await Promise.all(folders.map(problemOf));
  const found = problems.filter((problem) => problem !== null);
  return found.length === 0 ? null : `${source}: ${found.join('; ')}`;
}

async function problemOf(folder: string): Promise<string | null> {
  try {
    const files = await findScenarioFiles([folder]);
    return files.length === 0
      ? `${folder} holds no scenario. Put a YAML there, or name another folder`
      : null;
  } catch (error) {
    const names: string[] = await readdir(path.dirname(folder)).catch(() => []);
    const near = nearestKey(path.basename(folder), names);
    if (names.includes(path.basename(folder))) return messageOf(error);
    return `there is no folder ${folder}${near === null ? '' : `. Did you mean ${near}?`}`;
  }
}

/**
 * Each file once, and of those that nobody names the set alone that was asked for: Vitest's own search follows a link
 * that leads back to its folder, and would run the files behind it again.
 */
export function runFilesOfSet(
  project: TestProject,
  { folders, index, set }: { folders: readonly string[]; index: ScenarioIndex; set: Settings['set'] },
): void {
  const glob = project.globTestFiles.bind(project);
  project.globTestFiles = async (filters = []) => {
    const found = await glob(filters);
    if (found.testFiles.length === 0) return found;
    const present = await Promise.all(folders.map((folder) => findScenarioFiles([folder]).catch(() => [])));
    const files = new Set(present.flat());
    const naming = filters.filter(namesScenarioFile);
    const named = naming.length === 0 ? [] : (await glob(naming)).testFiles;
    const known = await index.recent();
    const asked = new Set(inSet(known, set));
    // Only what is known to be of another set: a file that the index has not seen yet, or cannot read, is not left out.
    const others = new Set(known.filter((each) => !asked.has(each)).map((each) => each.path));
    for (const file of named) others.delete(path.normalize(file));
    const isWanted = (file: string): boolean => files.has(file) && !others.has(file);
    return { ...found, testFiles: found.testFiles.filter((file) => isWanted(path.normalize(file))) };
  };
}
