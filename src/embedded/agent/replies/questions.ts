/** Answers questions from documents, part by part, with what the conversation established. */
import { lastWithDocument, type Memory, type Remembered } from '../conversation-memory.ts';
import type { Finding, Search } from '../find.ts';
import { figuresIn } from '../figures.ts';
import { setsOf } from '../passage-index.ts';
import { groupsOf } from '../thesaurus.ts';
import { holdsKind } from '../scoring.ts';
import { isYesNo, readQuestion, type Question, type Term } from '../question.ts';
import { documentYear, withAbsoluteYears } from '../relative-periods.ts';
import { documentAbout, namedDocuments, namedFiles, type ScopedDocument } from '../scope.ts';
import { polarityOf, sentence, wordFinding, wordNothing } from '../wording.ts';
import type { Workbench } from '../workbench.ts';
import { calculation } from './calculation.ts';
import { discover, openNamedFile } from './discovery.ts';
import { asksRecommendation, recommend } from './recommendation.ts';
import { asksPlace, isClaim, questionParts } from './parts.ts';

export interface QuestionReply {
  readonly content: string;
  readonly documentId: string | null;
  readonly finding: string | null;
  readonly evidence: string | null;
  readonly terms: readonly Term[];
  readonly yesNo: boolean;
}

interface PartAnswer {
  readonly text: string;
  readonly finding: Finding | null;
}

export async function questionReply(
  bench: Workbench,
  memory: Memory,
  message: string,
  again = true,
): Promise<QuestionReply> {
  const documents = await documentsFor(bench, message);
  if ('problem' in documents) return unanswered(documents.problem);
  const last = memory.turns.findLast((turn) => turn.terms.length > 0);
  const parts = questionParts(message, documents.list);
  const followsUp = parts.some((part) => part.followsUp || part.terms.length <= 1);
  let context: readonly Term[] = followsUp ? (last?.terms ?? []) : [];
  const answers: PartAnswer[] = [];
  const lacking: string[] = [];
  let yesNo = false;
  let missed = 0;
  for (const [index, part] of parts.entries()) {
    const previous = answers.at(-1)?.finding ?? null;
    if (asksPlace(part.text) && previous?.place) {
      answers.push({ text: `That is in ${previous.place}.`, finding: null });
      continue;
    }
    if (isCovered(part, answers)) continue;
    const question = withYears(bench, part, documents.list);
    const scope = scopeOf(bench, memory, question, message, documents.list);
    const answersYesNo = expectsYesNo(question, index === 0 ? last : undefined);
    yesNo ||= answersYesNo;
    const advice =
      asksRecommendation(question.text) &&
      question.terms.every(
        (term) => term.soft || /^(?:valu|money|choos|choic|recommend|pick|buy)/.test(term.stem),
      )
        ? recommend(bench, scope)
        : null;
    if (advice !== null) {
      await bench.query(question, context, scope);
      answers.push({ text: `${advice.text} (Source: ${advice.document.filename})`, finding: null });
      continue;
    }
    const calculated = await calculation({ bench, memory, question, context, scope });
    const search = calculated === null ? await ask(bench, question, context, scope) : null;
    if (calculated !== null) answers.push(calculated);
    else if (search?.finding)
      addAnswer(answers, {
        text: wordedAnswer(question, search.finding, answersYesNo),
        finding: search.finding,
      });
    else {
      missed += 1;
      lacking.push(
        ...(search !== null && search.unknown.length > 0
          ? search.unknown
          : question.terms.map((term) => term.word)),
      );
    }
    context = merged(context, question.terms);
  }
  const terms = merged(
    parts.flatMap((part) => part.terms),
    followsUp ? (last?.terms ?? []) : [],
  );
  if (answers.length === 0) {
    if (again && (await elsewhere(bench, readQuestion(message), documents.list)))
      return questionReply(bench, memory, message, false);
    return {
      ...unanswered(wordNothing(documents.list, lacking)),
      documentId: documents.list.length === 1 ? (documents.list[0]?.id ?? null) : null,
      terms,
    };
  }
  const rest = missed > 0 ? [`As for the rest: ${wordNothing(documents.list, lacking)}`] : [];
  const earlier = /\badd\b.*\bto (?:the|that|this|it|my)\b/i.test(message)
    ? [memory.turns.at(-1)?.answer ?? '']
    : [];
  return {
    content: [...earlier, ...joined(answers), ...rest].join(' '),
    documentId: answers.findLast((answer) => answer.finding !== null)?.finding?.document.id ?? null,
    finding: answers
      .map((answer) =>
        answer.finding === null ? answer.text : answer.finding.sentences.map(sentence).join(' '),
      )
      .join(' '),
    evidence: answers.map((answer) => answer.finding?.evidence ?? answer.text).join(' '),
    terms,
    yesNo,
  };
}

const unanswered = (content: string): QuestionReply => ({
  content,
  documentId: null,
  finding: null,
  evidence: null,
  terms: [],
  yesNo: false,
});

