/** What a model is asked to do with a document, and by which criteria its answer is judged. */
import { QA_CRITERIA, PDF_CRITERIA, SUMMARY_CRITERIA, type CriterionWords } from './criteria.ts';

export const TASKS = ['summarization', 'email', 'pdf', 'qa', 'rag'] as const;
export type Task = (typeof TASKS)[number];

/**
 * `comparative`: against a reference and the source. `standalone`: by itself, without a reference; its figures are never
 * compared with comparative ones.
 */
export const MODES = ['comparative', 'standalone'] as const;
export type Mode = (typeof MODES)[number];

/** The parts that an answer can have. Of questions there is one, `answer`. */
export const PARTS = [
  'executive',
  'brief',
  'detailed',
  'participants',
  'action_items',
  'key_decisions',
  'topics_discussed',
  'answer',
] as const;
export type Part = (typeof PARTS)[number];

export interface Criterion {
  readonly key: string;
  readonly name: string;
  /** Which part of the answer it looks at. */
  readonly part: Part;
  /** What is excellent, good, fair and poor, in this order. */
  readonly anchors: readonly [string, string, string, string];
  /** Can its level be counted against a reference, or does it need reading? */
  readonly kind: 'coverage' | 'prose';
}

const CRITERIA: Readonly<Record<Task, readonly CriterionWords[]>> = {
  summarization: SUMMARY_CRITERIA,
  email: SUMMARY_CRITERIA,
  pdf: PDF_CRITERIA,
  qa: QA_CRITERIA,
  rag: QA_CRITERIA,
};

/** In the order in which they are shown. Both modes have the same keys. */
export function criteriaOf(task: Task, mode: Mode): readonly Criterion[] {
  return CRITERIA[task].map(({ key, part, kind, ...words }) => ({ key, part, kind, ...words[mode] }));
}

/** The parts that are asked for when nothing else is said, in order. */
export function partsOf(task: Task): readonly Part[] {
  return [...new Set(CRITERIA[task].map(({ part }) => part))];
}

/** Are questions asked, so that an answer passes or not? */
export function asksQuestions(task: Task): boolean {
  return task === 'qa' || task === 'rag';
}
