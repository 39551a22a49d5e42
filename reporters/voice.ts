/** Where a reporter may speak: standard output, unless another reporter's machine-readable report owns it. */
import type { Vitest } from 'vitest/node';
import { maskSecrets } from '../src/redact.ts';
import { defuseCommands } from '../src/workflow-commands.ts';

/** Vitest's reporters whose whole standard output is one document, unless a file is named for it. */
const DOCUMENTS = new Set(['json', 'junit', 'tap', 'tap-flat']);

interface ReporterConfig {
  readonly reporters: readonly unknown[];
  readonly outputFile?: string | Partial<Readonly<Record<string, string>>> | undefined;
}

/** Does some reporter print a document that a line of ours would spoil? */
export function stdoutIsDocument({ reporters, outputFile }: ReporterConfig): boolean {
  return reporters.some((entry) => {
    const [name, options]: unknown[] = Array.isArray(entry) ? entry : [entry];
    if (typeof name !== 'string' || !DOCUMENTS.has(name)) return false;
    if (typeof options === 'object' && options !== null && 'outputFile' in options && options.outputFile) {
      return false;
    }
    return typeof outputFile === 'string' ? outputFile === '' : outputFile?.[name] === undefined;
  });
}

/** Says what is no error: on standard error when standard output is a document. */
export function speaker({ config, logger }: Pick<Vitest, 'config' | 'logger'>): (text: string) => void {
  const say = (text: string) => (stdoutIsDocument(config) ? logger.error(text) : logger.log(text));
  return (text) => say(safeToPrint(text));
}

/** Says what is wrong, or what is on its way: on standard error. */
export function complain({ logger }: Pick<Vitest, 'logger'>, text: string): void {
  logger.error(safeToPrint(text));
}

const safeToPrint = (text: string): string => defuseCommands(maskSecrets(text, process.env));
