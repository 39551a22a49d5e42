/** From a scenario to the test module that Vitest runs in its place. Text in, text out. */
import { encode } from '@jridgewell/sourcemap-codec';
import type { ScenarioModule } from '../plan/scenario-module.ts';

export interface RenderInput {
  readonly module: ScenarioModule;
  /** Where the worker finds `testScenario`. */
  readonly runtime: string;
  readonly tags: readonly string[];
  /** Where the YAML has its `id:`, from 1. */
  readonly idLine: number;
  readonly idColumn: number;
  /** The YAML's own text, for the source map. */
  readonly source: string;
  /** Absolute paths of documents: named as imports, so that `vitest related` finds the scenario by them. */
  readonly dependsOn: readonly string[];
}

export interface RenderedModule {
  readonly code: string;
  readonly map: {
    readonly version: 3;
    readonly sources: string[];
    readonly sourcesContent: string[];
    readonly names: string[];
    readonly mappings: string;
  };
}

/**
 * The call stands on the line of the `id:` key and its first argument is a literal: editors find tests by reading
 * this code, and the one segment of the map leads every location back into the YAML.
 */
export function renderModule(input: RenderInput): RenderedModule {
  const { module, idLine, idColumn } = input;
  const call =
    `testScenario(${literal(module.plan.scenario.id)}, ` +
    `${literal({ tags: input.tags })}, ${literal(module)}${ownChecks(module)});\n`;
  // Imports are hoisted. Before the call, one would move it by as much as Vite rewrites its path.
  const tail = `import { testScenario } from ${literal(input.runtime)};\n`;
  const lines: [number, number, number, number][][] = Array.from({ length: idLine }, () => []);
  lines[idLine - 1]?.push([0, 0, idLine - 1, idColumn - 1]);
  return {
    code: '\n'.repeat(idLine - 1) + call + tail + unusedImports(input.dependsOn),
    map: {
      version: 3,
      sources: [module.path],
      sourcesContent: [input.source],
      names: [],
      mappings: encode(lines),
    },
  };
}

export interface RenderedError {
  readonly name: string;
  readonly message: string;
  /**
   * `path:line:column` in the YAML, path absolute: Vitest prints the file's lines there. null for a file of which none may
   * be shown.
   */
  readonly at: string | null;
}

export interface FailureInput {
  /** Absolute path of the YAML. */
  readonly path: string;
  readonly source: string;
  readonly dependsOn: readonly string[];
}

/**
 * A file that is no scenario: it fails when it is imported, alone. A transform that fails would do so too, but then
 * Vitest shows no code of it, and its reporters for CI leave it out, because it was never part of the project.
 */
export function renderFailure(
  error: RenderedError,
  { path, source, dependsOn }: FailureInput,
): RenderedModule {
  const { name, message, at } = error;
  const fields = { name, stack: at === null ? `${name}: ${message}` : `${name}: ${message}\n    at ${at}` };
  return {
    code: `throw Object.assign(new Error(${literal(message)}), ${literal(fields)});\n${unusedImports(dependsOn)}`,
    map: { version: 3, sources: [path], sourcesContent: [source], names: [], mappings: '' },
  };
}

/** Loaded when the turn is checked, so that a file that fails to load fails its own scenario. */
function ownChecks({ plan: { ownChecks: checks } }: ScenarioModule): string {
  if (checks.length === 0) return '';
  return `, { ${checks.map(({ call, path }) => `${literal(call)}: () => import(${literal(path)})`).join(', ')} }`;
}

/** Vite reads these imports, nobody runs them. */
export function unusedImports(files: readonly string[]): string {
  if (files.length === 0) return '';
  return `export const dependsOn = () => [${files.map((file) => `import(${literal(file)})`).join(', ')}];\n`;
}

/** JSON is JavaScript, but for two line separators that would end a line in older engines and in editors. */
export function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
