/** The period a clause speaks of (Q3, 2024, last year, July), to tell values of the same kind apart. */

export type Period = string;

const MONTHS = /\b(january|february|march|april|june|july|august|september|october|november|december)\b/gi;

/** Quarter, year and month names as they stand, and `prior` for "last year", "a year earlier". */
export function periodsIn(text: string): Set<Period> {
  const result = new Set<Period>();
  for (const match of text.matchAll(/\bq([1-4])\b|\b([1-4])q\b/gi))
    result.add(`q${match[1] ?? match[2] ?? ''}`);
  const ordinals = ['first', 'second', 'third', 'fourth'];
  for (const match of text.matchAll(/\b(first|second|third|fourth|last|final)[- ]quarter\b/gi)) {
    const index = ordinals.indexOf((match[1] ?? '').toLowerCase());
    result.add(index === -1 ? 'q4' : `q${index + 1}`);
  }
  for (const match of text.matchAll(/\b(?:fy\s?)?((?:19|20)\d{2})\b/gi)) result.add(`y${match[1] ?? ''}`);
  for (const match of text.matchAll(MONTHS)) result.add(`m${(match[1] ?? '').toLowerCase()}`);
  if (
    /\b(?:last year|(?:a|one|the) year (?:before|earlier|ago|prior)|the year before|previous year|prior[- ]year|preceding year|year-ago|12 months (?:ago|earlier|before)|same (?:quarter|period) (?:last|a|the)|a year before|previous quarter|prior quarter)\b/i.test(
      text,
    )
  )
    result.add('prior');
  return result;
}

function kindOf(period: Period): string {
  return period === 'prior' ? 'prior' : (period[0] ?? '');
}

/** Do two sets name different periods of the same kind, and none in common? */
export function differ(a: ReadonlySet<Period>, b: ReadonlySet<Period>): boolean {
  if (a.has('prior') !== b.has('prior') && a.size > 0 && b.size > 0) return true;
  for (const kind of ['q', 'y', 'm']) {
    const left = [...a].filter((period) => kindOf(period) === kind);
    const right = [...b].filter((period) => kindOf(period) === kind);
    if (left.length > 0 && right.length > 0 && !left.some((period) => right.includes(period))) return true;
  }
  return false;
}
