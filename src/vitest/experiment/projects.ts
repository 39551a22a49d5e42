/** The project of experiments, or none where there are no experiments. */
import path from 'node:path';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { findExperimentFiles } from '../../experiment/discover.ts';
import type { Settings } from '../../settings.ts';
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
  const dependencies = new Map<string, ReadonlySet<string>>();
  const transform = experimentTransform({
    ...folders,
    settings,
    runtime: experimentRuntime(),
    onDependencies: (file, dependsOn) => void dependencies.set(file, new Set(dependsOn)),
  });
  const wire = experimentWire({
    ...folders,
    settings,
    results: path.resolve(root, settings.results),
    dependents: (file) =>
      [...dependencies].flatMap(([each, dependsOn]) => (dependsOn.has(file) ? [each] : [])),
  });
  return [modelEvalProject(root, settings, [transform, wire])];
}
