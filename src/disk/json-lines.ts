/**
 * A file of JSON, one value a line, that processes append to and die over (I/O). Synchronous, so that a line is there
 * before what it tells of happens.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import type { ZodType } from 'zod';

export interface JsonLines<T> {
  /** What stood there when it was opened; null without a file. A line that can't be read is left out. */
  readonly lines: readonly T[] | null;
  /** Throws what the file system does. */
  append(value: T): void;
}

export function openJsonLines<T>(file: string, schema: ZodType<T>): JsonLines<T> {
  const text = read(file);
  // The last line of a process that died may be cut: what comes next must not be joined to it.
  let start = text === null || text === '' || text.endsWith('\n') ? '' : '\n';
  return {
    lines: text?.split('\n').flatMap((line) => parsed(line, schema) ?? []) ?? null,
    append(value) {
      appendFileSync(file, `${start}${JSON.stringify(value)}\n`);
      start = '';
    },
  };
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function parsed<T>(line: string, schema: ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
