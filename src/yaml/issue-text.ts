/** One zod issue in the words of the file's author: which key, what stands there, what may stand there. */
import type { z } from 'zod';
import { isRecord } from './known-keys.ts';
import { nearestKey } from '../nearest-key.ts';
import type { Positions, ValuePath } from './positions.ts';

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

/** The place and the wording of one issue; `root` is the value that was validated, `base` where it is looked for in it. */
export function describeIssue(
  issue: Issue,
  root: unknown,
  source: Pick<Positions, 'written'>,
  base: ValuePath = [],
): IssueText {
  const path = [...base, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))];
  const value = valueAt(root, path);
  const name = `\`${formatPath(path)}\``;
  if (value === undefined && issue.code !== 'custom') return { path, message: `${name} is missing` };
  const written = source.written(path);
  if (issue.code === 'invalid_union') return describeUnion(issue, root, source, path, name);
  if (SELF_EXPLAINING.has(issue.code)) return { path, message: `${name} ${requirement(issue)}` };
  const message = `${name} ${requirement(issue)}, not ${written || shown(value)}${hint(issue, value, written)}`;
  return { path, message };
}

function describeUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  root: unknown,
  source: Pick<Positions, 'written'>,
  path: ValuePath,
  name: string,
): IssueText {
  // The alternative that has the value's shape tells what is wrong inside it.
  const inner = issue.errors.find((issues) =>
    issues.some((each) => each.path.length > 0 || each.code !== 'invalid_type'),
  );
  const first = inner?.[0];
  if (first !== undefined) return describeIssue(first, root, source, path);
  const [value, written] = [valueAt(root, path), source.written(path)];
  const types = issue.errors.flat().flatMap((each) => ('expected' in each ? [each.expected] : []));
  const wanted = [...new Set(types.map(nameOf))].join(' or ');
  const hinted = quotingHint(types, value, written);
  return { path, message: `${name} must be ${wanted}, not ${written || shown(value)}${hinted}` };
}

function hint(issue: Issue, value: unknown, written: string | null): string {
  if (issue.code === 'invalid_type') return quotingHint([issue.expected], value, written);
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return '';
  const near = nearestKey(value, issue.values.map(String));
  return near === null ? '' : `: did you mean "${near}"?`;
}

/** YAML reads 3.10 or true as no text; the author usually meant the words, as they are written. */
function quotingHint(types: readonly string[], value: unknown, written: string | null): string {
  if (!types.includes('string') || (typeof value !== 'number' && typeof value !== 'boolean')) return '';
  return `: put it in quotes, "${written ?? String(value)}"`;
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
