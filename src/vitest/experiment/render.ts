/** From an experiment to the test module that Vitest runs in its place. Text in, text out. */
import { encode } from '@jridgewell/sourcemap-codec';
import { literal, unusedImports, type RenderedModule } from '../render.ts';
import type { ExperimentModule } from './module.ts';

export interface RenderExperiment {
  readonly module: ExperimentModule;
  /** Where the worker finds `testVariant`. */
  readonly runtime: string;
  /** The file's own text, for the source map. */
  readonly source: string;
  /** Absolute paths of documents, truths and prompts. */
  readonly dependsOn: readonly string[];
}

/**
 * The call of each variant stands on the line of its model, with a literal as its first argument: editors find tests by
 * reading this code, and the map leads every place back into the file.
 */
export function renderExperiment({ module, runtime, source, dependsOn }: RenderExperiment): RenderedModule {
  const { variants } = module.stored.plan;
  const last = Math.max(1, ...variants.map(({ position }) => position.line));
  const lines: string[] = Array.from({ length: last }, () => '');
  const segments: [number, number, number, number][][] = Array.from({ length: last }, () => []);
  for (const { name, position } of variants) {
    const index = position.line - 1;
    const before = lines[index] ?? '';
    segments[index]?.push([before.length, 0, index, position.column - 1]);
    lines[index] = `${before}testVariant(${literal(name)}, experiment);`;
  }
  // A function is there before the line it stands on is reached; a text is read faster than a literal of its size.
  const tail =
    `import { testVariant } from ${literal(runtime)};\n` +
    `function experiment() { return JSON.parse(${literal(JSON.stringify(module))}); }\n`;
  return {
    code: `${lines.join('\n')}\n${tail}${unusedImports(dependsOn)}`,
    map: {
      version: 3,
      sources: [module.path],
      sourcesContent: [source],
      names: [],
      mappings: encode(segments),
    },
  };
}
