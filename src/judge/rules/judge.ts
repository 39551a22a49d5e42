/** The judge without an LLM: free and deterministic. Correctness by ground truth and checks; what those cannot tell is undecided. */
import { RULES_VERSION } from '../../rubric/rules-version.ts';
import type { Judge } from '../judge.ts';
import { judgeScenarioByRules } from './scenario.ts';
import { judgeTurnByRules } from './turn.ts';

/** Needs no key, no network and spends nothing. Its correctness can be `undecided`; it never blocks. */
export function createRulesJudge(): Judge {
  return {
    name: 'rules',
    fingerprint: `rules:${RULES_VERSION}`,
    judgeTurn: (input) => Promise.resolve(judgeTurnByRules(input)),
    judgeScenario: (input) => Promise.resolve(judgeScenarioByRules(input)),
  };
}
