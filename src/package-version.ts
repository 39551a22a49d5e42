/** Which release of this package runs. */
import { createRequire } from 'node:module';
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
