/** `expect(result).toMeetPassRules()`: the verdict as an assertion. */
import { expect } from 'vitest';
import { scenarioResultSchema } from '../results/store/schema.ts';
import { judgedWords } from '../rubric/judged-dimensions.ts';
import { reasonText } from '../rubric/reason.ts';
import './augment.ts';

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Anything that is not a whole result is no pass. */
export function toMeetPassRules(received: unknown): MatcherResult {
  const parsed = scenarioResultSchema.safeParse(received);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue ? ` (${issue.path.join('.')}: ${issue.message})` : '';
    return { pass: false, message: () => `expected the result of a scenario, got something else${where}` };
  }
  const result = parsed.data;
  const pass = result.status === 'PASS';
  const words = judgedWords(result);
  return {
    pass,
    message: () =>
      pass
        ? `expected ${result.scenario_id} not to meet the pass rules, but it is a PASS with ${result.overall_score}` +
          (words === null ? '' : ` (${words})`)
        : `expected ${result.scenario_id} to meet the pass rules, but it is ${result.status}:\n` +
          result.reasons.map((reason) => `  - ${reasonText(reason)}`).join('\n'),
  };
}

expect.extend({ toMeetPassRules });
