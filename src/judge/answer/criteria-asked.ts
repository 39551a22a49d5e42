/** Which criteria apply to an answer, and those whose level needs no judge. Pure. */
import type { CaseTruth, SummaryTruth } from '../../corpus/case-truth.ts';
import type { CriterionJudgement } from '../../grade/judgement.ts';
import { LEVELS } from '../../grade/level.ts';
import { asksQuestions, criteriaOf, partsOf, type Criterion, type Task } from '../../grade/task.ts';
import type { AnswerToJudge } from './answer-judge.ts';

export interface AskedCriteria {
  /** Levels that code knows, and those that nobody can tell for want of a reference. */
  readonly settled: Readonly<Record<string, CriterionJudgement>>;
  /** What is left for the judge. */
  readonly open: readonly Criterion[];
}

/** Where the reference for a criterion stands. */
const REFERENCES: Readonly<Record<string, keyof SummaryTruth>> = {
  executive_summary: 'executive_summary',
  completeness: 'detailed_summary',
  action_items: 'action_items',
  key_decisions: 'key_decisions',
  participants: 'participants',
  topics: 'topics_discussed',
  brief_summary: 'brief_summary',
  detail_completeness: 'detailed_summary',
};

/** The words or entries of a criterion's reference; undefined: nobody wrote one. */
export function referenceOf(key: string, truth: SummaryTruth): string | readonly string[] | undefined {
  const name = REFERENCES[key];
  return name === undefined ? undefined : truth[name];
}

export function criteriaAsked({ task, mode, asked, parts, truth }: AnswerToJudge): AskedCriteria {
  const wanted = asked ?? partsOf(task);
  const settled: Record<string, CriterionJudgement> = {};
  const open: Criterion[] = [];
  for (const criterion of criteriaOf(task, mode)) {
    const { key, part } = criterion;
    if (!wanted.includes(part)) continue;
    if ((parts[part] ?? '').trim() === '') {
      settled[key] = { level: LEVELS.poor, reason: `${part} was asked for and is not there`, quotes: [] };
    } else if (mode === 'comparative' && !hasReference(key, task, truth)) {
      settled[key] = { level: null, reason: whyNone(key, task, truth), quotes: [] };
    } else open.push(criterion);
  }
  return { settled, open };
}

function hasReference(key: string, task: Task, truth: CaseTruth | null): boolean {
  if (truth === null) return false;
  if ('qa' in truth) return asksQuestions(task);
  return !asksQuestions(task) && referenceOf(key, truth.summarization) !== undefined;
}

function whyNone(key: string, task: Task, truth: CaseTruth | null): string {
  if (truth === null) return 'there is no truth to compare with';
  if ('qa' in truth || asksQuestions(task)) return `the truth is of another task than ${task}`;
  return (
    `the truth has no reference: write \`${REFERENCES[key] ?? key}\` ` +
    '(an empty list says that there are none), or leave its part out'
  );
}
