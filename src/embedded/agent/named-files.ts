/** Which file a message names, by its file name or by the words of it. */
import { extname } from 'node:path';
import type { FoundFile } from '../files.ts';
import { stemsOf, termsOf } from '../../documents/search/words.ts';

const FILE_NAME =
  /[\w~./\\-]{1,300}\.(?:md|txt|csv|html?|pdf|xlsx?|py|json|ya?ml|toml|log|docx?|pptx|js|ts|xml)\b/gi;

/** File names that stand in the message, with the path before them. */
export const fileNamesIn = (message: string): string[] => message.match(FILE_NAME) ?? [];

export const withoutFileNames = (message: string): string => message.replaceAll(FILE_NAME, ' ');

export const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;

export const nameStems = (filename: string): Set<string> =>
  new Set(stemsOf(filename.slice(0, filename.length - extname(filename).length)));

/** Those whose file name, or all the words of it (two at least), stand in the message. */
export function namedAmong<T>(message: string, items: readonly T[], nameOf: (item: T) => string): T[] {
  const written = fileNamesIn(message).map((name) => baseName(name).toLowerCase());
  const exact = items.filter((item) => written.includes(nameOf(item).toLowerCase()));
  if (written.length > 0) return exact;
  const said = new Set(stemsOf(message));
  return items.filter((item) => {
    const stems = nameStems(nameOf(item));
    return stems.size >= 2 && [...stems].every((stem) => said.has(stem));
  });
}

/** The one item whose name shares most words with the message; null when none does or several do as well. */
export function bestNamed<T>(message: string, items: readonly T[], nameOf: (item: T) => string): T | null {
  const said = new Set(termsOf(message).keys());
  const scored = items
    .map((item) => ({ item, shared: [...nameStems(nameOf(item))].filter((stem) => said.has(stem)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared);
  const [first, second] = scored;
  return first !== undefined && first.shared > (second?.shared ?? 0) ? first.item : null;
}

/** The file below the search folders that a written path or name means, or null. */
export function fileAt(path: string, files: readonly FoundFile[]): FoundFile | null {
  const wanted = path.replaceAll('\\', '/').toLowerCase();
  const same = (file: FoundFile): boolean => {
    const full = file.path.replaceAll('\\', '/').toLowerCase();
    return full === wanted || full.endsWith(`/${wanted.replace(/^(?:\.\/)+/, '')}`);
  };
  return files.find(same) ?? null;
}
