/** Scenario files on disk. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../message-of.ts';
import { NO_POSITIONS } from '../yaml/positions.ts';
import type { Problem } from '../yaml/problem.ts';
import { problemAt } from '../yaml/validate.ts';
import { parseScenario, type ParsedScenario } from './parse.ts';

/** Bytes of a scenario file; a larger one is refused before it is read. */
export const MAX_BYTES = 1_000_000;

export interface ScenarioOnDisk extends ParsedScenario {
  /** Absolute. */
  readonly path: string;
}

export interface Discovery {
  /** In the order of their paths, those with errors among them. */
  readonly scenarios: readonly ScenarioOnDisk[];
  /** Of all files, conflicts of ids among them. */
  readonly problems: readonly Problem[];
}

/**
 * All `*.yaml` and `*.yml` files below the folders, absolute, sorted, each once. Folders whose names begin with a dot
 * and `node_modules` are left out.
 * @throws Error when a folder is missing or cannot be read, naming it.
 */
export async function findScenarioFiles(folders: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const folder of folders) {
    const root = path.resolve(folder);
    for (const file of await listFiles(root)) {
      if (isScenarioFile(file)) found.add(path.join(root, file));
    }
  }
  return [...found].toSorted(byCodePoint);
}

async function listFiles(root: string): Promise<string[]> {
  try {
    return await readdir(root, { recursive: true });
  } catch (error) {
    throw new Error(`The scenario folder ${root} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

function isScenarioFile(file: string): boolean {
  const parts = file.split(path.sep);
  return /\.ya?ml$/i.test(file) && !parts.some((part) => part.startsWith('.') || part === 'node_modules');
}

/** One file, read and parsed. What cannot be read is a problem of the file, never an exception. */
export async function readScenario(file: string, root: string = process.cwd()): Promise<ScenarioOnDisk> {
  const absolute = path.resolve(root, file);
  const name = path.relative(root, absolute).split(path.sep).join('/');
  const text = await readText(absolute);
  if (text.ok) return { ...parseScenario(text.text, name), path: absolute };
  const source = { text: '', file: name, positions: NO_POSITIONS };
  const problems = [problemAt(source, [], text.reason)];
  return { ...source, path: absolute, scenario: null, problems, id: null, unsupported: [] };
}

type ReadText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

async function readText(file: string): Promise<ReadText> {
  let bytes: Buffer;
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES)
      return { ok: false, reason: 'the file is larger than 1 MB; a scenario is a few kilobytes' };
    bytes = await readFile(file);
  } catch (error) {
    return { ok: false, reason: `the file cannot be read: ${messageOf(error)}` };
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, reason: 'the file holds bytes that are not UTF-8; save it as UTF-8 text' };
  }
}

/**
 * All scenarios below the folders, with every problem.
 * @param root what problems name files relative to.
 */
export async function discoverScenarios(
  folders: readonly string[],
  root: string = process.cwd(),
): Promise<Discovery> {
  const files = await findScenarioFiles(folders.map((folder) => path.resolve(root, folder)));
  const scenarios = await Promise.all(files.map((file) => readScenario(file, root)));
  return {
    scenarios,
    problems: [...scenarios.flatMap(({ problems }) => problems), ...idConflicts(scenarios)],
  };
}

/**
 * An error for every file whose id another file has already. Case does not tell ids apart: their traces are files,
 * and macOS and Windows would write both into one.
 */
export function idConflicts(scenarios: readonly ParsedScenario[]): Problem[] {
  const first = new Map<string, ParsedScenario>();
  const conflicts: Problem[] = [];
  for (const each of scenarios) {
    if (each.id === null) continue;
    const key = each.id.toLowerCase();
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, each);
      continue;
    }
    const place = `${other.file}:${String(other.positions.at(['id']).line)}`;
    const spelled = other.id === each.id ? '' : ` as \`${other.id ?? ''}\``;
    conflicts.push(
      problemAt(each, ['id'], `the id \`${each.id}\` is taken by ${place}${spelled}; ids are unique`),
    );
  }
  return conflicts;
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
