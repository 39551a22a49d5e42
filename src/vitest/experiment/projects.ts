/** The project of experiments, or none where there are no experiments. */
import path from 'node:path';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { findExperimentFiles } from '../../experiment/discover.ts';
import type { Settings } from '../../settings.ts';
import { createDependents } from '../dependents.ts';
import { experimentRuntime, modelEvalProject, PROMPTS_FOLDER } from './project.ts';

export async function experimentProjects(
  root: string,
  settings: Settings,
): Promise<TestProjectInlineConfiguration[]> {
  const experiments = path.resolve(root, settings.experiments);
  if ((await findExperimentFiles(experiments)).length === 0) return [];
  // Most projects have none, and need not wait for what reads them.
  const [{ experimentTransform }, { experimentWire }] = await Promise.all([
    import('./transform.ts'),
    import('./wire.ts'),
  ]);
  const folders = {
    root,
    experiments,
    corpus: path.resolve(root, settings.corpus),
    truth: path.resolve(root, settings.truth),
    prompts: path.resolve(root, PROMPTS_FOLDER),
  };
  const dependents = createDependents();
  const transform = experimentTransform({
    ...folders,
    settings,
    runtime: experimentRuntime(),
    onDependencies: dependents.note,
  });
  const wire = experimentWire({
    ...folders,
    settings,
    results: path.resolve(root, settings.results),
    dependents,
  });
  return [modelEvalProject(root, settings, [transform, wire])];
}
