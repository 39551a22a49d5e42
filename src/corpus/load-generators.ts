/** The generators of a corpus: code beside its documents, which writes those that are not stored. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { messageOf } from '../message-of.ts';
import { ManifestError, type CorpusDocument } from './manifest.ts';

/** By the name that the manifest gives as `generated`. Each call gives the same bytes. */
export type Generators = ReadonlyMap<string, () => Uint8Array>;

const moduleSchema = z.object({
  GENERATORS: z.map(
    z.string(),
    z.custom<() => unknown>((value) => typeof value === 'function'),
  ),
});

/** Absolute path of the module that exports a corpus's generators as `GENERATORS`. */
export function generatorsPath(corpusDir: string): string {
  return path.join(path.resolve(corpusDir), 'build', 'generators.mjs');
}

/**
 * Runs the corpus's own code: asked for only when a generated document is to be written or checked.
 * @returns null for a corpus without generators.
 * @throws ManifestError when the module cannot be loaded or exports no `GENERATORS`.
 */
export async function loadGenerators(corpusDir: string): Promise<Generators | null> {
  const file = generatorsPath(corpusDir);
  if (!(await isThere(file))) return null;
  let loaded: unknown;
  try {
    loaded = await import(/* @vite-ignore */ pathToFileURL(file).href);
  } catch (error) {
    throw new ManifestError(`The generators of the corpus, ${file}, cannot be loaded: ${messageOf(error)}`);
  }
  const parsed = moduleSchema.safeParse(loaded);
  if (!parsed.success) {
    throw new ManifestError(
      `${file} must export \`GENERATORS\`, a Map from the names in the manifest to functions.`,
    );
  }
  return new Map([...parsed.data.GENERATORS].map(([name, make]) => [name, () => bytesOf(name, make, file)]));
}

/** Why no generator writes this document, as a clause. */
export function whyNoGenerator(
  { generated }: CorpusDocument,
  generators: Generators | null,
  corpusDir: string,
): string {
  const name = `\`${generated ?? ''}\``;
  return generators === null
    ? `${name}, but this corpus has no generators: there is no ${generatorsPath(corpusDir)}`
    : `${name}, which does not exist. There are: ${[...generators.keys()].join(', ')}`;
}

function bytesOf(name: string, make: () => unknown, file: string): Uint8Array {
  const bytes = make();
  if (bytes instanceof Uint8Array) return bytes;
  throw new ManifestError(`The generator \`${name}\` in ${file} must return a Buffer or a Uint8Array.`);
}

async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
