/** One manifest's text → its documents, or what is wrong with it at its line. Pure. */
import path from 'node:path';
import type { ValuePath } from '../yaml/positions.ts';
import type { Problem } from '../yaml/problem.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { problemAt, validate, type Source } from '../yaml/validate.ts';
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
  /** Whether the answer is that of the original; null when the manifest does not say. */
  readonly real: boolean | null;
  /** Values of the same kind that stand beside the answer. */
  readonly neighbours: readonly string[];
  /** Relative deviation that still counts as right. */
  readonly tolerance?: number;
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
  /** Which figures are those of an original, and which are invented; null when the manifest does not say. */
  readonly figures: { readonly real: string; readonly invented: string } | null;
  /** Ids of documents of the same kind, in which neighbours may stand as well. */
  readonly siblings: readonly string[];
  /** Where to get it, in words that may be empty, when the file may be missing; left out when it may not. */
  readonly optional?: string;
  readonly sha256: string | null;
  readonly generated: string | null;
  /** The manifest it stands in, relative to the corpus folder. */
  readonly manifest: string;
}

/** Where ids and paths were first seen, over both files. */
export interface Seen {
  readonly ids: Map<string, string>;
  readonly paths: Map<string, string>;
}

/** Reports a problem at a place inside the document's entry. */
type Complain = (place: ValuePath, message: string) => void;

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
      const complain: Complain = (place, message) => {
        problems.push(problemAt(source, [...at, ...place], message));
      };
      const document = documentOf(entry, list === 'adversarial_documents', where, complain);
      if (document === null) continue;
      documents.push(document);
      const place = `${file}:${String(source.positions.at(at).line)}`;
      complainOfTwin(seen.ids, document.id, place, (first) =>
        complain(['id'], `the document id \`${document.id}\` stands at ${first} already`),
      );
      complainOfTwin(seen.paths, document.path, place, (first) =>
        complain(['path'], `the file ${document.path} belongs to the document at ${first} already`),
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
  complain: Complain,
): CorpusDocument | null {
  const written = entry.path ?? gaiaPath(entry.filename, listedAsAdversarial, where.folder);
  if (written === null) {
    complain(['id'], `the document \`${entry.id}\` has no \`path\``);
    return null;
  }
  const normal = normaliseCorpusPath(written);
  if (!normal.ok) {
    complain(['path'], `the path "${written}" ${normal.reason}`);
    return null;
  }
  const facts = entry.facts.map(factOf);
  for (const [index, { id }] of facts.entries()) {
    const twice = facts.slice(0, index).some((earlier) => earlier.id === id);
    if (twice) complain(['facts', index, 'id'], `the fact id \`${id}\` stands twice in \`${entry.id}\``);
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
    figures: entry.figures ?? null,
    siblings: entry.siblings ?? [],
    ...optionalOf(entry, where),
    sha256: entry.sha256 ?? null,
    generated: entry.generated ?? null,
    manifest: where.manifest,
  };
}

/** AMD GAIA does not ship the files of its real-world manifest, whose entries have a `filename`. */
function optionalOf(
  { optional, source, path: written }: DocumentEntry,
  { folder }: Where,
): { optional?: string } {
  const isOptional = optional ?? (folder !== '' && written === undefined);
  if (isOptional === false) return {};
  return { optional: isOptional === true ? (source ?? '') : isOptional };
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
    real: fact.real ?? null,
    neighbours: fact.neighbours ?? [],
    ...(fact.tolerance === undefined ? {} : { tolerance: fact.tolerance }),
  };
}
