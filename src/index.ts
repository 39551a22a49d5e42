/** The package's door: the plugin, and the types that a configuration or a tool around it needs. */
export { agentEval } from './vitest/plugin.ts';
export type { AgentEvalOptions } from './settings.ts';
export type { ScenarioResult, TurnResult } from './results/store/schema.ts';
export type { Scorecard } from './results/store/scorecard.ts';
export type { ScenarioMeta } from './vitest/augment.ts';
export type { OwnCheck, OwnCheckResult, OwnCheckTruth, OwnCheckTurn } from './own-check.ts';
