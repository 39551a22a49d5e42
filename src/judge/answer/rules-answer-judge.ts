/** The judge of answers without an LLM: free and deterministic. What rules cannot tell is left open. */
import { judgeLevels } from '../../grade/judge-levels.ts';
import type { AnswerJudgement, CriterionJudgement } from '../../grade/judgement.ts';
import type { Criterion } from '../../grade/task.ts';
import { RULES_VERSION } from '../../rubric/rules-version.ts';
import type { AnswerJudge, AnswerToJudge } from './answer-judge.ts';
import { criteriaAsked } from './criteria-asked.ts';
import { judgeQa } from './judge-qa.ts';
import { judgeSummary } from './judge-summary.ts';

/** Raise it whenever a level may change: judgements of different rules are not comparable. */
const ANSWER_RULES_VERSION = 1;

/** Needs no key, no network and spends nothing. */
export function createRulesAnswerJudge(): AnswerJudge {
  return {
    name: 'rules',
    model: null,
    fingerprint: `rules:${RULES_VERSION}:answers:${ANSWER_RULES_VERSION}`,
    judge: (answer) => Promise.resolve(judgeAnswerByRules(answer)),
  };
}

/** Pure: the same answer gives the same judgement. */
export function judgeAnswerByRules(answer: AnswerToJudge): AnswerJudgement {
  const { settled, open } = criteriaAsked(answer);
  const { levels, invented, coverage } = judgeOpen(answer, open);
  return judgeLevels(answer.task, {
    levels: { ...settled, ...levels },
    invented,
    coverage,
    warnings: [],
  });
}

type Found = Pick<AnswerJudgement, 'levels' | 'invented' | 'coverage'>;

function judgeOpen({ truth, question, parts }: AnswerToJudge, open: readonly Criterion[]): Found {
  if (open.length === 0) return { levels: {}, invented: [], coverage: {} };
  if (truth === null) return unread(open, 'without a reference nothing is told by rule');
  if ('summarization' in truth) return { ...judgeSummary(open, parts, truth.summarization), invented: [] };
  return { ...judgeQa(parts['answer'] ?? '', question ?? truth.qa.question, truth.qa), coverage: {} };
}

function unread(open: readonly Criterion[], reason: string): Found {
  const levels = Object.fromEntries(
    open.map(({ key }): [string, CriterionJudgement] => [key, { level: null, reason, quotes: [] }]),
  );
  return { levels, invented: [], coverage: {} };
}
