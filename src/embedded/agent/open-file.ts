/** Gets a file that a message names into the session. */
import { extname } from 'node:path';
import type { FoundFile } from '../files.ts';
import { ALLOWED_SUFFIXES } from '../library.ts';
import type { DocumentTools, OpenDocument } from './document-tools.ts';
import { baseName, bestNamed, fileAt, fileNamesIn, namedAmong } from './named-files.ts';
import { termsOf } from '../../documents/search/words.ts';

/** A document that is now open, or what to tell the user. */
export type Opened = OpenDocument | { readonly problem: string };

/** Opens the first file name written in the message; null when there is none, or it is open already. */
export async function openWrittenFile(message: string, tools: DocumentTools): Promise<Opened | null> {
  const open = tools.documents().map(({ filename }) => filename.toLowerCase());
  const path = fileNamesIn(message).find((name) => !open.includes(baseName(name).toLowerCase()));
  if (path === undefined) return null;
  const found = await tools.searchFiles(baseName(path));
  const exact = fileAt(path, found);
  if (exact !== null) return asOpened(await tools.index(exact.path));
  // A path that no search finds is tried as it stands, so that the answer can say what is wrong with it.
  const tried = /[/\\]/.test(path) ? asOpened(await tools.index(path)) : null;
  if (tried !== null && !('problem' in tried)) return tried;
  const problem = tried?.problem ?? `I could not find a file named ${path}.`;
  const other = fileAt(baseName(path), found);
  return { problem: other === null ? problem : `${problem} There is ${other.path}: shall I use that?` };
}

/**
 * Looks for a file by the words of its name.
 * @param loosely one shared word is enough, when it points at one file alone; otherwise all words must be named.
 */
export async function openNamedFile(
  message: string,
  files: readonly FoundFile[],
  tools: DocumentTools,
  loosely: boolean,
): Promise<Opened | null> {
  const open = tools.rows().map((row) => row.filepath);
  const readable = files.filter((file) => ALLOWED_SUFFIXES.includes(extname(file.name).toLowerCase()));
  const others = readable.filter((file) => !open.includes(file.path));
  const [named] = namedAmong(message, others, (file) => file.name);
  const file = named ?? (loosely ? bestNamed(message, others, (other) => other.name) : null);
  if (file === null && !loosely) return null;
  const words = [...termsOf(file?.name.replace(/\.\w+$/, '') ?? message).values()].slice(0, 5);
  if (words.length === 0) return null;
  await tools.searchFiles(words.join(' '));
  return file === null ? null : asOpened(await tools.index(file.path));
}

const asOpened = (result: OpenDocument | string): Opened =>
  typeof result === 'string' ? { problem: `${result}.`.replace(/\.\.$/, '.') } : result;
