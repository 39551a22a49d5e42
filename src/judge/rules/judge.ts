/** The judge without an LLM: free and deterministic. Correctness by ground truth and checks; what those cannot tell is undecided. */
import type { Judge } from '../judge.ts';
import { judgeScenarioByRules } from './scenario.ts';
import { judgeTurnByRules } from './turn.ts';

/** Raise it whenever a verdict may change: results of different rules are not comparable. */
const RULES_VERSION = 2;

/** Needs no key, no network and spends nothing. Its correctness can be `undecided`; it never blocks. */
export function createRulesJudge(): Judge {
  return {
    name: 'rules',
    fingerprint: `rules-${RULES_VERSION}`,
    judgeTurn: (input) => Promise.resolve(judgeTurnByRules(input)),
    judgeScenario: (input) => Promise.resolve(judgeScenarioByRules(input)),
  };
}
