/** Traces of any run, ours or AMD GAIA's (I/O). None is lost: one that cannot be read is an ERRORED result. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../error-code.ts';
import { fileError, ResultsError } from '../../disk/results-error.ts';
import { parseStoredJson } from '../../disk/stored-json.ts';

export interface StoredTraces {
  /** Absolute or as given: the run's folder. */
  readonly run: string;
  readonly traces: readonly StoredTrace[];
}

export interface StoredTrace {
  readonly file: string;
  /** The trace as it was stored; null when it cannot be read. */
  readonly value: Readonly<Record<string, unknown>> | null;
  /** Why it cannot be read; null when it can. */
  readonly problem: string | null;
}

const traceSchema = z.looseObject({ scenario_id: z.string().min(1), status: z.string() });
/** Files beside traces that are none. */
const OTHERS = new Set(['scorecard.json', 'baseline.json', 'fix_log.json', 'fix_history.json']);

/**
 * `folder` is a run's folder or its `traces` folder, sorted by file name.
 * Throws `ResultsError` when it does not exist or holds no trace.
 */
export async function readStoredTraces(folder: string): Promise<StoredTraces> {
  const inside = join(folder, 'traces');
  const traces = (await isFolder(inside)) ? inside : folder;
  const names = await list(traces);
  const files = names
    .filter((name) => name.endsWith('.json') && !name.startsWith('.') && !OTHERS.has(name))
    .toSorted();
  if (files.length === 0) {
    throw new ResultsError(
      `${folder} holds no traces. Give the folder of a run, such as results/latest, or its traces folder.`,
      folder,
    );
  }
  const isTraces = basename(traces) === 'traces';
  return {
    run: isTraces ? dirname(traces) : traces,
    traces: await Promise.all(files.map((name) => readStored(join(traces, name)))),
  };
}

/** The row that stands for a trace that cannot be read: nobody's pass and nobody's failure. */
export function rowOf({ file, value, problem }: StoredTrace): Readonly<Record<string, unknown>> {
  if (value !== null) return value;
  return {
    scenario_id: basename(file).replace(/\.json$/, ''),
    category: 'unknown',
    status: 'ERRORED',
    overall_score: null,
    error: `its trace cannot be read: ${problem ?? 'nobody knows why'}`,
  };
}

async function readStored(file: string): Promise<StoredTrace> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw fileError('read', file, cause);
  }
  let value: unknown;
  try {
    value = parseStoredJson(text);
  } catch {
    return { file, value: null, problem: 'it is not JSON' };
  }
  const parsed = traceSchema.safeParse(value);
  return parsed.success
    ? { file, value: parsed.data, problem: null }
    : { file, value: null, problem: 'it has no scenario_id and status' };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR') return false;
    throw fileError('read', path, cause);
  }
}

async function list(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    throw fileError('read', folder, cause);
  }
}
