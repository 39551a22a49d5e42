/** What this run of a scenario depends on, gathered from the plan, the settings and the documents on disk. */
import { readFile } from 'node:fs/promises';
import { packageVersion } from '../package-version.ts';
import { filesOf, type ScenarioPlan } from '../plan/scenario-plan.ts';
import { hashOf, type Identity } from '../results/store/identity.ts';
import { RULES_VERSION } from '../rubric/rules-version.ts';
import { scenarioFingerprint } from '../results/store/scenario-result.ts';
import type { RunContext } from './context.ts';
import { wantedAgentType } from './set-up.ts';

export async function identityOf(
  plan: ScenarioPlan,
  {
    judge,
    simulator,
    settings,
    facts,
    constraints,
  }: Pick<RunContext, 'judge' | 'simulator' | 'settings' | 'facts' | 'constraints'>,
): Promise<Identity> {
  const contents = await Promise.all(
    filesOf(plan).map(async ({ name, path }) => [name, await readFile(path).catch(() => 'missing')] as const),
  );
  const { scenario, truths } = plan;
  const checks = await Promise.all(plan.ownChecks.map(({ path }) => readFile(path).catch(() => 'missing')));
  return {
    scenario: scenarioFingerprint(scenario),
    documents: hashOf(...contents.flat()),
    truth: hashOf(JSON.stringify(truths), ...checks),
    target: settings.mcp === undefined ? settings.target : `${settings.target} ${hashOf(settings.mcp)}`,
    agent_type: wantedAgentType(scenario, settings.agentType) ?? null,
    model: facts.agentModel,
    judge: judge.fingerprint,
    simulator: simulator.fingerprint,
    rules: RULES_VERSION,
    package: packageVersion(),
    isolation: settings.isolation,
    policy: hashOf(settings.permissions, settings.questions, settings.device ?? ''),
    limits: hashOf(...constraints),
    build: facts.build,
    target_id: settings.targetId ?? null,
  };
}
