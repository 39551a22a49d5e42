/** The judge of answers that asks a model. It gives levels with reasons and quotes; code checks them and decides. */
import { z } from 'zod';
import { judgeLevels } from '../../grade/judge-levels.ts';
import type { CriterionJudgement } from '../../grade/judgement.ts';
import { LEVEL_NAMES, LEVELS, type LevelName } from '../../grade/level.ts';
import { asksQuestions, criteriaOf, MODES, TASKS, type Criterion } from '../../grade/task.ts';
import type { Fault, LlmClient } from '../../models/client.ts';
import { fingerprintOf } from '../../models/fingerprint.ts';
import { RULES_VERSION } from '../../rubric/rules-version.ts';
import { ANSWER_PROMPT, ANSWER_TASK, answerPrompt } from '../prompts/answer.ts';
import { answerEvidence } from './answer-evidence.ts';
import type { AnswerJudge, AnswerJudgeContext, AnswerToJudge } from './answer-judge.ts';
import {
  answerReply,
  answerReplyAsked,
  readAnswerReply,
  type AnswerReply,
  type ReadAnswerReply,
} from './answer-reply.ts';
import { criteriaAsked } from './criteria-asked.ts';
import { judgeQa } from './judge-qa.ts';

export interface LlmAnswerJudgeOptions {
  readonly client: LlmClient;
  /** Stands in the fingerprint; the client knows which model it calls. */
  readonly model: string;
  /** With the place of the criteria still open, as `prompts/` reads an edited one; left out: our own. */
  readonly prompt?: string | undefined;
  /** Milliseconds for one judgement, retries included. Default 120,000. */
  readonly timeoutMs?: number;
}

/** A judgement has some 400 tokens; the rest is room for models that think first. */
const TOKENS = 4_000;

/** Raise it whenever code reads the same reply otherwise. */
const READING_VERSION = 1;

const ORDERS: readonly [readonly LevelName[], readonly LevelName[]] = [LEVEL_NAMES, LEVEL_NAMES.toReversed()];

export function createLlmAnswerJudge(options: LlmAnswerJudgeOptions): AnswerJudge {
  const { client, model, prompt = ANSWER_PROMPT, timeoutMs = 120_000 } = options;
  return {
    name: 'llm',
    model,
    fingerprint: `llm:${model}:${promptVersion(prompt)}:rules:${RULES_VERSION}:answers:${READING_VERSION}`,
    async judge(answer, context) {
      const { settled, open } = criteriaAsked(answer);
      if (open.length === 0) {
        return judgeLevels(answer.task, { levels: settled, invented: [], coverage: {}, warnings: [] });
      }
      const read = await ask({ client, prompt, timeoutMs }, answer, open, context);
      const held = holdToRules(read.levels, answer);
      return judgeLevels(answer.task, {
        levels: { ...settled, ...held.levels },
        invented: read.invented,
        coverage: {},
        warnings: [...read.warnings, ...read.notes, ...held.warnings],
      });
    },
  };
}

interface Asking {
  readonly client: LlmClient;
  readonly prompt: string;
  readonly timeoutMs: number;
}

async function ask(
  { client, prompt, timeoutMs }: Asking,
  answer: AnswerToJudge,
  open: readonly Criterion[],
  { signal, ledger, onWait }: AnswerJudgeContext,
): Promise<ReadAnswerReply & { readonly notes: readonly string[] }> {
  const { shared, answer: shown, isSourceCut } = answerEvidence(answer, open);
  const order = orderOf(answer);
  const context = { open, parts: answer.parts, source: answer.document.text, isSourceCut };
  const notes: string[] = isSourceCut ? ['the source was too long for the judge to see all of it'] : [];
  const replied = await client.structured<AnswerReply>({
    system: answerPrompt(prompt, { mode: answer.mode, criteria: open, order }),
    shared,
    prompt: shown,
    schema: answerReply,
    asked: answerReplyAsked(
      open.map(({ key }) => key),
      order,
    ),
    faultOf: (reply) => faultOf(readAnswerReply(reply, context)),
    maxTokens: TOKENS,
    timeoutMs,
    signal,
    ledger,
    onWait,
    onNote: (note) => notes.push(note),
  });
  return { ...readAnswerReply(replied, context), notes };
}

/** What is asked for once more: a level that is missing, a quote that does not stand. */
function faultOf({ missing, warnings }: ReadAnswerReply): Fault | null {
  const levels = missing.length === 0 ? [] : [`criteria has no level for ${missing.join(', ')}`];
  const problems = [...levels, ...warnings];
  return problems.length === 0 ? null : { problem: problems.join('; '), isGrave: false };
}

/** A case always shows its levels in the same order, so that variants are compared alike; the next case perhaps in the other. */
function orderOf({ task, document, question }: AnswerToJudge): readonly LevelName[] {
  const last = fingerprintOf(task, document.name, question ?? '').at(-1) ?? '0';
  return ORDERS[Number.parseInt(last, 16) % 2 === 0 ? 0 : 1];
}

interface Held {
  readonly levels: Readonly<Record<string, CriterionJudgement>>;
  readonly warnings: readonly string[];
}

/** No model can overrule what code tells for certain: a wrong answer to a question is poor. */
function holdToRules(levels: Held['levels'], { task, mode, truth, question, parts }: AnswerToJudge): Held {
  const given = levels['correctness'];
  if (
    !asksQuestions(task) ||
    mode !== 'comparative' ||
    truth === null ||
    !('qa' in truth) ||
    given === undefined
  ) {
    return { levels, warnings: [] };
  }
  const { correctness } = judgeQa(parts['answer'] ?? '', question ?? truth.qa.question, truth.qa).levels;
  if (correctness.level !== LEVELS.poor || given.level === LEVELS.poor) return { levels, warnings: [] };
  return {
    levels: { ...levels, correctness: { ...given, level: LEVELS.poor, reason: correctness.reason } },
    warnings: [`the judge did not find the answer wrong, and by rule it is: ${correctness.reason}`],
  };
}

/** Changes with any word of the prompt, of a criterion, and with the form of a reply. */
function promptVersion(prompt: string): string {
  const criteria = TASKS.flatMap((task) => MODES.map((mode) => JSON.stringify(criteriaOf(task, mode))));
  const form = JSON.stringify(z.toJSONSchema(answerReplyAsked(['key'], LEVEL_NAMES)));
  return fingerprintOf(
    prompt,
    ANSWER_TASK,
    ...criteria,
    form,
    answerPrompt(prompt, { ...NOTHING, mode: 'comparative' }),
    answerPrompt(prompt, { ...NOTHING, mode: 'standalone' }),
  );
}

const NOTHING = { criteria: [], order: LEVEL_NAMES } as const;
