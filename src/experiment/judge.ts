/**
 * Who judges the answers of an experiment. A model's client is made at its first call, and the rules are loaded when they are
 * needed: their reading of numbers and dates takes a tenth of a second.
 */
import type { AnswerJudge } from '../judge/answer/answer-judge.ts';
import type { NamedModel } from '../models/model-name.ts';
import { lazyModelClient } from '../models/model-of.ts';
import type { Settings } from '../settings.ts';
import type { ExperimentPlan } from './plan.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type JudgeSettings = Pick<
  Settings,
  'answerJudge' | 'answerPrompt' | 'model' | 'price' | 'endpoints' | 'baseUrl' | 'judgeTimeout'
>;

const USE = 'a model is to judge the answers. Set the key, or do without one: judge: rules.';

export async function answerJudgeOf(
  plan: Pick<ExperimentPlan, 'judge'>,
  settings: JudgeSettings,
  env: Environment,
): Promise<AnswerJudge> {
  const named = judgeModel(plan, settings);
  if (named === null) return (await import('../judge/answer/rules-answer-judge.ts')).createRulesAnswerJudge();
  const { createLlmAnswerJudge } = await import('../judge/answer/llm-answer-judge.ts');
  const client = lazyModelClient(named, env, USE);
  const { answerPrompt: prompt, judgeTimeout } = settings;
  return createLlmAnswerJudge({ client, model: named.model, prompt, timeoutMs: judgeTimeout * 1_000 });
}

/** null: the rules judge. */
export function judgeModel(
  { judge }: Pick<ExperimentPlan, 'judge'>,
  settings: JudgeSettings,
): NamedModel | null {
  const { model, price, endpoints, baseUrl } = settings;
  const asked = judge ?? settings.answerJudge;
  if (asked === 'rules') return null;
  if (asked === 'llm' || asked === model) return { model, price, endpoints, baseUrl };
  // The price of the settings is that of the settings' model.
  return { model: asked, endpoints, baseUrl };
}
