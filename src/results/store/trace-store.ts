/** Traces on disk (I/O): one scenario's result per file, `<run>/traces/<scenario_id>.json`. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson, writeJsonAtomic } from '../../disk/json-file.ts';
import { codeOf } from '../../error-code.ts';
import { fileError } from '../../disk/results-error.ts';
import { parseStoredJson } from '../../disk/stored-json.ts';
import { scenarioResultSchema, type ScenarioResult } from './schema.ts';
import { makeFolder } from '../../disk/make-folder.ts';

/** Names that Windows keeps for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

/** `<id>.json`; an id that no file system should see is cleaned, cut, and made unique by a hash. */
export function traceFileName(scenarioId: string): string {
  if (SAFE.test(scenarioId) && !RESERVED.test(scenarioId)) return `${scenarioId}.json`;
  const cleaned = scenarioId.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 60);
  const hash = createHash('sha256').update(scenarioId).digest('hex').slice(0, 12);
  return `_${cleaned}-${hash}.json`;
}

export function tracePath(runDirectory: string, scenarioId: string): string {
  return join(runDirectory, 'traces', traceFileName(scenarioId));
}

/** Returns the trace's path. Throws `ResultsError`. */
export async function writeTrace(runDirectory: string, result: ScenarioResult): Promise<string> {
  const path = tracePath(runDirectory, result.scenario_id);
  await makeFolder(join(runDirectory, 'traces'));
  await writeJsonAtomic(path, result);
  return path;
}

/** Throws `ResultsError`, also for a trace of another format. */
export async function readTrace(path: string): Promise<ScenarioResult> {
  return await readJson(path, scenarioResultSchema);
}

/** Every trace of a run, by file name; none when the run has no traces. Throws `ResultsError` at the first bad one. */
export async function readTraces(runDirectory: string): Promise<ScenarioResult[]> {
  const folder = join(runDirectory, 'traces');
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return [];
    throw fileError('read', folder, cause);
  }
  const traces = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted();
  return await Promise.all(traces.map(async (name) => await readTrace(join(folder, name))));
}

/** What can be read of a run's traces, while a process exits: bad ones are left out. */
export function readTracesSync(runDirectory: string): ScenarioResult[] {
  const folder = join(runDirectory, 'traces');
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .toSorted()
      .flatMap((name) => parseTrace(join(folder, name)) ?? []);
  } catch {
    return [];
  }
}

function parseTrace(path: string): ScenarioResult | null {
  try {
    return scenarioResultSchema.parse(parseStoredJson(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
