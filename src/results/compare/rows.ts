/** Rows of a scorecard, ours or GAIA's, as a comparison reads them. Pure. */
import { z } from 'zod';
import { currentName } from '../../llm-name.ts';
import type { Scorecard, ScorecardRow } from '../store/scorecard-schema.ts';
import { judgedWords } from '../../rubric/judged-dimensions.ts';
import { shareOfRow } from '../store/row-share.ts';
import type { Facts, State } from './types.ts';

export interface Entry {
  readonly id: string;
  readonly category: string;
  readonly severity: 'critical' | 'standard' | null;
  readonly facts: Facts;
  /** What must be the same for two verdicts to be comparable; null where the run does not say. */
  readonly identity: Identity;
  readonly agentModel: string | null;
}

export interface Identity {
  readonly judge: string | null;
  /** The dimensions that the score speaks of, in words. */
  readonly dimensions: string | null;
  readonly simulator: string | null;
  readonly scenario: string | null;
  readonly corpus: string | null;
  readonly agentType: string | null;
}

const text = z.string().min(1).nullable().catch(null);
const voice = z
  .object({ name: z.string(), fingerprint: z.string().min(1) })
  .nullable()
  .catch(null);
const extrasSchema = z.object({
  severity: z.enum(['critical', 'standard']).nullable().catch(null),
  scenario_fingerprint: text,
  judge: voice,
  simulator: voice,
  /** Documents and ground truth, as they were when the scenario was run. */
  identity: z
    .object({ documents: z.string().min(1), truth: z.string() })
    .nullable()
    .catch(null),
  session: z.object({ agent_type: text, model: text }).nullable().catch(null),
});

/** A result without a run: nobody judged it. */
const withoutRun = z.object({ judge: z.object({ name: z.literal('none') }) });

/** By code point of the id, whatever order the file has. */
export function entriesOf(scorecard: Scorecard): Entry[] {
  return scorecard.scenarios
    .map((row) => entryOf(row, scorecard))
    .toSorted((a, b) => (a.id === b.id ? 0 : a.id < b.id ? -1 : 1));
}

function entryOf(row: ScorecardRow, { config }: Scorecard): Entry {
  const extras = extrasSchema.parse(row);
  const facts = factsOf(row);
  return {
    id: row.scenario_id,
    category: row.category,
    // Of a file that could not be read nobody knows how severe it is.
    severity: withoutRun.safeParse(row).success ? null : extras.severity,
    facts,
    identity: {
      judge: extras.judge === null ? judgeOf(config) : voiceWords(extras.judge),
      dimensions: dimensionWords(facts),
      simulator: extras.simulator === null ? simulatorOf(config) : voiceWords(extras.simulator),
      scenario: extras.scenario_fingerprint,
      corpus: extras.identity === null ? null : `${extras.identity.documents}:${extras.identity.truth}`,
      agentType: extras.session?.agent_type ?? config.agent_type ?? null,
    },
    agentModel: extras.session?.model ?? null,
  };
}

export function factsOf(row: ScorecardRow): Facts {
  const score = finite(row.overall_score);
  const share = shareOfRow(row);
  return {
    status: row.status,
    // A document is missing that should be there: nothing was decided.
    state: row.skipped_optional === false ? 'none' : stateOf(row.status, score),
    score,
    declared: share?.declared ?? null,
    judged_weight: share?.judged_weight ?? null,
    elapsed_s: finite(row.elapsed_s ?? null),
    usd: finite(row.cost_estimate?.estimated_usd ?? null),
  };
}

/** A PASS rests on a score; a FAIL can rest on a broken rule alone. */
export function stateOf(status: string, score: number | null): State {
  switch (status) {
    case 'PASS':
      return score === null ? 'none' : 'pass';
    case 'FAIL':
    case 'BLOCKED_BY_ARCHITECTURE':
      return 'fail';
    case 'SKIPPED_NO_DOCUMENT':
      return 'skipped';
    default:
      return 'none';
  }
}

/** Scores of other dimensions, or of other shares of the weights, are other numbers. Both silent is no difference. */
export function speakOfTheSame(a: Facts, b: Facts): boolean {
  return dimensionWords(a) === dimensionWords(b);
}

function dimensionWords({ declared, judged_weight }: Facts): string | null {
  if (declared === null) return null;
  return judgedWords({ declared, judged_weight }) ?? 'all dimensions';
}

/** Has it a verdict that counts? A PASS without a score has none. */
export function isJudged({ state }: Facts): boolean {
  return state === 'pass' || state === 'fail';
}

/** GAIA's own runner has one judge, whose prompts nobody but it has; its scorecard names the model. */
export function judgeOf(config: Scorecard['config']): string | null {
  if (config.judge !== undefined) {
    return config.judge_fingerprint === undefined
      ? null
      : voiceWords({ name: config.judge, fingerprint: config.judge_fingerprint });
  }
  return config.model ? `AMD GAIA's runner, ${config.model}` : null;
}

function simulatorOf(config: Scorecard['config']): string | null {
  if (config.simulator !== undefined) {
    return config.simulator_fingerprint === undefined
      ? null
      : voiceWords({ name: config.simulator, fingerprint: config.simulator_fingerprint });
  }
  // There, one agent both plays the user and judges.
  return config.judge === undefined && config.model ? `AMD GAIA's runner, ${config.model}` : null;
}

function voiceWords({ name, fingerprint }: { readonly name: string; readonly fingerprint: string }): string {
  return `${currentName(name)}, ${fingerprint}`;
}

function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}
