/** A value against a zod schema; what is wrong becomes problems at their place in the file. */
import type { z } from 'zod';
import { describeIssue } from './issue-text.ts';
import { pruneKeys } from './known-keys.ts';
import type { Positions, ValuePath } from './positions.ts';
import { codeFrame, isError, type Problem } from './problem.ts';

/** A text file that a value was read from. */
export interface Source {
  readonly text: string;
  /** As problems shall name it. */
  readonly file: string;
  readonly positions: Positions;
}

export interface Validated<T> {
  /** null when there is an error. */
  readonly value: T | null;
  readonly problems: readonly Problem[];
  /** What was validated: see `Pruned.value`. */
  readonly pruned: unknown;
  /** Where the unknown keys stand that are ignored with a warning. */
  readonly ignored: readonly ValuePath[];
}

/** A problem at the place of a value; what is not written stands at its nearest parent. */
export function problemAt(
  source: Source,
  path: ValuePath,
  message: string,
  severity: Problem['severity'] = 'error',
): Problem {
  const position = source.positions.at(path);
  return { severity, message, file: source.file, ...position, frame: codeFrame(source.text, position) };
}

/**
 * All that is wrong with a value, not only the first. An unknown key close to a known one is an error,
 * any other unknown key a warning. `keepNullIn` names the mappings in which an empty key is an error;
 * elsewhere it counts as left out.
 */
export function validate<T>(
  schema: z.ZodType<T>,
  raw: unknown,
  source: Source,
  keepNullIn: readonly string[] = [],
): Validated<T> {
  const isBlank = (path: ValuePath): boolean => source.positions.written(path) === '';
  const pruned = pruneKeys(schema, raw, { keepNullIn, isBlank });
  const problems = pruned.unknown.map(({ path, key, suggestion }) =>
    suggestion === null
      ? problemAt(source, [...path, key], `unknown key \`${key}\`: its value is ignored`, 'warning')
      : problemAt(source, [...path, key], `unknown key \`${key}\`: did you mean \`${suggestion}\`?`),
  );
  const parsed = schema.safeParse(pruned.value);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const { path, message } = describeIssue(issue, pruned.value, source.positions);
      problems.push(problemAt(source, path, message));
    }
  }
  const valid = parsed.success && !problems.some(isError);
  const ignored = pruned.unknown.flatMap(({ path, key, suggestion }) =>
    suggestion === null ? [[...path, key]] : [],
  );
  return { value: valid ? parsed.data : null, problems, pruned: pruned.value, ignored };
}
