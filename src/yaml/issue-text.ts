/** One zod issue in the words of the file's author: which key, what stands there, what may stand there. */
import type { z } from 'zod';
import { isRecord } from './known-keys.ts';
import { nearestKey } from './nearest-key.ts';
import type { ValuePath } from './positions.ts';

type Issue = z.core.$ZodIssue;

export interface IssueText {
  readonly path: ValuePath;
  readonly message: string;
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  null: 'null',
};

/** `turns[1].checks.number`, as the documentation writes it; the root is `the file`. */
export function formatPath(path: ValuePath): string {
  if (path.length === 0) return 'the file';
  return path
    .map((key, index) => (typeof key === 'number' ? `[${String(key)}]` : index === 0 ? key : `.${key}`))
    .join('');
}

/** Issues whose wording already tells what stands there. */
const SELF_EXPLAINING: ReadonlySet<string> = new Set(['custom', 'too_small', 'too_big', 'invalid_format']);

/** The place and the wording of one issue; `root` is the value that was validated. */
export function describeIssue(issue: Issue, root: unknown, base: ValuePath = []): IssueText {
  const path = [...base, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))];
  const value = valueAt(root, path);
  const name = `\`${formatPath(path)}\``;
  if (value === undefined && issue.code !== 'custom') return { path, message: `${name} is missing` };
  if (issue.code === 'invalid_union') return describeUnion(issue, root, path, name, value);
  if (SELF_EXPLAINING.has(issue.code)) return { path, message: `${name} ${requirement(issue)}` };
  const message = `${name} ${requirement(issue)}, not ${shown(value)}${hint(issue, value)}`;
  return { path, message };
}

function describeUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  root: unknown,
  path: ValuePath,
  name: string,
  value: unknown,
): IssueText {
  // The alternative that has the value's shape tells what is wrong inside it.
  const inner = issue.errors.find((issues) =>
    issues.some((each) => each.path.length > 0 || each.code !== 'invalid_type'),
  );
  const first = inner?.[0];
  if (first !== undefined) return describeIssue(first, root, path);
  const types = issue.errors.flat().flatMap((each) => ('expected' in each ? [each.expected] : []));
  const wanted = [...new Set(types.map(nameOf))].join(' or ');
  return { path, message: `${name} must be ${wanted}, not ${shown(value)}${quotingHint(types, value)}` };
}

function hint(issue: Issue, value: unknown): string {
  if (issue.code === 'invalid_type') return quotingHint([issue.expected], value);
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return '';
  const near = nearestKey(value, issue.values.map(String));
  return near === null ? '' : `: did you mean "${near}"?`;
}

/** YAML reads 30 or true as no text; the author usually meant the words. */
function quotingHint(types: readonly string[], value: unknown): string {
  if (!types.includes('string') || (typeof value !== 'number' && typeof value !== 'boolean')) return '';
  return `: put it in quotes, "${String(value)}"`;
}

function requirement(issue: Issue): string {
  if (issue.code === 'invalid_type') return `must be ${nameOf(issue.expected)}`;
  if (issue.code === 'invalid_value') {
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`.replace(
      /, ([^,]*)$/,
      ' or $1',
    );
  }
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return 'must not be empty';
    if (issue.origin === 'array') return 'must have at least one entry';
    return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${String(issue.minimum)}`;
  }
  if (issue.code === 'too_big') {
    const unit = issue.origin === 'string' ? ' characters' : '';
    return `must ${unit === '' ? 'be' : 'have'} at most ${String(issue.maximum)}${unit}`;
  }
  return issue.message;
}

function nameOf(expected: string): string {
  return NAMES[expected] ?? expected;
}

/** What stands there, short: a whole document never ends up in a message. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isRecord(value)) return 'a mapping';
  if (typeof value !== 'string') return String(value);
  if (value.trim() === '') return 'an empty text';
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}

function valueAt(root: unknown, path: ValuePath): unknown {
  let value = root;
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isRecord(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}
