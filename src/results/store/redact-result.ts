/** A result without secrets, as it is stored, shown and handed on. */
import { knownSecretMask, maskSecrets } from '../../redact.ts';
import type { ScenarioResult } from './schema.ts';

/** What is ours, or tells of our settings. What user, agent and judge said stays, but for the secrets that we know. */
const OURS: ReadonlySet<string> = new Set([
  'error',
  'reasons',
  'warnings',
  'score_warnings',
  'session',
  'judge',
  'simulator',
  'root_cause',
  'recommended_fix',
]);

export function withoutSecrets(result: ScenarioResult, env = process.env): ScenarioResult {
  const known = knownSecretMask(env);
  const entries = Object.entries(result).map(([key, value]) => [
    key,
    inTexts(value, OURS.has(key) ? (text) => maskSecrets(text, env) : known),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same value with other texts
  return Object.fromEntries(entries) as ScenarioResult;
}

/** The same value with every text in it changed. */
function inTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => inTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]: [string, unknown]) => [change(key), inTexts(each, change)]),
  );
}
