/** Source code: documentation strings and comments become prose under the name they belong to. */
import { parseProse } from './prose.ts';
import { splitSentences } from './sentences.ts';
import type { ParsedDocument, Passage } from './types.ts';

const DEFINITION =
  /^\s*(?:export\s+)?(?:async\s+)?(?:def|class|function|func|fn|public|private|static|const)\s+([\w.]+)/;

export function parseCode(source: string): ParsedDocument {
  const passages: Passage[] = [];
  const lines = source.split('\n');
  let owner: string[] = [];
  let ownerIndent = -1;
  let signature: string[] = [];
  let paragraph = 0;
  let title: string | null = null;
  let pending: string[] = [];

  const flush = (): void => {
    const text = pending.join(' ');
    pending = [];
    if (!/\p{L}/u.test(text)) return;
    paragraph += 1;
    title ??= text.slice(0, 80);
    for (const sentence of splitSentences(text))
      passages.push({ text: sentence, headings: owner, paragraph, kind: 'sentence' });
  };

  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const quotes = /^\s*[rbuf]*("""|''')/i.exec(line)?.[1];
    if (quotes !== undefined) {
      flush();
      const [block, used] = readBlock(lines, index, quotes);
      const prose = parseProse(block.join('\n'));
      title ??= prose.passages[0]?.text.slice(0, 80) ?? null;
      for (const passage of prose.passages)
        passages.push({
          ...passage,
          headings: [...owner, ...passage.headings],
          paragraph: paragraph + passage.paragraph,
        });
      paragraph += 1 + (prose.passages.at(-1)?.paragraph ?? 0);
      index += used - 1;
      continue;
    }
    const comment = /^\s*(?:#|\/\/|\*|\/\*\*?)\s?(.*?)(?:\*\/)?\s*$/.exec(line);
    if (comment && !line.startsWith('#!')) {
      if (/\p{L}/u.test(comment[1] ?? '')) pending.push((comment[1] ?? '').trim());
      else flush();
      continue;
    }
    flush();
    if (line.trim() === '') continue;
    const definition = DEFINITION.exec(line);
    const indent = line.length - line.trimStart().length;
    if (definition !== null || indent <= ownerIndent) {
      signature = definition ? [definition[1] ?? ''] : [];
      owner =
        definition && indent > ownerIndent && ownerIndent >= 0
          ? [...owner.slice(0, 1), ...signature]
          : signature;
      ownerIndent = definition ? indent : -1;
    }
    paragraph += 1;
    passages.push({ text: line.trim(), headings: owner, paragraph, kind: 'code' });
  }
  flush();
  return { passages, tables: [], title };
}

function readBlock(lines: readonly string[], start: number, quotes: string): [string[], number] {
  const first = (lines[start] ?? '').replace(/^\s*[rbuf]*("""|''')/i, '');
  const closed = first.indexOf(quotes);
  if (closed >= 0) return [[first.slice(0, closed)], 1];
  const block = [first];
  for (let index = start + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const end = line.indexOf(quotes);
    if (end >= 0) return [[...block, line.slice(0, end)], index - start + 1];
    block.push(line);
  }
  return [block, lines.length - start];
}
