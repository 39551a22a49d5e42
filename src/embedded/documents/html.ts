/** HTML pages: headings, paragraphs, list items and tables; scripts and styles are left out. */
import { ElementType, parseDocument } from 'htmlparser2';
import { splitSentences } from './sentences.ts';
import type { ParsedDocument, Passage, Table } from './types.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];

const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'head', 'svg']);
const BLOCKS = new Set([
  'p',
  'div',
  'section',
  'article',
  'main',
  'header',
  'footer',
  'li',
  'dd',
  'dt',
  'blockquote',
  'pre',
  'body',
  'html',
  'ul',
  'ol',
  'dl',
  'figcaption',
  'td',
  'th',
  'br',
  'nav',
  'aside',
]);

const tagOf = (node: Node): string => ('name' in node ? node.name : '');
const childrenOf = (node: Node): readonly Node[] => ('children' in node ? node.children : []);

function textOf(node: Node): string {
  if (node.type === ElementType.Text) return node.data;
  if (SKIPPED.has(tagOf(node))) return '';
  if (tagOf(node) === 'br') return ' ';
  return childrenOf(node).map(textOf).join('');
}
const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

export function parseHtml(source: string): ParsedDocument {
  const passages: Passage[] = [];
  const tables: Table[] = [];
  let headings: { level: number; text: string }[] = [];
  let paragraph = 0;
  let open = '';
  let title: string | null = null;

  const flush = (kind: 'sentence' | 'item' = 'sentence'): void => {
    const text = squeezed(open);
    open = '';
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    paragraph += 1;
    const above = headings.map((heading) => heading.text);
    for (const sentence of splitSentences(text))
      passages.push({ text: sentence, headings: above, paragraph, kind });
  };

  const visit = (node: Node): void => {
    if (node.type === ElementType.Text) {
      open += node.data;
      return;
    }
    const tag = tagOf(node);
    if (SKIPPED.has(tag)) return;
    const level = /^h([1-6])$/.exec(tag)?.[1];
    if (level !== undefined) {
      flush();
      const text = squeezed(textOf(node));
      if (text === '') return;
      title ??= text;
      headings = [
        ...headings.filter((heading) => heading.level < Number(level)),
        { level: Number(level), text },
      ];
      return;
    }
    if (tag === 'table') {
      flush();
      const table = readTable(node, headings.at(-1)?.text ?? '');
      if (table !== null) tables.push(table);
      return;
    }
    const block = BLOCKS.has(tag);
    if (block) flush();
    for (const child of childrenOf(node)) visit(child);
    if (block) flush(tag === 'li' || tag === 'dd' ? 'item' : 'sentence');
  };
  for (const node of parseDocument(source).children) visit(node);
  flush();
  return { passages, tables, title };
}

function readTable(node: Node, heading: string): Table | null {
  const records: string[][] = [];
  let caption = '';
  const walk = (current: Node): void => {
    const tag = tagOf(current);
    if (tag === 'caption') caption = squeezed(textOf(current));
    if (tag === 'tr')
      records.push(
        childrenOf(current)
          .filter((cell) => tagOf(cell) === 'td' || tagOf(cell) === 'th')
          .map((cell) => squeezed(textOf(cell))),
      );
    else for (const child of childrenOf(current)) walk(child);
  };
  walk(node);
  const [columns, ...rows] = records;
  return columns === undefined ? null : { title: caption || heading, columns, rows };
}