/** Asks as it stands; when that finds nothing and the words lean on earlier ones, once more with those. */
async function ask(
  bench: Workbench,
  question: Question,
  context: readonly Term[],
  scope: readonly ScopedDocument[],
): Promise<Search> {
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
function isCovered(part: Question, answers: readonly PartAnswer[]): boolean {
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
  if (part.text.includes('?')) return false;
  const { stems, groups } = setsOf(
    answers.map((answer) => `${answer.text} ${answer.finding?.evidence ?? ''}`).join(' '),
  );
  return part.terms.every(
    (term) => stems.has(term.stem) || groupsOf(term.stem).some((group) => groups.has(group)),
  );
}

/** The source is named once for answers that share it. */
function joined(answers: readonly PartAnswer[]): string[] {
  return answers.map((answer, index) => {
    const next = answers[index + 1]?.finding?.document.filename;
    const source = answer.finding === null ? '' : ` (Source: ${answer.finding.document.filename})`;
    return next !== undefined && next === answer.finding?.document.filename && source !== ''
      ? answer.text.replace(source, '')
      : answer.text;
  });
}

/** The same sentence is not given twice. */
function addAnswer(answers: PartAnswer[], answer: PartAnswer): void {
  const given = new Set(answers.flatMap((other) => other.finding?.sentences ?? []));
  if (answer.finding?.sentences.every((text) => given.has(text)) !== true) answers.push(answer);
}

function expectsYesNo(question: Question, last: Remembered | undefined): boolean {
  if (isYesNo(question.text) || /\b(?:right|correct|true)\?$/i.test(question.text)) return true;
  return (
    last?.yesNo === true &&
    question.followsUp &&
    /^(?:and|what about|how about)\b/i.test(question.text) &&
    question.terms.length <= 4
  );
}

/** The session's documents; a file that the message names and that is not among them is fetched first. */
async function documentsFor(
  bench: Workbench,
  message: string,
): Promise<{ list: ScopedDocument[] } | { problem: string }> {
  const list = bench.documents();
  const names = namedFiles(message).map((file) => file.split(/[/\\]/).at(-1)?.toLowerCase());
  if (names.length > 0 && !list.some((document) => names.includes(document.filename.toLowerCase()))) {
    const opened = await openNamedFile(bench, message);
    if (opened !== null && 'problem' in opened) return opened;
    if (opened !== null) return { list: bench.documents() };
  }
  if (list.length > 0) return { list };
  const found = await discover(bench, readQuestion(message), 1);
  if (found === null)
    return {
      problem:
        "I searched for a document that could answer this and found none, so I can't say. If you name the file, I will look into it.",
    };
  return 'problem' in found ? found : { list: [found.document] };
}

/** Documents are there and do not answer: perhaps another file does, when its name is plainly meant. */
async function elsewhere(
  bench: Workbench,
  question: Question,
  known: readonly ScopedDocument[],
): Promise<boolean> {
  const [best] = bench.filesNamedLike(question.terms);
  if (
    best === undefined ||
    best.words.length < 2 ||
    known.some((document) => document.filename === best.file.name)
  )
    return false;
  const found = await discover(bench, question, 2);
  return (
    found !== null && 'document' in found && !known.some((document) => document.id === found.document.id)
  );
}

const merged = (first: readonly Term[], second: readonly Term[]): Term[] => {
  const all = [...first];
  for (const term of second) if (!all.some((other) => other.stem === term.stem)) all.push(term);
  return all.slice(0, 14);
};

function withYears(bench: Workbench, question: Question, documents: readonly ScopedDocument[]): Question {
  const [document] = documents;
  if (document === undefined || !/\b(?:last|previous|prior|this) year/i.test(question.text)) return question;
  const texts = bench.services.library.content(document.id).passages.map((passage) => passage.text);
  const year = documentYear(document.title ?? '', texts);
  return year === null ? question : readQuestion(withAbsoluteYears(question.text, year));
}

function scopeOf(
  bench: Workbench,
  memory: Memory,
  question: Question,
  message: string,
  documents: readonly ScopedDocument[],
): readonly ScopedDocument[] {
  if (documents.length < 2) return documents;
  const named = namedDocuments(question.text, documents);
  if (named.length > 0) return named;
  const overall = namedDocuments(message, documents);
  if (overall.length === 1) return overall;
  if (/\bthe \w+ one\b/i.test(question.text)) {
    const about = documentAbout(question.text, documents, bench.services.library);
    if (about !== null) return [about];
  }
  const last = lastWithDocument(memory);
  const same = documents.filter((document) => document.id === last?.documentId);
  const refersBack = /\b(?:it|that|this|the same|the) (?:document|report|file|handbook|one)?\b/i.test(
    question.text,
  );
  return same.length > 0 && refersBack && question.followsUp && question.terms.length <= 2 ? same : documents;
}

function wordedAnswer(question: Question, finding: Finding, yesNo: boolean): string {
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
