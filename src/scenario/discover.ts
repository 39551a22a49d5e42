/** Scenario files on disk. */
import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../inside.ts';
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
 * All `*.yaml` and `*.yml` files below the folders, absolute, sorted, each once: one that several links lead to has
 * the path without links, where there is one. Folders whose names begin with a dot and `node_modules` are left out.
 * @throws Error when a folder is missing or cannot be read, naming it.
 */
export async function findScenarioFiles(folders: readonly string[]): Promise<string[]> {
  /** Real path → path. */
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const links: string[] = [];
  for (const folder of folders) await addFolder(path.resolve(folder), { found, seen, links });
  for (let link = links.shift(); link !== undefined; link = links.shift()) {
    // What was reached without a link stays; a link to nothing is a file that cannot be read.
    const isFolder = await stat(link).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (isFolder) await addFolder(link, { found, seen, links });
    else if (YAML.test(link)) await addFile(link, found);
  }
  return [...found.values()].toSorted(byCodePoint);
}

const YAML = /\.ya?ml$/i;

interface Walk {
  readonly found: Map<string, string>;
  /** Real paths of folders. */
  readonly seen: Set<string>;
  /** To be followed last. */
  readonly links: string[];
}

async function addFolder(folder: string, walk: Walk): Promise<void> {
  let entries: Dirent[];
  try {
    const real = await realpath(folder);
    if (walk.seen.has(real)) return;
    walk.seen.add(real);
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw new Error(`The scenario folder ${folder} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  for (const entry of entries.toSorted((a, b) => byCodePoint(a.name, b.name))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const inside = path.join(folder, entry.name);
    if (entry.isSymbolicLink()) walk.links.push(inside);
    else if (entry.isDirectory()) await addFolder(inside, walk);
    else if (YAML.test(entry.name)) await addFile(inside, walk.found);
  }
}

async function addFile(file: string, found: Map<string, string>): Promise<void> {
  const real = await realpath(file).catch(() => file);
  if (!found.has(real)) found.set(real, file);
}

/** One file, read and parsed. What cannot be read is a problem of the file, never an exception. */
export async function readScenario(file: string, root: string = process.cwd()): Promise<ScenarioOnDisk> {
  const absolute = path.resolve(root, file);
  const name = path.relative(root, absolute).split(path.sep).join('/');
  const text = (await leadsOutside(absolute, root)) ? LEADS_OUTSIDE : await readText(absolute);
  if (text.ok) return { ...parseScenario(text.text, name), path: absolute };
  const source = { text: '', file: name, positions: NO_POSITIONS };
  const problems = [problemAt(source, [], text.reason)];
  return { ...source, path: absolute, scenario: null, problems, id: null, set: 'core', unsupported: [] };
}

type ReadText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

const LEADS_OUTSIDE: ReadText = {
  ok: false,
  reason:
    'it lies outside the project and is reached by a link, so it is not read; put a copy here, or name its folder in ' +
    '`scenarios` of agentEval()',
};

/** By a link in the project: a folder outside that is named as it is holds its files itself. */
async function leadsOutside(file: string, root: string): Promise<boolean> {
  const within = isInside(root, file) ? root : path.dirname(file);
  try {
    const real = await realpath(file);
    return real !== file && !isInside(await realpath(within), real);
  } catch {
    // A link to nothing, or a folder that may not be entered: reading it says so.
    return false;
  }
}

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
