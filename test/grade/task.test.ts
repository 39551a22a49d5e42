import { expect, test } from 'vitest';
import { QA_WEIGHTS } from '../../src/grade/grade.ts';
import { judgeLevels } from '../../src/grade/judge-levels.ts';
import { answerJudgementSchema, type CriterionJudgement } from '../../src/grade/judgement.ts';
import type { Level } from '../../src/grade/level.ts';
import { criteriaOf, MODES, partsOf, TASKS } from '../../src/grade/task.ts';

test.each(TASKS)('%s has the same criteria in both modes, each with four anchors of its own', (task) => {
  const [comparative, standalone] = MODES.map((mode) => criteriaOf(task, mode));
  expect(standalone?.map(({ key }) => key)).toEqual(comparative?.map(({ key }) => key));
  for (const { anchors, name } of [...(comparative ?? []), ...(standalone ?? [])]) {
    expect(name).not.toBe('');
    expect(new Set(anchors).size).toBe(4);
  }
  expect(new Set(comparative?.map(({ key }) => key)).size).toBe(comparative?.length);
});

test('the criteria of the tasks', () => {
  const names = (task: (typeof TASKS)[number], mode: (typeof MODES)[number]) =>
    criteriaOf(task, mode).map(({ name }) => name);
  expect(names('summarization', 'comparative')).toEqual([
    'Executive summary accuracy',
    'Completeness',
    'Action items accuracy',
    'Key decisions accuracy',
    'Participant identification',
    'Topic coverage',
  ]);
  expect(names('email', 'standalone')).toEqual([
    'Executive summary quality',
    'Detail completeness',
    'Action items structure',
    'Key decisions clarity',
    'Participant information',
    'Topic organization',
  ]);
  expect(names('pdf', 'comparative')).toEqual(['Brief summary accuracy', 'Detail completeness']);
  expect(criteriaOf('rag', 'comparative').map(({ key }) => key)).toEqual(Object.keys(QA_WEIGHTS));
  expect(partsOf('summarization')).toEqual([
    'executive',
    'detailed',
    'action_items',
    'key_decisions',
    'participants',
    'topics_discussed',
  ]);
  expect(partsOf('qa')).toEqual(['answer']);
});

const said = (level: Level | null): CriterionJudgement => ({ level, reason: 'because', quotes: [] });
const rest = { invented: [], coverage: {}, warnings: [] };

test('a wrong answer to a question is poor and fails, whatever its other levels are', () => {
  const judged = judgeLevels('qa', {
    ...rest,
    levels: {
      correctness: said(1),
      completeness: said(null),
      conciseness: said(4),
      relevance: said(4),
    },
  });
  expect(judged).toMatchObject({
    overall: 1,
    grade: 0,
    passed: false,
    undecided: ['completeness: because'],
  });
  expect(answerJudgementSchema.parse(judged)).toEqual(judged);
});

test('a summary with a level missing has no grade, and one that invents is fair at most', () => {
  const six = {
    executive_summary: said(4),
    completeness: said(4),
    action_items: said(4),
    key_decisions: said(4),
    participants: said(4),
  };
  const open = judgeLevels('summarization', { ...rest, levels: { ...six, topics: said(null) } });
  expect(open).toMatchObject({ overall: null, grade: null, passed: null, undecided: ['topics: because'] });
  const invents = judgeLevels('summarization', {
    ...rest,
    invented: ['a budget of 3 million'],
    levels: { ...six, topics: said(4) },
  });
  expect(invents).toMatchObject({ overall: 2, passed: null });
  expect(invents.grade).toBeCloseTo(33.333, 2);
});
