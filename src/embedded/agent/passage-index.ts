/** What a passage offers for comparison, worked out once for each document. */
import type { ParsedDocument, Passage } from '../documents/types.ts';
import { groupsOf } from './thesaurus.ts';
import { isStopWord, stem, wordsOf } from './words.ts';

export interface IndexedPassage {
  readonly passage: Passage;
  readonly position: number;
  readonly stems: ReadonlySet<string>;
  readonly groups: ReadonlySet<number>;
  readonly headingStems: ReadonlySet<string>;
  readonly headingGroups: ReadonlySet<number>;
  readonly length: number;
}

const indexes = new WeakMap<ParsedDocument, readonly IndexedPassage[]>();

export function passageIndex(document: ParsedDocument): readonly IndexedPassage[] {
  const known = indexes.get(document);
  if (known !== undefined) return known;
  const headings = new Map<string, { stems: ReadonlySet<string>; groups: ReadonlySet<number> }>();
  const index = document.passages.map((passage, position): IndexedPassage => {
    const key = passage.headings.join('\n');
    const above = headings.get(key) ?? setsOf(key);
    headings.set(key, above);
    const words = wordsOf(passage.text);
    const own = setsOf(passage.text);
    return {
      passage,
      position,
      ...own,
      headingStems: above.stems,
      headingGroups: above.groups,
      length: words.length,
    };
  });
  indexes.set(document, index);
  return index;
}

export function setsOf(text: string): { stems: ReadonlySet<string>; groups: ReadonlySet<number> } {
  const stems = new Set<string>();
  const groups = new Set<number>();
  for (const word of wordsOf(text)) {
    const stemmed = stem(word);
    stems.add(stemmed);
    if (!isStopWord(word) || word.length > 3) for (const group of groupsOf(stemmed)) groups.add(group);
  }
  return { stems, groups };
}
