/** A few sentences that stand for a document: what its author set in bold, then what carries figures, in the document's order. */
import type { ParsedDocument, Passage } from '../documents/types.ts';
import { sentence } from './wording.ts';

const ENOUGH_MARKED = 3;

export function summarySentences(document: ParsedDocument, limit: number): string[] {
  const prose = document.passages.filter((passage) => passage.kind === 'sentence' || passage.kind === 'item');
  const sections = new Map<string, number>();
  const ranked = prose.map((passage, position) => {
    const section = passage.headings.join('\n');
    const place = sections.get(section) ?? 0;
    sections.set(section, place + 1);
    return { passage, position, score: worth(passage, place, position) };
  });
  // Where the author marked what matters, that is the summary.
  const marked = ranked.filter(
    ({ passage }) => passage.emphasis === true && passage.text.split(/\s+/).length >= 5,
  );
  const pool = marked.length >= ENOUGH_MARKED ? marked : ranked;
  const chosen: typeof ranked = [];
  const used = new Map<string, number>();
  for (const candidate of pool.toSorted((a, b) => b.score - a.score || a.position - b.position)) {
    const section = candidate.passage.headings.join('\n');
    if (chosen.length >= limit) break;
    if (
      (used.get(section) ?? 0) >= 2 ||
      chosen.some((other) => other.passage.text === candidate.passage.text)
    )
      continue;
    used.set(section, (used.get(section) ?? 0) + 1);
    chosen.push(candidate);
  }
  return chosen.toSorted((a, b) => a.position - b.position).map(({ passage }) => sentence(passage.text));
}

function worth(passage: Passage, placeInSection: number, position: number): number {
  const words = passage.text.split(/\s+/).length;
  let score = passage.emphasis === true ? 4 : 0;
  if (/[$€£]\s?\d|\d\s?%|\d\s?(?:million|billion|percent)/i.test(passage.text)) score += 1.5;
  else if (/\d/.test(passage.text)) score += 0.5;
  if (placeInSection === 0) score += 0.8;
  if (/\b(?:outlook|summary|overview|highlights?|conclusion|key)\b/i.test(passage.headings.at(-1) ?? ''))
    score += 1;
  if (words < 5 || words > 45) score -= 2;
  return score - position / 2000;
}

/** For documents that are tables: what they hold. */
export function tableOverview(document: ParsedDocument): string[] {
  return document.tables.slice(0, 4).map((table) => {
    const title = table.title === '' ? 'A table' : `The table "${table.title}"`;
    return `${title} has ${table.rows.length} rows with the columns ${table.columns.filter((column) => column !== '').join(', ')}.`;
  });
}
