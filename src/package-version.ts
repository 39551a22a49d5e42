/** This package: which release runs, and where it lies. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

const packageSchema = z.object({ version: z.string().min(1) });
let known: string | null = null;

/** As its package.json says, from the sources and from the build alike. */
export function packageVersion(): string {
  const read: unknown =
    known === null ? createRequire(import.meta.url)('vitest-agent-eval/package.json') : null;
  known ??= packageSchema.parse(read).version;
  return known;
}

/** Absolute; what is published beside the code lies in it. */
export function packageFolder(): string {
  return path.dirname(createRequire(import.meta.url).resolve('vitest-agent-eval/package.json'));
}
