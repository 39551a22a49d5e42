/** Checks that the corpus is what the manifest and the scenarios take it to be. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../error-code.ts';
import { messageOf } from '../message-of.ts';
import { documentText } from './check/document-text.ts';
import { checkFacts } from './check/facts.ts';
import type { CorpusFinding } from './check/finding.ts';
import { checkNeighbours } from './check/neighbours.ts';
import { checkTruth, documentOf } from './check/truths.ts';
import { checkUsage, type ScenarioInUse } from './check/usage.ts';
import { loadGenerators, whyNoGenerator, type Generators } from './load-generators.ts';
import { loadManifest, type CorpusDocument } from './manifest.ts';
import { listTruths, readStored } from './read-truths.ts';

export { formatFinding, type CorpusFinding } from './check/finding.ts';

/**
 * Every document is there and has its hash, says its facts where the manifest says so, has the neighbours that the
 * manifest names, and lacks what it is said to lack; every id of the scenarios exists, and every turn has checks (a
 * warning); every document is used or says why not. A truth is of a document as it is, and quotes its words. A generated
 * document that has not been written yet is checked as it would be written; nothing is changed on disk.
 * @param truthDir where truth files are; a folder that is not there holds none. null: they are not looked at.
 * @returns what is wrong, by document, then by truth and by scenario; empty when all is well.
 * @throws ManifestError when a manifest or the generators cannot be read, TruthError when a truth cannot be.
 */
export async function checkCorpus(
  corpusDir: string,
  scenarios: readonly ScenarioInUse[],
  truthDir: string | null = null,
): Promise<readonly CorpusFinding[]> {
  const manifest = await loadManifest(corpusDir);
  const someAreGenerated = manifest.documents.some(({ generated }) => generated !== null);
  const generators = someAreGenerated ? await loadGenerators(corpusDir) : null;
  const read = await Promise.all(
    manifest.documents.map(async (document) =>
      readDocument(document, await bytesOf(corpusDir, document, generators)),
    ),
  );
  const texts = new Map(read.map(({ document, text }) => [document.id, text]));
  const perDocument = read.flatMap(({ document, text, findings }) =>
    text === undefined
      ? findings
      : [...findings, ...checkFacts(document, text), ...checkNeighbours(document, texts, manifest.byId)],
  );
  const perTruth = truthDir === null ? [] : await checkTruths(truthDir, read);
  return [...perDocument, ...perTruth, ...checkUsage(scenarios, manifest)];
}

async function checkTruths(
  truthDir: string,
  documents: readonly ReadDocument[],
): Promise<readonly CorpusFinding[]> {
  const byPath = new Map(documents.map((read) => [read.document.path, read]));
  const perFile = await Promise.all(
    ((await listTruths(truthDir)) ?? []).map(async (relative) => {
      const stored = await readStored(truthDir, relative);
      if (stored === null) return [];
      const { document, text, sha256 } = byPath.get(documentOf(relative)) ?? {};
      const isRead = document !== undefined && text !== undefined && sha256 !== undefined;
      return checkTruth(relative, stored.parsed, isRead ? { document, text, sha256 } : null);
    }),
  );
  return perFile.flat();
}

type Bytes = Uint8Array | CorpusFinding;

interface ReadDocument {
  readonly document: CorpusDocument;
  /** null when it has no words, undefined when it could not be read. */
  readonly text: string | null | undefined;
  /** Of its bytes; left out when there are none. */
  readonly sha256?: string;
  readonly findings: readonly CorpusFinding[];
}

async function readDocument(document: CorpusDocument, bytes: Bytes): Promise<ReadDocument> {
  if (!(bytes instanceof Uint8Array)) {
    const mayBeMissing = bytes.kind === 'missing_file' && document.optional !== undefined;
    return { document, text: undefined, findings: mayBeMissing ? [] : [bytes] };
  }
  const findings: CorpusFinding[] = [];
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (document.sha256 !== null && document.sha256 !== actual) {
    const message = `its sha256 is ${actual}, the manifest says ${document.sha256}: restore the file, or write the new hash`;
    findings.push({ kind: 'wrong_hash', at: document.path, message });
  }
  try {
    return { document, text: await documentText(bytes, document.format), sha256: actual, findings };
  } catch (error) {
    const message = `it cannot be read: ${messageOf(error)}`;
    return {
      document,
      text: undefined,
      findings: [...findings, { kind: 'unreadable_file', at: document.path, message }],
    };
  }
}

async function bytesOf(
  corpusDir: string,
  document: CorpusDocument,
  generators: Generators | null,
): Promise<Bytes> {
  const { generated, manifest, path: at } = document;
  const generate = generated === null ? undefined : generators?.get(generated);
  if (generated !== null && generate === undefined) {
    const why = whyNoGenerator(document, generators, corpusDir);
    const message = `${manifest} names the generator ${why}`;
    return { kind: 'unknown_generator', at, message };
  }
  try {
    return await readFile(path.join(corpusDir, ...at.split('/')));
  } catch (error) {
    if (generate !== undefined) return generate();
    const reason = codeOf(error) === 'ENOENT' ? 'it is not there' : String(error);
    return {
      kind: 'missing_file',
      at,
      message: `${manifest} lists the document ${document.id}, but ${reason}`,
    };
  }
}
