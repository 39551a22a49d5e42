/** The answer to one question of a message, and how the answers of one message go together. */
import type { Remembered } from '../conversation-memory.ts';
import type { Finding, Search } from '../find.ts';
import { figuresIn } from '../figures.ts';
import { setsOf } from '../passage-index.ts';
import { isYesNo, type Question, type Term } from '../question.ts';
import type { ScopedDocument } from '../scope.ts';
import { holdsKind } from '../scoring.ts';
import { groupsOf } from '../thesaurus.ts';
import { polarityOf, sentence, wordFinding } from '../wording.ts';
import type { Workbench } from '../workbench.ts';
import { isClaim } from './parts.ts';

export interface PartAnswer {
  readonly text: string;
  readonly finding: Finding | null;
}

/** Both lists of words, none twice. */
export const merged = (first: readonly Term[], second: readonly Term[]): Term[] => {
  const all = [...first];
  for (const term of second) if (!all.some((other) => other.stem === term.stem)) all.push(term);
  return all.slice(0, 14);
};

/** Asks as it stands; when that finds nothing and the words lean on earlier ones, once more with those. */
export async function ask(
  bench: Workbench,
  asked: Question,
  context: readonly Term[],
  scope: readonly ScopedDocument[],
): Promise<Search> {
  // The figure of a claim is what is in doubt: it must not decide what the claim is about.
  const question = isClaim(asked.text)
    ? { ...asked, terms: asked.terms.filter((term) => !/^\d/.test(term.word)) }
    : asked;
  // Nothing but words like "which area": the topic is the one before.
  const leans = question.terms.every((term) => term.soft) && context.length > 0;
  const first = await bench.query(
    leans ? { ...question, terms: merged(question.terms, context) } : question,
    context,
    scope,
  );
  // A name or a number that the documents lack is not made up for by the words around it.
  const hopeless = first.absent.length > 0;
  if (first.finding !== null || context.length === 0 || hopeless) return first;
  const wider = { ...question, terms: merged(question.terms, context) };
  return bench.lookAgain(wider, scope) ?? first;
}

/** A wish added to a question ("with the units, please") that the answer to the question already meets. */
export function isCovered(part: Question, answers: readonly PartAnswer[]): boolean {
  const last = answers.at(-1);
  if (last === undefined) return false;
  // "and how much did they sell?" after "who sold most": the figure came with the name.
  const own = part.terms.filter((term) => !term.soft);
  const asksFigure = own.length === 0 ? /^(?:money|percent|quantity|count)$/ : /^(?:money|percent)$/;
  if (
    asksFigure.test(part.kind) &&
    part.followsUp &&
    own.length <= 1 &&
    !own.some((term) => term.name || term.exact)
  )
    return holdsKind(part.kind, last.text);
  if (own.length === 0 && (part.kind === 'any' || !part.text.includes('?'))) return true;
  if (part.text.includes('?')) return false;
  const { stems, groups } = setsOf(
    answers.map((answer) => `${answer.text} ${answer.finding?.evidence ?? ''}`).join(' '),
  );
  return part.terms.every(
    (term) => stems.has(term.stem) || groupsOf(term.stem).some((group) => groups.has(group)),
  );
}

/** The source is named once for answers that share it. */
export function joined(answers: readonly PartAnswer[]): string[] {
  const leads = answers.map((answer) => /^(?:Yes|No)\. /.exec(answer.text)?.[0] ?? '');
  // One "No." is enough for sentences that all say so; among answers to different questions it would point nowhere.
  const shared = leads.every((lead) => lead === leads[0]);
  return answers.map((answer, index) => {
    const next = answers[index + 1]?.finding?.document.filename;
    const lead = shared && index === 0 ? '' : (leads[index] ?? '');
    const text = answer.text.slice(lead.length);
    const source = answer.finding === null ? '' : ` (Source: ${answer.finding.document.filename})`;
    return next !== undefined && next === answer.finding?.document.filename && source !== ''
      ? text.replace(source, '')
      : text;
  });
}

/** The same sentence is not given twice. */
export function addAnswer(answers: PartAnswer[], answer: PartAnswer): void {
  const given = new Set(answers.flatMap((other) => other.finding?.sentences ?? []));
  if (answer.finding?.sentences.every((text) => given.has(text)) !== true) answers.push(answer);
}

/** Is the answer to begin with yes or no? A follow-up ("and in winter?") inherits it. */
export function expectsYesNo(question: Question, last: Remembered | undefined): boolean {
  if (isYesNo(question.text) || /\b(?:right|correct|true)\?$/i.test(question.text)) return true;
  return (
    last?.yesNo === true &&
    question.followsUp &&
    /^(?:and|what about|how about)\b/i.test(question.text) &&
    question.terms.length <= 4
  );
}

export function wordedAnswer(question: Question, finding: Finding, yesNo: boolean): string {
  const stated = finding.sentences.map(sentence).join(' ');
  if (isClaim(question.text)) {
    const claimed = figuresIn(question.text);
    const figures = figuresIn(finding.evidence);
    const polarity = polarityOf(question.text, finding.evidence);
    const differs =
      claimed.length > 0 &&
      figures.length > 0 &&
      !claimed.some((figure) => figures.some((other) => other.value === figure.value));
    const lead =
      polarity === 'no' || differs
        ? 'No, that is not what the document says. '
        : polarity === 'yes'
          ? 'Yes, that agrees with the document. '
          : '';
    return `${lead}${wordFinding(question.text, finding, false)}`;
  }
  // Asked what somebody gets, and the document only says what they do not get.
  const asksWhatIsDue = /\bwhat\b.*\b(?:entitled|entitlements?|get|receive|eligible|offered|qualify)\b/i.test(
    question.text,
  );
  if (!yesNo && asksWhatIsDue && polarityOf(question.text, finding.evidence) === 'no')
    return `${finding.document.filename} does not say. It only states this: ${stated}`;
  return wordFinding(question.text, finding, yesNo);
}
