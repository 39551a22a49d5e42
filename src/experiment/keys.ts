/** What an answer and a judgement depend on, as hashes: the same hash is not asked for again. Pure. */
import { createHash } from 'node:crypto';
import { RULES_VERSION } from '../rubric/rules-version.ts';
import type { ExperimentPlan, PlannedCase, Variant } from './plan.ts';

/** Raise it whenever a stored answer means something else. */
const VERSION = 1;

/** The number of the sample is a part: repeats are never one answer shown several times. */
export function answerKey(
  plan: Pick<ExperimentPlan, 'task' | 'parts'>,
  variant: Variant,
  { document, question }: PlannedCase,
  { identity, sample }: { readonly identity: string; readonly sample: number },
): string {
  const { prompt, temperature, maxTokens, combined, extra } = variant;
  return hash([
    'answer',
    VERSION,
    document.sha256,
    question,
    plan.task,
    plan.parts,
    prompt.sha256,
    identity,
    { temperature, maxTokens, combined, extra },
    sample,
  ]);
}

export function judgementKey(
  plan: Pick<ExperimentPlan, 'task' | 'mode' | 'parts'>,
  { truth, document, question }: PlannedCase,
  parts: Readonly<Record<string, string>>,
  { answer, fingerprint }: { readonly answer: string; readonly fingerprint: string },
): string {
  const { task, mode, parts: asked } = plan;
  return hash([
    'judgement',
    VERSION,
    RULES_VERSION,
    answer,
    parts,
    document.sha256,
    question,
    truth,
    task,
    mode,
    asked,
    fingerprint,
  ]);
}

function hash(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
