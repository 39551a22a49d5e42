/** The corpus manifest, read from disk and checked: which documents there are and what each says. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatProblems, isError, type Problem } from '../scenario/problem.ts';
import { problemAt, validate, type Source } from '../scenario/validate.ts';
import { readYaml } from '../scenario/yaml-document.ts';
import { manifestSchema, type DocumentEntry } from './manifest-schema.ts';
import { normaliseCorpusPath } from './paths.ts';

/** One fact of a document. */
export interface CorpusFact {
  readonly id: string;
  readonly question: string | null;
  /** null: the document does not say it. */
  readonly answer: string | null;
  readonly difficulty: 'easy' | 'medium' | 'hard' | null;
  readonly where: string | null;
  readonly absent: readonly string[];
}

/** One document of the corpus. */
export interface CorpusDocument {
  readonly id: string;
  /** Relative to the corpus folder, forward slashes. */
  readonly path: string;
  readonly domain: string | null;
  readonly format: string;
  readonly facts: readonly CorpusFact[];
  readonly adversarial: boolean;
  readonly unused: string | null;
  readonly source: string | null;
  readonly sha256: string | null;
  readonly generated: string | null;
  /** The manifest it stands in, relative to the corpus folder. */
  readonly manifest: string;
}

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

/**
 * Both manifests of a corpus folder, merged.
 * @throws ManifestError when one is missing, cannot be read, or holds an error.
 */
export async function loadManifest(corpusDir: string): Promise<Manifest> {
  const documents: CorpusDocument[] = [];
  const problems: Problem[] = [];
  const seen: Seen = { ids: new Map(), paths: new Map() };
  for (const { file, folder, required } of FILES) {
    const full = path.join(corpusDir, ...file.split('/'));
    const text = await readIfThere(full);
    if (text === null) {
      if (!required) continue;
      throw new ManifestError(
        `There is no corpus manifest at ${full}. Write one (docs/corpus.md), or set the corpus folder.`,
      );
    }
    const parsed = parseManifest(text, full, { manifest: file, folder }, seen);
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ManifestError(`The corpus manifest ${file} cannot be read: ${reason}`);
  }
}

/** Where ids and paths were first seen, over both files. */
export interface Seen {
  readonly ids: Map<string, string>;
  readonly paths: Map<string, string>;
}

interface Where {
  readonly manifest: string;
  readonly folder: string;
}

export interface ParsedManifest {
  readonly documents: readonly CorpusDocument[];
  readonly problems: readonly Problem[];
}

/** One manifest's text. Pure. `folder` is put before each path; `seen` makes duplicates across files visible. */
export function parseManifest(
  text: string,
  file: string,
  where: Where,
  seen: Seen = { ids: new Map(), paths: new Map() },
): ParsedManifest {
  // JSON is YAML, so one reader gives values, positions and duplicate keys for both.
  const read = readYaml(text, file);
  const source: Source = { text, file, positions: read.positions };
  if (read.problems.length > 0) return { documents: [], problems: read.problems };
  const { value, problems: found } = validate(manifestSchema, read.value, source);
  const problems = [...found];
  if (value === null) return { documents: [], problems };
  const documents: CorpusDocument[] = [];
  for (const list of ['documents', 'adversarial_documents'] as const) {
    for (const [index, entry] of value[list].entries()) {
      const at = [list, index];
      const complain = (key: string, message: string): void => {
        problems.push(problemAt(source, [...at, key], message));
      };
      const document = documentOf(entry, list === 'adversarial_documents', where, complain);
      if (document === null) continue;
      documents.push(document);
      const place = `${file}:${String(source.positions.at(at).line)}`;
      complainOfTwin(seen.ids, document.id, place, (first) =>
        complain('id', `the document id \`${document.id}\` stands at ${first} already`),
      );
      complainOfTwin(seen.paths, document.path, place, (first) =>
        complain('path', `the file ${document.path} belongs to the document at ${first} already`),
      );
    }
  }
  return { documents, problems };
}

function complainOfTwin(
  seen: Map<string, string>,
  key: string,
  place: string,
  complain: (first: string) => void,
): void {
  const first = seen.get(key);
  if (first === undefined) seen.set(key, place);
  else complain(first);
}

function documentOf(
  entry: DocumentEntry,
  listedAsAdversarial: boolean,
  where: Where,
  complain: (key: string, message: string) => void,
): CorpusDocument | null {
  const written = entry.path ?? gaiaPath(entry.filename, listedAsAdversarial, where.folder);
  if (written === null) {
    complain('id', `the document \`${entry.id}\` has no \`path\``);
    return null;
  }
  const normal = normaliseCorpusPath(written);
  if (!normal.ok) {
    complain('path', `the path "${written}" ${normal.reason}`);
    return null;
  }
  const facts = entry.facts.map(factOf);
  for (const [index, fact] of facts.entries()) {
    if (facts.findIndex(({ id }) => id === fact.id) < index)
      complain('facts', `the fact id \`${fact.id}\` stands twice in \`${entry.id}\``);
  }
  const full = where.folder + normal.path;
  return {
    id: entry.id,
    path: full,
    domain: entry.domain ?? null,
    format: entry.format ?? path.posix.extname(full).slice(1),
    facts,
    adversarial: listedAsAdversarial || full.startsWith('adversarial/'),
    unused: entry.unused ?? null,
    source: entry.source ?? null,
    sha256: entry.sha256 ?? null,
    generated: entry.generated ?? null,
    manifest: where.manifest,
  };
}

function gaiaPath(filename: string | undefined, adversarial: boolean, folder: string): string | null {
  if (filename === undefined) return null;
  if (folder !== '') return filename;
  return `${adversarial ? 'adversarial' : 'documents'}/${filename}`;
}

function factOf(fact: DocumentEntry['facts'][number]): CorpusFact {
  return {
    id: fact.id,
    question: fact.question ?? null,
    answer: fact.answer,
    difficulty: fact.difficulty ?? null,
    where: fact.where ?? null,
    absent: fact.absent ?? [],
  };
}
