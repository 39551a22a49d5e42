/** The Vite plugin that makes a scenario YAML a test module. */
import path from 'node:path';
import type { Plugin } from 'vitest/config';
import { loadScenario, type ProjectFolders } from '../plan/load-scenario.ts';
import type { ScenarioIndex } from '../plan/scenario-index.ts';
import { testTags } from '../plan/tags.ts';
import type { ScenarioOnDisk } from '../scenario/discover.ts';
import { isError, type Problem } from '../yaml/problem.ts';
import { hostCommentProblem } from './host-comments.ts';
import { renderFailure, renderModule, type RenderedError } from './render.ts';

export interface TransformOptions extends ProjectFolders {
  readonly index: ScenarioIndex;
  /** Absolute path of the module that exports `testScenario`. */
  readonly runtime: string;
  /** Is this file one of the project's scenarios? */
  readonly isScenario: (file: string) => boolean;
  /** Hears what is doubtful in a file, nothing among it, each time the file is loaded. */
  readonly onWarnings: (file: string, warnings: readonly Problem[]) => void;
  /** Hears what the module of a file was made of beside itself; absolute paths. */
  readonly onDependencies: (file: string, dependsOn: readonly string[]) => void;
}

export function scenarioTransform(options: TransformOptions): Plugin {
  return {
    name: 'vitest-agent-eval:transform',
    enforce: 'pre',
    resolveId(source, importer) {
      // A file that is there: the search for it would be repeated for every scenario.
      if (source === options.runtime) return source;
      // Under its own name: Vite would follow a link to a place that is no scenario's. It names files from the root.
      const own = [source, path.join(options.root, source)].find((name) =>
        options.isScenario(withoutQuery(name)),
      );
      if (own !== undefined) return own;
      const fromScenario = importer !== undefined && options.isScenario(withoutQuery(importer));
      return fromScenario && isDocument(source, options.corpus) ? source : null;
    },
    load(id) {
      return isDocument(id, options.corpus) ? stub(id) : null;
    },
    async transform(code, id) {
      const file = withoutQuery(id);
      if (!options.isScenario(file)) return null;
      const { index } = options;
      const [read, all] = await Promise.all([index.one(file), index.recent()]);
      const comment = hostCommentProblem(read);
      const onDisk = comment === null ? read : { ...read, problems: [...read.problems, comment] };
      const loaded = await loadScenario(onDisk, options, all);
      for (const dependency of loaded.dependsOn) this.addWatchFile(dependency);
      options.onDependencies(file, loaded.dependsOn);
      const errors = loaded.problems.filter(isError);
      if (loaded.module === null || errors.length > 0) {
        return renderFailure(scenarioError(onDisk, errors), {
          path: file,
          source: onDisk.text,
          dependsOn: loaded.dependsOn,
        });
      }
      options.onWarnings(file, loaded.problems);
      const at = onDisk.positions.at(['id']);
      return renderModule({
        module: loaded.module,
        runtime: options.runtime,
        tags: testTags(loaded.module.plan.scenario),
        idLine: at.line,
        idColumn: at.column,
        source: code,
        dependsOn: loaded.dependsOn,
      });
    },
  };
}

function withoutQuery(id: string): string {
  return id.split('?', 1)[0] ?? id;
}

function isDocument(file: string, corpus: string): boolean {
  return path.normalize(file).startsWith(corpus + path.sep);
}

/** A document is no code: what Vite follows in its place is an empty module, in the language of its extension. */
function stub(file: string): string {
  if (/\.json5?$/i.test(file)) return '{}';
  return /\.(?:css|less|s[ac]ss|styl|pcss)$/i.test(file) ? '' : 'export {};';
}

/** All errors in one message, placed at the first. */
function scenarioError(onDisk: ScenarioOnDisk, errors: readonly Problem[]): RenderedError {
  const [first] = errors;
  const { line, column } = first ?? { line: 1, column: 1 };
  const listed = errors.map((error) => `${place(error)} ${error.message}`);
  const framed = errors.map((error, index) => `${listed[index]}\n${error.frame}`);
  return {
    name: 'ScenarioError',
    message: errors.length === 1 ? listed.join() : `${errors.length} problems\n\n${framed.join('\n\n')}`,
    at: onDisk.text === '' ? null : `${onDisk.path}:${line}:${column}`,
  };
}

function place(problem: Problem): string {
  return `${problem.file}:${problem.line}:${problem.column}`;
}
