/** What a judge sees of an answer, as text: everything between delimiters, and nothing of who gave it. Pure. */
import type { CaseTruth } from '../../corpus/case-truth.ts';
import type { Criterion } from '../../grade/task.ts';
import { delimited, onOneLine, section, shorten } from '../../models/untrusted.ts';
import { ANSWER_TASK } from '../prompts/answer.ts';
import type { AnswerToJudge } from './answer-judge.ts';

/** Characters. */
const SOURCE = 200_000;
const PART = 16_000;

export interface AnswerEvidence {
  /** The same for every answer to the case: source, question and reference. */
  readonly shared: string;
  readonly answer: string;
  /** The judge does not see all of the source. */
  readonly isSourceCut: boolean;
}

/** @param open what is to be graded: no other part is shown. */
export function answerEvidence(input: AnswerToJudge, open: readonly Criterion[]): AnswerEvidence {
  const { document, question, mode, truth, parts } = input;
  const shown = [...new Set(open.map(({ part }) => part))];
  return {
    shared: [
      delimited('source', shorten(document.text, SOURCE)),
      ...(question === null ? [] : [delimited('question', question)]),
      ...(mode === 'standalone' || truth === null ? [] : [delimited('reference', referenceText(truth))]),
    ].join('\n\n'),
    answer: [
      section(
        'answer',
        shown.map((part) => delimited(`answer_${part}`, shorten(parts[part] ?? '', PART))),
      ),
      ANSWER_TASK,
    ].join('\n\n'),
    isSourceCut: document.text.length > SOURCE,
  };
}

function referenceText(truth: CaseTruth): string {
  if ('qa' in truth) {
    const { answer, wordings = [], where } = truth.qa;
    const expected =
      answer ?? 'The source does not hold it. A right answer says so and gives nothing in its place.';
    return [
      `expected answer: ${onOneLine(expected)}`,
      ...(wordings.length === 0 ? [] : [`right as well: ${wordings.map(onOneLine).join(' | ')}`]),
      ...(where === null ? [] : [`it follows from: ${onOneLine(where)}`]),
    ].join('\n');
  }
  return Object.entries(truth.summarization)
    .map(([name, value]) => `${name}:\n${typeof value === 'string' ? value : listText(value)}`)
    .join('\n\n');
}

function listText(entries: readonly string[] | undefined): string {
  if (entries === undefined || entries.length === 0) return 'none';
  return entries.map((entry) => `- ${onOneLine(entry)}`).join('\n');
}
