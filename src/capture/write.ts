/** Writes a capture: documents, then the manifest that lists them, then the scenario. All or nothing. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../error-code.ts';
import { messageOf } from '../message-of.ts';
import type { Capture } from './capture.ts';
import { withEntries, type NewEntry } from './manifest-text.ts';
import { CaptureError } from './recorded-session.ts';

/**
 * Nothing that is there is written over.
 * @returns the absolute paths of what was written.
 * @throws CaptureError when a file is there already, a folder leads elsewhere, or the disk refuses; then nothing is left.
 */
export async function writeCapture(capture: Capture): Promise<readonly string[]> {
  const written: string[] = [];
  const drafts: string[] = [];
  try {
    const entries: NewEntry[] = [];
    for (const { copy, path: at, corpus_doc } of capture.documents) {
      if (copy === null || corpus_doc === null) continue;
      const target = path.join(capture.corpusDir, ...at.split('/'));
      await writeNew(target, copy.bytes, capture.corpusDir, written);
      entries.push({
        id: corpus_doc,
        path: at,
        source: 'Captured from a session of the agent.',
        sha256: copy.sha256,
      });
    }
    const manifest = entries.length === 0 ? null : await nextManifest(capture.corpusDir, entries, drafts);
    await writeNew(capture.file, capture.yaml, path.dirname(path.dirname(capture.file)), written);
    if (manifest !== null) {
      await rename(manifest.draft, manifest.file);
      written.push(manifest.file);
    }
    return written;
  } catch (error) {
    await Promise.all([...written, ...drafts].map((file) => rm(file, { force: true })));
    if (error instanceof CaptureError) throw error;
    const reason = messageOf(error);
    throw new CaptureError(`The capture cannot be written: ${reason}`, { cause: error });
  }
}

async function writeNew(
  file: string,
  content: string | Uint8Array,
  within: string,
  written: string[],
): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const [real, root] = await Promise.all([realpath(folder), realpath(within)]);
  if (real !== root && !real.startsWith(root + path.sep)) {
    throw new CaptureError(`${folder} is a link out of ${within}. Put a folder there instead.`);
  }
  try {
    await writeFile(file, content, { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new CaptureError(`${file} is there already. Choose another id, or remove it.`, { cause: error });
  }
  written.push(file);
}

/** The manifest with the new entries, beside the one there is. */
async function nextManifest(
  corpusDir: string,
  entries: readonly NewEntry[],
  drafts: string[],
): Promise<{ file: string; draft: string }> {
  const file = path.join(corpusDir, 'manifest.json');
  const draft = `${file}.${randomUUID()}.draft`;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '{"documents": []}';
    throw error;
  });
  drafts.push(draft);
  await writeFile(draft, withEntries(text, entries), { flag: 'wx' });
  return { file, draft };
}
