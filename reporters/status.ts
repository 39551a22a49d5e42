/** How a status looks in a summary and in a table. */
import { isFreeModel } from '../src/models/model-name.ts';
import type { Settings } from '../src/settings.ts';

const ICONS: Readonly<Record<string, string>> = {
  PASS: '✅',
  FAIL: '❌',
  BLOCKED_BY_ARCHITECTURE: '🚫',
  TIMEOUT: '⏱',
  BUDGET_EXCEEDED: '💸',
  INFRA_ERROR: '🔧',
  SETUP_ERROR: '🔧',
  SKIPPED_NO_DOCUMENT: '⏭',
};

/** A status nobody knows looks like ERRORED, as it is counted. */
export function statusIcon(status: string): string {
  return ICONS[status] ?? '⚠️';
}

/** Which judge judged, in a few words. A run that no LLM judged must be told from one that an LLM did. */
export function judgeWords(config: {
  readonly judge?: string | undefined;
  readonly judge_fingerprint?: string | undefined;
}): string {
  if (config.judge === undefined) return 'unknown';
  const kind = config.judge === 'rules' ? 'rules (deterministic checks, no LLM)' : config.judge;
  return config.judge_fingerprint === undefined ? kind : `${kind}, ${config.judge_fingerprint}`;
}

/** Which judge will judge, and that its model costs nothing, by the settings. */
export function judgeAhead(settings: Pick<Settings, 'judge' | 'model' | 'price' | 'endpoints'>): string {
  if (settings.judge === 'rules') return judgeWords({ judge: 'rules' });
  return `${settings.model} (llm${isFreeModel(settings) ? ', free (local)' : ''})`;
}

/** What a person must know of a partial run; fits a terminal of 80 columns. */
export const PARTIAL_WORDS = 'a part of the scenarios only, so never a baseline nor the latest run';
