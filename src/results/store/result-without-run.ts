/** The result of a scenario that could not even begin: a broken file, a crashed worker. ERRORED, never a verdict. */
import path from 'node:path';
import { notJudged } from './scenario-result.ts';
import { FORMAT, type ScenarioResult } from './schema.ts';
import { maskSecrets } from '../../redact.ts';

export interface WithoutRun {
  readonly runId: string;
  readonly scenarioId: string;
  /** Path of the YAML relative to the project's root, forward slashes; its folder is taken for the category. */
  readonly file: string;
  readonly error: string;
  /** What was paid all the same; left out: nothing. */
  readonly spend?: ScenarioResult['spend'];
}

const NOTHING: ScenarioResult['spend'] = {
  calls: 0,
  usd: 0,
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
};

export function resultWithoutRun({
  runId,
  scenarioId,
  file,
  error: words,
  spend = NOTHING,
}: WithoutRun): ScenarioResult {
  const error = maskSecrets(words, process.env);
  return {
    scenario_id: scenarioId,
    category: path.posix.basename(path.posix.dirname(file)) || 'unknown',
    status: 'ERRORED',
    overall_score: null,
    elapsed_s: 0,
    turns: [],
    performance_summary: null,
    root_cause: null,
    recommended_fix: null,
    cost_estimate: { turns: 0, estimated_usd: spend.usd },
    error,
    format: FORMAT,
    run_id: runId,
    name: scenarioId,
    severity: 'standard',
    scenario_fingerprint: '',
    declared: [],
    judged_weight: null,
    reasons: [notJudged(error)],
    warnings: [],
    root_cause_target: null,
    started_at: new Date().toISOString(),
    file,
    session: null,
    documents: [],
    judge: { name: 'none', fingerprint: '', model: null },
    simulator: { name: 'none', fingerprint: '' },
    spend: { ...spend },
    attempt: 1,
  };
}
