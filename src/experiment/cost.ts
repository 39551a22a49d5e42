/** What an experiment may cost, and whether it can cost anything at all. */
import { asksQuestions } from '../grade/task.ts';
import { costOf } from '../models/prices.ts';
import { priceOfModel } from '../models/model-of.ts';
import { isFreeModel } from '../models/model-name.ts';
import type { Settings } from '../settings.ts';
import { answeringOf, namedModel } from './answering/answering-of.ts';
import { openCache, type Cache } from './cache.ts';
import { answerJudgeOf, judgeModel } from './judge.ts';
import { answerKey, judgementKey } from './keys.ts';
import type { ExperimentPlan, Variant } from './plan.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Nothing is asked of any server: models that are here, answers that are there, rules that judge. */
export function needsNobody(plan: ExperimentPlan, settings: Settings): boolean {
  return (
    plan.variants.every(({ source }) => source.kind !== 'network') && judgeModel(plan, settings) === null
  );
}

/** More are not looked up only to run them unasked. */
const MOST_LOOKED_UP = 2_000;

/** Every answer and every judgement is there from before. */
export async function isCached(
  plan: ExperimentPlan,
  settings: Settings,
  results: string,
  env: Environment,
): Promise<boolean> {
  if (settings.force !== undefined) return false;
  if (plan.variants.length * plan.cases.length * plan.repeats > MOST_LOOKED_UP) return false;
  const counted = await countKept(plan, settings, results, env);
  return counted.answers.kept === counted.answers.all && counted.judgements.kept === counted.judgements.all;
}

export interface Kept {
  readonly answers: { readonly kept: number; readonly all: number };
  readonly judgements: { readonly kept: number; readonly all: number };
}

export async function countKept(
  plan: ExperimentPlan,
  settings: Settings,
  results: string,
  env: Environment,
): Promise<Kept> {
  const cache = openCache(results);
  const judge = settings.answersOnly ? null : await answerJudgeOf(plan, settings, env);
  const counts = { answers: { kept: 0, all: 0 }, judgements: { kept: 0, all: 0 } };
  for (const variant of plan.variants) {
    const kept = await keptOf(plan, variant, {
      settings,
      env,
      cache,
      fingerprint: judge?.fingerprint ?? null,
    });
    for (const kind of ['answers', 'judgements'] as const) {
      counts[kind].kept += kept[kind].kept;
      counts[kind].all += kept[kind].all;
    }
  }
  return counts;
}

async function keptOf(
  plan: ExperimentPlan,
  variant: Variant,
  {
    settings,
    env,
    cache,
    fingerprint,
  }: { settings: Settings; env: Environment; cache: Cache; fingerprint: string | null },
): Promise<Kept> {
  const { identity } = answeringOf(plan, variant, settings, env);
  let [answers, judgements, all] = [0, 0, 0];
  for (const planned of plan.cases) {
    if (plan.mode === 'comparative' && planned.truth === null) continue;
    for (let sample = 1; sample <= plan.repeats; sample += 1) {
      all += 1;
      const key = answerKey(plan, variant, planned, { identity, sample });
      const answer = await cache.answer(key);
      if (answer === null) continue;
      answers += 1;
      if (fingerprint === null) continue;
      const judged = await cache.judgement(
        judgementKey(plan, planned, answer.parts, { answer: key, fingerprint }),
      );
      if (judged !== null) judgements += 1;
    }
  }
  return {
    answers: { kept: answers, all },
    judgements: { kept: judgements, all: fingerprint === null ? 0 : all },
  };
}

export interface VariantEstimate {
  readonly variant: string;
  readonly cells: number;
  readonly calls: number;
  readonly inputTokens: number;
  /** USD of the answers, with as many output tokens as are allowed, or some usual number. */
  readonly usd: number;
}

/** Tokens of prompt and framing beside the document, and of a usual answer. */
const BESIDE = 300;
const USUAL_ANSWER = 500;

/** An estimate, four characters a token: what a dry run tells. Pure but for the table of prices. */
export function estimateVariant(plan: ExperimentPlan, variant: Variant, settings: Settings): VariantEstimate {
  const cells = plan.cases.length;
  const calls = asksQuestions(plan.task) || variant.combined ? 1 : plan.parts.length;
  const input = plan.cases.reduce((sum, { document }) => sum + document.tokens_estimated + BESIDE, 0);
  const times = calls * plan.repeats;
  const base = { variant: variant.name, cells, calls: cells * times, inputTokens: input * times };
  if (variant.source.kind !== 'network') return { ...base, calls: 0, inputTokens: 0, usd: 0 };
  const named = namedModel(variant.source, settings);
  if (isFreeModel(named)) return { ...base, usd: 0 };
  const output = cells * times * (variant.maxTokens ?? USUAL_ANSWER);
  const usage = {
    input_tokens: input * times,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: output,
  };
  return { ...base, usd: costOf(usage, priceOfModel(named)) };
}
