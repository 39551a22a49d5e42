/** "Last year's Q3" in terms of the document: its own year, minus one. */

/** The year a document reports on: the one in its title, else the one it names most often. */
export function documentYear(title: string, texts: readonly string[]): number | null {
  const inTitle = /\b(20\d\d|19\d\d)\b/.exec(title)?.[1];
  if (inTitle !== undefined) return Number(inTitle);
  const counts = new Map<number, number>();
  for (const text of texts)
    for (const [year] of text.matchAll(/\b(?:19|20)\d\d\b/g))
      counts.set(Number(year), (counts.get(Number(year)) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? null;
}

const SPANS =
  '(?:q[1-4]|(?:first|second|third|fourth) quarter|quarter|january|february|march|april|may|june|july|august|september|october|november|december)';

/** The question with relative years made absolute. */
export function withAbsoluteYears(question: string, year: number): string {
  const before = String(year - 1);
  return question
    .replaceAll(new RegExp(`\\b(?:last|previous|prior) year(?:'s|’s)? (${SPANS})\\b`, 'gi'), `$1 ${before}`)
    .replaceAll(
      new RegExp(`\\b(${SPANS}) (?:of |from )?(?:the )?(?:last|previous|prior) year\\b`, 'gi'),
      `$1 ${before}`,
    )
    .replaceAll(
      new RegExp(
        `\\b(${SPANS})((?: [a-z]+){1,2}) (?:of|from|in) (?:the )?(?:last|previous|prior) year\\b`,
        'gi',
      ),
      `$1 ${before}$2`,
    )
    .replaceAll(new RegExp(`\\b(${SPANS}) (?:of )?this year\\b`, 'gi'), `$1 ${year}`);
}
