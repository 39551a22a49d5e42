/** The corpus manifest, read from disk and checked: which documents there are and what each says. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../error-code.ts';
import { messageOf } from '../message-of.ts';
import { formatProblems, isError, type Problem } from '../yaml/problem.ts';
import { parseManifest, type CorpusDocument, type Seen } from './parse-manifest.ts';

export type { CorpusDocument, CorpusFact } from './parse-manifest.ts';

export interface Manifest {
  readonly documents: readonly CorpusDocument[];
  readonly byId: ReadonlyMap<string, CorpusDocument>;
  readonly byPath: ReadonlyMap<string, CorpusDocument>;
}

/** A manifest that cannot be used. The message holds every problem with file, line and frame. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
  readonly problems: readonly Problem[];
  constructor(message: string, problems: readonly Problem[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** The two manifests a corpus may have; the second is optional, and its paths begin at its own folder. */
const FILES = [
  { file: 'manifest.json', folder: '', required: true },
  { file: 'real_world/manifest.json', folder: 'real_world/', required: false },
] as const;

/** Absolute paths of the manifests a corpus may have. They hold the answers: no agent may read them. */
export function manifestPaths(corpusDir: string): readonly string[] {
  return FILES.map(({ file }) => fullPath(path.resolve(corpusDir), file));
}

interface Cached {
  /** Sizes and times of both files. */
  readonly stamp: string;
  readonly manifest: Promise<Manifest>;
}

const cache = new Map<string, Cached>();

/**
 * Both manifests of a corpus folder, merged. Read anew only when a file has changed: a run asks once per scenario.
 * @throws ManifestError when one is missing, cannot be read, or holds an error.
 */
export async function loadManifest(corpusDir: string): Promise<Manifest> {
  const folder = path.resolve(corpusDir);
  const stamp = (await Promise.all(FILES.map(({ file }) => stampOf(fullPath(folder, file))))).join(' ');
  const known = cache.get(folder);
  if (known?.stamp === stamp) return known.manifest;
  const manifest = readManifest(folder);
  cache.set(folder, { stamp, manifest });
  return manifest;
}

function fullPath(folder: string, file: string): string {
  return path.join(folder, ...file.split('/'));
}

async function stampOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size } = await stat(file);
    return `${String(mtimeMs)}:${String(size)}`;
  } catch {
    // Reading it tells the reason.
    return 'none';
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const documents: CorpusDocument[] = [];
  const problems: Problem[] = [];
  const seen: Seen = { ids: new Map(), paths: new Map() };
  for (const { file, folder: inside, required } of FILES) {
    const full = fullPath(folder, file);
    const text = await readIfThere(full);
    if (text === null) {
      if (!required) continue;
      throw new ManifestError(
        `There is no corpus manifest at ${full}. Write one (docs/writing-scenarios.md), or set the corpus folder.`,
      );
    }
    const parsed = parseManifest(text, full, { manifest: file, folder: inside }, seen);
    documents.push(...parsed.documents);
    problems.push(...parsed.problems);
  }
  if (problems.some(isError)) {
    throw new ManifestError(`The corpus manifest has errors:\n\n${formatProblems(problems)}`, problems);
  }
  return manifestOf(documents);
}

export function manifestOf(documents: readonly CorpusDocument[]): Manifest {
  return {
    documents,
    byId: new Map(documents.map((document) => [document.id, document])),
    byPath: new Map(documents.map((document) => [document.path, document])),
  };
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    const reason = messageOf(error);
    throw new ManifestError(`The corpus manifest ${file} cannot be read: ${reason}`);
  }
}
