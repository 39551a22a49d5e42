import { createLlmAnswerJudge } from '../../judge/answer/llm-answer-judge.ts';
import { createRulesAnswerJudge } from '../../judge/answer/rules-answer-judge.ts';
import type { AnswerJudge } from '../../judge/answer/answer-judge.ts';
import type { LlmClient } from '../../models/client.ts';
import type { NamedModel } from '../../models/model-name.ts';
import type { NamedJudge } from './options.ts';

/** The judge of answers that the options and settings name; `clientFor` makes its client. */
export function judgeOf(
  { settings, prompts }: NamedJudge,
  clientFor: (named: NamedModel) => LlmClient,
): AnswerJudge {
  const { judge, model, price, endpoints, baseUrl, judgeTimeout } = settings;
  if (judge === 'rules') return createRulesAnswerJudge();
  const client = clientFor({ model, price, endpoints, baseUrl });
  return createLlmAnswerJudge({ client, model, prompt: prompts?.answer, timeoutMs: judgeTimeout * 1_000 });
}
