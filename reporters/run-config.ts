/** What a scorecard says about how its results came about. */
import { packageVersion } from '../src/package-version.ts';
import type { ScenarioResult } from '../src/results/store/schema.ts';
import type { ScorecardConfig } from '../src/results/store/scorecard.ts';
import { RULES_VERSION } from '../src/rubric/rules-version.ts';
import { maskSecrets } from '../src/redact.ts';
import type { RanWith, Settings } from '../src/settings.ts';

/** Blobs of runs that don't belong together. */
export function mixedTargets(ranWith: readonly RanWith[]): readonly string[] {
  const targets = [...new Set(ranWith.map(({ target }) => target))];
  return targets.length < 2 ? [] : [`These results come from different agents: ${targets.join(', ')}.`];
}

/** The settings of the machine that ran the scenarios count, not of the one that merges. */
export function configOf(
  results: readonly ScenarioResult[],
  { agentType, ...own }: Settings,
  [ran]: readonly RanWith[],
): ScorecardConfig {
  const settings = { ...own, ...ran };
  const asked = agentType === undefined ? null : maskSecrets(agentType, process.env);
  const judged = results.find(({ judge }) => judge.name !== 'none');
  return {
    backend_url: settings.target,
    model: settings.judge === 'rules' ? 'rules' : maskSecrets(settings.model, process.env),
    budget_per_scenario_usd: settings.budget,
    agent_type: asked ?? judged?.session?.agent_type ?? null,
    judge: settings.judge,
    simulator: settings.simulator,
    ...(judged === undefined
      ? {}
      : { judge_fingerprint: judged.judge.fingerprint, simulator_fingerprint: judged.simulator.fingerprint }),
    rules_version: judged?.identity?.rules ?? RULES_VERSION,
    package_version: judged?.identity?.package ?? packageVersion(),
    isolation: settings.isolation,
    target: settings.target,
  };
}
