/** Source code: comments and documentation become prose under the name that they stand at, code stays line by line. */
import { splitSentences } from './sentences.ts';
import type { ParsedDocument, Passage } from './types.ts';

const DEFINITION =
  /^\s*(?:export\s+)?(?:async\s+)?(?:def|class|function|func|fn|public|private|static|const)\s+([\w.]+)/;
const COMMENT = /^\s*(?:#(?!!)|\/\/+|\/?\*+)\s?(.*?)(?:\*\/)?$/;
const QUOTES = /"""|'''/;

export function readCode(source: string): ParsedDocument {
  const passages: Passage[] = [];
  let headings: readonly string[] = [];
  let prose: string[] = [];
  let insideQuotes = false;

  const flush = (): void => {
    for (const text of splitSentences(prose.join(' '))) passages.push({ text, headings });
    prose = [];
  };
  for (const line of source.split('\n')) {
    const marks = line.split(QUOTES).length - 1;
    const isProse = insideQuotes || /^\s*[rbuf]{0,2}(?:"""|''')/i.test(line);
    const comment = isProse
      ? line.replaceAll(new RegExp(`[rbuf]{0,2}(?:${QUOTES.source})`, 'gi'), '')
      : COMMENT.exec(line)?.[1];
    if (marks % 2 === 1) insideQuotes = !insideQuotes;
    if (comment !== undefined && /\p{L}/u.test(comment)) {
      prose.push(comment.trim());
      continue;
    }
    flush();
    if (comment !== undefined || line.trim() === '') continue;
    const name = DEFINITION.exec(line)?.[1];
    if (name !== undefined) headings = [name];
    passages.push({ text: line.trim(), headings });
  }
  flush();
  return { title: null, passages, tables: [] };
}
