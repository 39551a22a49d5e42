/** The corpus files that a scenario gives to the agent, found on disk. */
import path from 'node:path';
import type { Scenario } from '../scenario/schema.ts';
import { CorpusError } from './corpus-error.ts';
import { generatorsPath } from './load-generators.ts';
import { manifestPaths, type Manifest } from './manifest.ts';
import { lookUp, normaliseCorpusPath } from './paths.ts';

export { CorpusError } from './corpus-error.ts';
export { checkReferences } from './references.ts';
export { resolveTruth } from './truth.ts';

export interface ResolvedDocument {
  /** The manifest's id; null for a file that no manifest lists. */
  readonly corpus_doc: string | null;
  /** Absolute. */
  readonly path: string;
  /** false: the scenario is to be skipped, naming this file. */
  readonly exists: boolean;
}

/**
 * In the scenario's order, each file once.
 * @throws CorpusError for an unknown document, and for a path that leaves the corpus, also by a symbolic link.
 */
export async function resolveDocuments(
  scenario: Pick<Scenario, 'setup'>,
  manifest: Manifest,
  corpusDir: string,
): Promise<readonly ResolvedDocument[]> {
  const root = path.resolve(corpusDir);
  const answers = [...manifestPaths(root), generatorsPath(root)];
  const resolved = new Map<string, ResolvedDocument>();
  for (const entry of scenario.setup.index_documents) {
    const { corpusPath, corpus_doc } = locate(entry, manifest);
    if (resolved.has(corpusPath)) continue;
    const found = await lookUp(root, corpusPath, answers);
    if (found === 'outside') {
      throw new CorpusError(
        `The document ${corpusPath} is a link out of the corpus folder ${root}. Put a copy there instead.`,
      );
    }
    if (found === 'forbidden') {
      throw new CorpusError(
        `The document ${corpusPath} is a manifest or the generators of the corpus ${root}. They hold the answers, so no ` +
          'agent may read them. Name a document instead.',
      );
    }
    if (found === 'not a file') throw new CorpusError(`The document ${corpusPath} in ${root} is not a file.`);
    resolved.set(corpusPath, {
      corpus_doc,
      path: path.join(root, ...corpusPath.split('/')),
      exists: found === 'file',
    });
  }
  return [...resolved.values()];
}

type Entry = Scenario['setup']['index_documents'][number];

function locate(entry: Entry, manifest: Manifest): { corpusPath: string; corpus_doc: string | null } {
  const listed = entry.corpus_doc === undefined ? undefined : manifest.byId.get(entry.corpus_doc);
  if (entry.path === undefined) {
    if (listed !== undefined) return { corpusPath: listed.path, corpus_doc: listed.id };
    throw new CorpusError(
      `The corpus manifest has no document ${entry.corpus_doc ?? '(no corpus_doc, no path)'}.`,
    );
  }
  const normal = normaliseCorpusPath(entry.path);
  if (!normal.ok) throw new CorpusError(`The document path "${entry.path}" ${normal.reason}.`);
  const id = listed?.id ?? manifest.byPath.get(normal.path)?.id ?? entry.corpus_doc;
  return { corpusPath: normal.path, corpus_doc: id ?? null };
}
