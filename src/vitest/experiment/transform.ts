/** The Vite plugin that makes an experiment file a test module. */
import path from 'node:path';
import type { Plugin } from 'vitest/config';
import { findExperimentFiles, isExperimentFile, sameId } from '../../experiment/discover.ts';
import { loadExperiment, type ExperimentFolders, type LoadedExperiment } from '../../experiment/load.ts';
import { selectPlan, tooManyCells, unmatched } from '../../experiment/select.ts';
import type { Settings } from '../../settings.ts';
import { isError, type Problem } from '../../yaml/problem.ts';
import { problemAt } from '../../yaml/validate.ts';
import { hostCommentProblem } from '../host-comments.ts';
import { renderFailure, type RenderedError } from '../render.ts';
import { renderExperiment } from './render.ts';

export interface ExperimentTransformOptions extends ExperimentFolders {
  /** Absolute. */
  readonly experiments: string;
  readonly settings: Settings;
  /** Absolute path of the module that exports `testVariant`. */
  readonly runtime: string;
  /** Hears what a file depends on, absolute paths, each time it is loaded. */
  readonly onDependencies: (file: string, dependsOn: readonly string[]) => void;
}

export function experimentTransform(options: ExperimentTransformOptions): Plugin {
  const { experiments, settings, runtime } = options;
  const isOurs = (file: string): boolean => isExperimentFile(experiments, path.normalize(file));
  const material = [options.corpus, options.truth, options.prompts, experiments];
  const isMaterial = (file: string): boolean =>
    !isOurs(file) && material.some((folder) => path.normalize(file).startsWith(folder + path.sep));
  return {
    name: 'vitest-agent-eval:experiments',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === runtime) return source;
      const own = [source, path.join(options.root, source)].find((name) => isOurs(withoutQuery(name)));
      if (own !== undefined) return own;
      return importer !== undefined && isOurs(withoutQuery(importer)) && isMaterial(source) ? source : null;
    },
    load(id) {
      // A document is no code: what Vite follows in its place is an empty module, in the language of its ending.
      if (isMaterial(id)) return /\.json5?$/i.test(id) ? '{}' : 'export {};';
      // Vite would read JSON as a module of its own.
      return isOurs(withoutQuery(id)) && /\.json$/i.test(withoutQuery(id)) ? 'export {};' : null;
    },
    async transform(_code, id) {
      const file = withoutQuery(id);
      if (!isOurs(file)) return null;
      const loaded = await loadExperiment(file, options, settings.endpoints);
      for (const dependency of loaded.dependsOn) this.addWatchFile(dependency);
      options.onDependencies(file, loaded.dependsOn);
      const { parsed, plan, dependsOn } = loaded;
      const source = parsed.text;
      const problems = [...loaded.problems, ...(await idProblems(loaded, file, experiments))];
      const comment = hostCommentProblem(parsed);
      if (comment !== null) problems.push(comment);
      const refused = plan === null ? null : refusal(loaded, settings);
      if (refused !== null) problems.push(refused);
      const errors = problems.filter(isError);
      if (plan === null || errors.length > 0) {
        return renderFailure(experimentError(file, source, errors), { path: file, source, dependsOn });
      }
      const module = { path: file, stored: selectPlan(plan, settings) };
      return renderExperiment({ module, runtime, source, dependsOn });
    },
  };
}

/** What is asked for that the experiment does not have, or that nobody meant. */
function refusal({ parsed, plan }: LoadedExperiment, settings: Settings): Problem | null {
  if (plan === null) return null;
  const selected = selectPlan(plan, settings).plan;
  if (selected.variants.length === 0 || selected.cases.length === 0) {
    return problemAt(parsed, [], `nothing of it was asked for: ${unmatched([plan], settings).join('; ')}`);
  }
  const many = tooManyCells(selected, settings.yes);
  return many === null ? null : problemAt(parsed, [], many);
}

/** Two experiments of one id would write into one folder. */
async function idProblems({ parsed }: LoadedExperiment, file: string, folder: string): Promise<Problem[]> {
  if (parsed.id === null) return [];
  const [other] = await sameId(file, parsed.id, await findExperimentFiles(folder));
  if (other === undefined) return [];
  const name = path.basename(other);
  return [problemAt(parsed, ['id'], `the id \`${parsed.id}\` is also that of ${name}; ids are unique`)];
}

function withoutQuery(id: string): string {
  return id.split('?', 1)[0] ?? id;
}

/** All errors in one message, placed at the first. */
function experimentError(file: string, source: string, errors: readonly Problem[]): RenderedError {
  const [first] = errors;
  const listed = errors.map((error) => `${error.file}:${error.line}:${error.column} ${error.message}`);
  const framed = errors.map(({ frame }, index) => `${listed[index]}\n${frame}`);
  return {
    name: 'ExperimentError',
    message: errors.length === 1 ? listed.join() : `${errors.length} problems\n\n${framed.join('\n\n')}`,
    at: source === '' ? null : `${file}:${first?.line ?? 1}:${first?.column ?? 1}`,
  };
}
