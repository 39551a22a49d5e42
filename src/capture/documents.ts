/** The session's documents, found in the corpus by their content or their path; or to be copied there. */
import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { manifestPaths, type CorpusDocument, type Manifest } from '../corpus/manifest.ts';
import { plain, slug } from './clean.ts';
import type { RecordedDocument } from './recorded-session.ts';

/** Corpora are kept in repositories. */
const MAX_BYTES = 50_000_000;
/** Below the corpus folder: where documents of sessions are copied to. */
export const COPIES = 'captured';

/** A document of the corpus, or a file that is to become one. */
export interface CapturedDocument {
  /** The manifest's id; null for a file that no manifest lists. */
  readonly corpus_doc: string | null;
  /** Relative to the corpus folder, forward slashes. */
  readonly path: string;
  /** How it was found, or why it was not; for the preview. */
  readonly how: string;
  /** Its ids of facts, to refer to in ground truths. */
  readonly facts: readonly string[];
  /** null: nothing is copied. */
  readonly copy: { readonly bytes: Uint8Array; readonly from: string; readonly sha256: string } | null;
  readonly missing: boolean;
}

export interface DocumentOptions {
  readonly corpusDir: string;
  readonly manifest: Manifest;
  /** Copy what the corpus does not have. */
  readonly copy: boolean;
}

export async function mapDocuments(
  documents: readonly RecordedDocument[],
  options: DocumentOptions,
): Promise<readonly CapturedDocument[]> {
  const byHash = await corpusHashes(options);
  const taken = {
    ids: new Set(options.manifest.byId.keys()),
    paths: new Set(options.manifest.byPath.keys()),
  };
  const mapped = new Map<string, CapturedDocument>();
  for (const document of documents) {
    const each = inCorpus(document, byHash, options) ?? (await toBeCopied(document, options, taken));
    if (!mapped.has(each.path)) mapped.set(each.path, each);
  }
  return [...mapped.values()];
}

function inCorpus(
  { filepath, sha256 }: RecordedDocument,
  byHash: ReadonlyMap<string, CorpusDocument>,
  { corpusDir, manifest }: DocumentOptions,
): CapturedDocument | null {
  const same = sha256 === null ? undefined : byHash.get(sha256);
  if (same !== undefined) return listed(same, 'the same content');
  if (filepath === null || !path.isAbsolute(filepath)) return null;
  const relative = path.relative(path.resolve(corpusDir), filepath).split(path.sep).join('/');
  const there = manifest.byPath.get(relative);
  if (there === undefined) return null;
  return listed(
    there,
    sha256 === null ? 'the same path' : 'the same path, though its content has changed since',
  );
}

function listed(document: CorpusDocument, how: string): CapturedDocument {
  const facts = document.facts.map(({ id }) => id);
  return { corpus_doc: document.id, path: document.path, how, facts, copy: null, missing: false };
}

async function toBeCopied(
  document: RecordedDocument,
  { copy, corpusDir }: DocumentOptions,
  taken: { ids: Set<string>; paths: Set<string> },
): Promise<CapturedDocument> {
  const { name, id } = freeName(document.filename, taken);
  const target = `${COPIES}/${name}`;
  const absent = { path: target, facts: [], copy: null, corpus_doc: null, missing: true };
  if (!copy) return { ...absent, how: 'not in the corpus' };
  const source = await readSource(document, corpusDir);
  if ('reason' in source) return { ...absent, how: `not in the corpus, and not copied: ${source.reason}` };
  taken.ids.add(id);
  taken.paths.add(target);
  const from = document.filepath ?? '';
  const sha256 = sha256Of(source.bytes);
  return {
    path: target,
    facts: [],
    corpus_doc: id,
    missing: false,
    how: 'to be copied',
    copy: { ...source, from, sha256 },
  };
}

/** A file name of our own making: nothing of the session's text can lead out of the folder. */
function freeName(
  filename: string,
  taken: { readonly ids: ReadonlySet<string>; readonly paths: ReadonlySet<string> },
): { name: string; id: string } {
  const last = plain(filename).split(/[/\\]/).at(-1) ?? '';
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(last)?.[1]?.toLowerCase();
  const stem = slug(last.replace(/\.[^.]*$/, '')) || 'document';
  for (let count = 1; ; count += 1) {
    // The prefix keeps clear of names that Windows reserves for devices.
    const id = `captured_${stem}${count === 1 ? '' : `_${String(count)}`}`;
    const name = extension === undefined ? id : `${id}.${extension}`;
    if (!taken.ids.has(id) && !taken.paths.has(`${COPIES}/${name}`)) return { name, id };
  }
}

async function readSource(
  { filepath, sha256 }: RecordedDocument,
  corpusDir: string,
): Promise<{ bytes: Uint8Array } | { reason: string }> {
  if (filepath === null || !path.isAbsolute(filepath))
    return { reason: 'the agent does not say where it is' };
  try {
    if (await isManifest(filepath, corpusDir)) return { reason: 'it is a manifest, which holds the answers' };
    const stats = await stat(filepath);
    if (!stats.isFile()) return { reason: 'it is not a file' };
    if (stats.size > MAX_BYTES) return { reason: `it is larger than ${String(MAX_BYTES / 1e6)} MB` };
    const bytes = await readFile(filepath);
    const changed = sha256 !== null && sha256Of(bytes) !== sha256;
    return changed ? { reason: 'it has changed since the session' } : { bytes };
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { reason: gone ? 'it is no longer there' : 'it cannot be read' };
  }
}

async function isManifest(file: string, corpusDir: string): Promise<boolean> {
  const real = await realpath(file);
  const manifests = await Promise.all(
    manifestPaths(corpusDir).map((each) => realpath(each).catch(() => null)),
  );
  return manifests.includes(real);
}

/** Content hashes of the corpus: of the files on disk, else as the manifest states them. The first of twins counts. */
async function corpusHashes({
  corpusDir,
  manifest,
}: DocumentOptions): Promise<ReadonlyMap<string, CorpusDocument>> {
  const hashes = new Map<string, CorpusDocument>();
  for (const document of manifest.documents) {
    const sha256 = document.sha256 ?? (await hashOnDisk(path.join(corpusDir, ...document.path.split('/'))));
    if (sha256 !== null && !hashes.has(sha256)) hashes.set(sha256, document);
  }
  return hashes;
}

async function hashOnDisk(file: string): Promise<string | null> {
  try {
    const { size } = await stat(file);
    return size > MAX_BYTES ? null : sha256Of(await readFile(file));
  } catch {
    // Not there: nothing can have its content.
    return null;
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
