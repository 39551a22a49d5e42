/** How findings become sentences. */
import type { Finding } from './find.ts';
import { isYesNo } from './question.ts';
import { termsOf } from './question.ts';
import { groupsOf } from './thesaurus.ts';
import { setsOf } from './passage-index.ts';

const NEGATION =
  /\b(?:not|no|never|none|cannot|can't|neither|nor|nobody|nothing|excluded?|excludes|exclusion|ineligible|prohibit(?:s|ed)?|forbidden|except(?:ed|ion)?|without|lacks?|unless)\b|n't\b/i;
const ONLY = /\bonly\b|\bexclusively\b|\bsolely\b/i;

/** Sentence with a capital and a full stop. */
export function sentence(text: string): string {
  const clean = text
    .trim()
    .replace(/^\d{1,2}[.)]\s+/, '')
    .replace(/\s*[:;,]$/, '');
  const capital = clean.charAt(0).toUpperCase() + clean.slice(1);
  return /[.!?]["”')\]]*$/.test(capital) ? capital : `${capital}.`;
}

export type Polarity = 'yes' | 'no' | 'open';

/** What a sentence says to a yes-or-no question. `subject` are the words that the question is about. */
export function polarityOf(question: string, evidence: string): Polarity {
  if (
    /\b(?:not|never|no)\b|n't\b/i.test(question.replace(/^(?:isn't|aren't|doesn't|don't|can't|won't)\b/i, ''))
  )
    return 'open';
  const terms = termsOf(question);
  const clauses = evidence.split(
    /(?<=[.;:!?])\s+|,\s+(?=(?:but|while|whereas|however|though|so|and (?:it|they|the|no|not))\b)/,
  );
  let best = { share: -1, clause: evidence };
  for (const clause of clauses) {
    const { stems, groups } = setsOf(clause);
    const share = terms.filter(
      (term) => stems.has(term.stem) || groupsOf(term.stem).some((group) => groups.has(group)),
    ).length;
    if (share > best.share) best = { share, clause };
  }
  if (NEGATION.test(best.clause)) return 'no';
  if (ONLY.test(best.clause)) {
    const { stems, groups } = setsOf(best.clause);
    // "X only": whoever else was asked about is left out.
    return terms.every(
      (term) => term.soft || stems.has(term.stem) || groupsOf(term.stem).some((group) => groups.has(group)),
    )
      ? 'yes'
      : 'no';
  }
  return 'yes';
}

export function wordFinding(question: string, finding: Finding, yesNo: boolean): string {
  const body = finding.sentences.map(sentence).join(' ');
  const source = `(Source: ${finding.document.filename})`;
  if (!yesNo && !isYesNo(question)) return `${body} ${source}`;
  if (finding.from === 'table' && /^(?:yes|no)\b/i.test(body)) return `${body} ${source}`;
  const polarity = polarityOf(question, finding.evidence);
  const lead = polarity === 'yes' ? 'Yes. ' : polarity === 'no' ? 'No. ' : '';
  return `${lead}${body} ${source}`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
export { listed };

/** Said when the documents hold no answer: which were looked at, and what they lack. */
export function wordNothing(documents: readonly { filename: string }[], lacking: readonly string[]): string {
  const names = listed(documents.map((document) => document.filename));
  const thing = lacking.length === 0 ? 'that' : `"${lacking.slice(0, 3).join(' ')}"`;
  return documents.length === 1
    ? `${names} does not say. I searched the document and it does not mention ${thing}, so I can't tell you.`
    : `The documents do not say. I searched ${names} and found no mention of ${thing}, so I can't tell you.`;
}
