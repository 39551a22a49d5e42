import { expect, test } from 'vitest';
import { formatFinding } from '../../../src/corpus/check/finding.ts';
import { checkNeighbours } from '../../../src/corpus/check/neighbours.ts';
import type { CorpusDocument, CorpusFact } from '../../../src/corpus/manifest.ts';

function documentWith(fact: Partial<CorpusFact>, siblings: readonly string[]): CorpusDocument {
  const words = { question: null, answer: null, difficulty: null, where: null };
  return {
    id: 'd',
    path: 'documents/d.md',
    domain: null,
    format: 'md',
    facts: [{ id: 'f', ...words, absent: [], real: null, neighbours: [], ...fact }],
    adversarial: false,
    unused: null,
    source: null,
    figures: null,
    siblings,
    sha256: null,
    generated: null,
    manifest: 'manifest.json',
  };
}

interface NeighbourCase {
  readonly what: string;
  readonly neighbours: readonly string[];
  readonly answer?: string | null;
  readonly kinds: readonly string[];
}

const NEIGHBOURS: readonly NeighbourCase[] = [
  { what: 'one that stands there', neighbours: ['$11.5 million'], kinds: [] },
  { what: 'one over a line break', neighbours: ['Northern  region'], kinds: [] },
  { what: 'one of a sibling', neighbours: ['$9.9 million'], kinds: [] },
  { what: 'a name between figures', neighbours: ['Widget'], kinds: [] },
  { what: 'one that stands nowhere', neighbours: ['$12.5 million'], kinds: ['neighbour_not_found'] },
  { what: 'a part of a longer figure', neighbours: ['1.5 million'], kinds: ['neighbour_not_found'] },
  { what: 'the beginning of a longer figure', neighbours: ['$11'], kinds: ['neighbour_not_found'] },
  { what: 'the beginning of a longer word', neighbours: ['North'], kinds: ['neighbour_not_found'] },
  { what: 'the answer', neighbours: ['$14.2 million'], kinds: ['neighbour_is_answer'] },
  { what: 'the answer in other words', neighbours: ['14.2'], kinds: ['neighbour_is_answer'] },
  { what: 'the same twice', neighbours: ['$11.5 million', '$11.5 million'], kinds: ['neighbour_is_answer'] },
  { what: 'a name', neighbours: ['Southern region'], answer: 'Northern region', kinds: [] },
  { what: 'the name', neighbours: ['Northern'], answer: 'Northern region', kinds: ['neighbour_is_answer'] },
  { what: 'any of a gap', neighbours: ['$14.2 million'], answer: null, kinds: [] },
];

test.each(NEIGHBOURS)('a neighbour is $what: $kinds', ({ neighbours, answer = '$14.2 million', kinds }) => {
  const document = documentWith({ answer, neighbours }, ['e']);
  const texts = new Map([
    ['d', 'Revenue was $14.2 million after $11.5 million. Northern region, Southern region. 5,Widget,12'],
    ['e', 'Revenue was $9.9 million.'],
    ['other', 'Revenue was $12.5 million.'],
  ]);
  expect(checkNeighbours(document, texts, new Set(texts.keys())).map(({ kind }) => kind)).toEqual(kinds);
});

test('an unknown sibling is named', () => {
  const document = documentWith({}, ['nobody']);
  expect(checkNeighbours(document, new Map(), new Set(['d'])).map(formatFinding)).toEqual([
    'documents/d.md: d names the sibling nobody, which the corpus manifest does not have: correct the id',
  ]);
});
