/** Answers questions from documents, part by part, with what the conversation established. */
import type { Memory } from '../conversation-memory.ts';
import { readQuestion, type Question, type Term } from '../question.ts';
import type { ScopedDocument } from '../scope.ts';
import { sentence, wordNothing } from '../wording.ts';
import type { Workbench } from '../workbench.ts';
import { calculation } from './calculation.ts';
import {
  addAnswer,
  ask,
  expectsYesNo,
  isCovered,
  joined,
  merged,
  wordedAnswer,
  type PartAnswer,
} from './part-answers.ts';
import { asksPlace, questionParts } from './parts.ts';
import { documentsFor, elsewhere, scopeOf, withYears } from './question-scope.ts';
import { asksRecommendation, recommend } from './recommendation.ts';

export interface QuestionReply {
  readonly content: string;
  readonly documentId: string | null;
  /** Short wording of what was found, or null. */
  readonly finding: string | null;
  readonly evidence: string | null;
  readonly terms: readonly Term[];
  readonly yesNo: boolean;
}

/** What answering one part after the other has come to. */
interface Progress {
  readonly answers: PartAnswer[];
  /** Words of the parts that found no answer. */
  readonly lacking: string[];
  missed: number;
  yesNo: boolean;
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
  const [opening] = parts;
  // Later parts lean on the parts before them first; only an opening that leans reaches back to earlier turns.
  const leansBack = opening !== undefined && (opening.followsUp || opening.terms.length <= 1);
  const earlierTerms = leansBack ? (last?.terms ?? []) : [];
  const progress: Progress = { answers: [], lacking: [], missed: 0, yesNo: false };
  let context: readonly Term[] = earlierTerms;
  for (const [index, part] of parts.entries()) {
    const question = withYears(bench, part, documents.list);
    const scope = scopeOf(bench, memory, question, message, documents.list);
    const yesNo = expectsYesNo(question, index === 0 ? last : undefined);
    await answerPart({ bench, memory, question, context, scope, yesNo }, progress);
    context = merged(context, question.terms);
  }
  const { answers, lacking } = progress;
  const terms = merged(
    parts.flatMap((part) => part.terms),
    earlierTerms,
  );
  if (answers.length === 0) {
    if (again && (await elsewhere(bench, readQuestion(message), documents.list)))
      return questionReply(bench, memory, message, false);
    const [only, second] = documents.list;
    return {
      ...unanswered(wordNothing(documents.list, lacking)),
      documentId: only !== undefined && second === undefined ? only.id : null,
      terms,
    };
  }
  const rest = progress.missed > 0 ? [`As for the rest: ${wordNothing(documents.list, lacking)}`] : [];
  // "Add this to the list": the list comes again, with the addition.
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
    yesNo: progress.yesNo,
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

interface Part {
  readonly bench: Workbench;
  readonly memory: Memory;
  readonly question: Question;
  readonly context: readonly Term[];
  readonly scope: readonly ScopedDocument[];
  readonly yesNo: boolean;
}

async function answerPart(part: Part, progress: Progress): Promise<void> {
  const { bench, question, context, scope, yesNo } = part;
  const { answers } = progress;
  const place = answers.at(-1)?.finding?.place ?? null;
  if (asksPlace(question.text) && place !== null) {
    answers.push({ text: `That is in ${place}.`, finding: null });
    return;
  }
  const following = answers.at(-1)?.finding?.next ?? null;
  if (
    following !== null &&
    /\b(?:came|comes|was|is|follow(?:s|ed)) (?:second|next)\b|\brunner-up\b/i.test(question.text)
  ) {
    answers.push({ text: sentence(following), finding: null });
    return;
  }
  if (isCovered(question, answers)) return;
  progress.yesNo ||= yesNo;
  const advice = asksAdvice(question) ? recommend(bench, scope) : null;
  if (advice !== null) {
    await bench.query(question, context, scope);
    answers.push({ text: `${advice.text} (Source: ${advice.document.filename})`, finding: null });
    return;
  }
  const calculated = await calculation(part);
  if (calculated !== null) {
    answers.push(calculated);
    return;
  }
  const { finding, unknown } = await ask(bench, question, context, scope);
  if (finding !== null) addAnswer(answers, { text: wordedAnswer(question, finding, yesNo), finding });
  else if (answers.length === 0 || question.terms.some((term) => !term.soft)) {
    progress.missed += 1;
    progress.lacking.push(...(unknown.length > 0 ? unknown : question.terms.map((term) => term.word)));
  }
}

/** Which one to take, and nothing more particular than that. */
const asksAdvice = (question: Question): boolean =>
  asksRecommendation(question.text) &&
  question.terms.every(
    (term) => term.soft || /^(?:valu|money|choos|choic|recommend|pick|buy)/.test(term.stem),
  );
