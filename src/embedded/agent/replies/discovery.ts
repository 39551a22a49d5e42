/** Finding a document that nobody indexed: by its name, else by what it says. */
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Question } from '../question.ts';
import { describeDocument, namedFiles, type ScopedDocument } from '../scope.ts';
import type { Workbench } from '../workbench.ts';

export type Discovered = { readonly document: ScopedDocument } | { readonly problem: string } | null;

/** A file that the message names: indexed when it is there, else what is wrong with it. */
export async function openNamedFile(bench: Workbench, message: string): Promise<Discovered> {
  const [path] = namedFiles(message);
  if (path === undefined) return null;
  const { roots } = bench.services;
  const full = roots.resolve(path);
  const name = path.split(/[/\\]/).at(-1) ?? path;
  if (full !== null && statSync(full, { throwIfNoEntry: false })?.isFile() === true)
    return indexed(bench, full);
  const below = roots
    .all()
    .find((file) => file.path.replaceAll('\\', '/').endsWith(`/${path.replaceAll('\\', '/')}`));
  if (below !== undefined) return indexed(bench, below.path);
  // A path was given and is wrong: try it as it stands, so that the answer can say what the tool said.
  const isPath = /[/\\]/.test(path);
  if (isPath) await bench.index(path);
  const found = (await bench.searchFiles(name)).filter(
    (file) => file.name.toLowerCase() === name.toLowerCase(),
  );
  const [first] = found;
  if (first !== undefined && !isPath) return indexed(bench, first.path);
  if (first !== undefined)
    return {
      problem: `There is no file at ${path}. I found one of that name at ${first.path}; shall I use that?`,
    };
  return { problem: `I could not find ${path}: the file does not exist. Please check the path or the name.` };
}

/** Looks for a document that could answer the question. */
export async function discover(bench: Workbench, question: Question, minimum: number): Promise<Discovered> {
  const [best] = bench.filesNamedLike(question.terms);
  if (best !== undefined && best.words.length >= minimum) {
    const [found] = await bench.searchFiles(best.words.join(' '));
    if (found !== undefined) return indexed(bench, found.path);
  } else if (minimum > 1) {
    return null;
  } else {
    await bench.searchFiles(
      question.terms
        .slice(0, 3)
        .map((term) => term.word)
        .join(' '),
    );
  }
  const [match] = await bench.searchContent(question.terms);
  return match === undefined ? null : indexed(bench, match.path);
}

async function indexed(bench: Workbench, path: string): Promise<Discovered> {
  const row = await bench.index(path);
  if (typeof row === 'string')
    return {
      problem:
        extname(path) === '' || !row.startsWith('File') ? `I could not index ${path}: ${row}.` : `${row}.`,
    };
  if (row.chunk_count > 0) return { document: describeDocument(bench.services.library, row) };
  const reason =
    row.last_error?.replace(/^RAG indexing failed for [^:]*: /, '') ?? 'nothing could be read from it';
  return {
    problem: /empty/i.test(reason)
      ? `${row.filename} is empty: there is no content in it to describe or index.`
      : `${row.filename} could not be read: ${reason}.`,
  };
}
