/** Where a project keeps what experiments need (I/O). */
import path from 'node:path';
import type { ExperimentFolders } from '../../experiment/load.ts';
import type { Settings } from '../../settings.ts';
import { PROMPTS_FOLDER } from '../../vitest/experiment/project.ts';
import type { CommandIo } from '../io.ts';
import { readProject } from '../project-settings.ts';

/** Absolute, all of them. */
export interface ExperimentPlaces extends ExperimentFolders {
  readonly settings: Settings;
  readonly experiments: string;
  readonly results: string;
}

export async function experimentPlaces(io: CommandIo, config?: string): Promise<ExperimentPlaces> {
  const { root, settings } = await readProject(io, config);
  return {
    root,
    settings,
    experiments: path.resolve(root, settings.experiments),
    corpus: path.resolve(root, settings.corpus),
    truth: path.resolve(root, settings.truth),
    prompts: path.resolve(root, PROMPTS_FOLDER),
    results: path.resolve(root, settings.results),
  };
}
