/** From the levels of the criteria to the judgement of one answer: overall level, grade, pass. Pure. */
import { gradeOf, overallOf, passesQa } from './grade.ts';
import type { AnswerJudgement, CriterionJudgement } from './judgement.ts';
import { LEVELS, type Level } from './level.ts';
import { asksQuestions, type Task } from './task.ts';

export type Judged = Pick<AnswerJudgement, 'invented' | 'coverage' | 'warnings'> & {
  /** Of every criterion that applies. */
  readonly levels: Readonly<Record<string, CriterionJudgement>>;
};

/** Nothing but the levels decides; a judge's own opinion of the whole is never asked. */
export function judgeLevels(task: Task, { levels, invented, coverage, warnings }: Judged): AnswerJudgement {
  const level = (key: string): Level | null => levels[key]?.level ?? null;
  const isQuestion = asksQuestions(task);
  const overall = overallOf(
    Object.values(levels).map((each) => each.level),
    { invented: invented.length > 0, wrong: isQuestion && level('correctness') === LEVELS.poor },
  );
  return {
    levels: { ...levels },
    overall,
    invented,
    grade: overall === null ? null : gradeOf([overall]),
    passed: isQuestion
      ? passesQa({
          correctness: level('correctness'),
          completeness: level('completeness'),
          conciseness: level('conciseness'),
          relevance: level('relevance'),
        })
      : null,
    coverage,
    undecided: Object.entries(levels).flatMap(([key, each]) =>
      each.level === null ? [`${key}: ${each.reason}`] : [],
    ),
    warnings,
  };
}
