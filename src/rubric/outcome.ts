/** The expected outcome of a scenario, as far as its own checks tell it from the whole conversation. */
import type { Conversation } from '../conversation.ts';
import type { OutcomeChecks, Scenario } from '../scenario/schema.ts';
import { evaluateChecks } from './checks.ts';
import type { Finding } from './finding.ts';
import type { OutcomeJudgement } from './judgement.ts';

/**
 * Where the judge is asked for the outcome: in a review that takes place in any case, else along with the last turn,
 * so that no call is made for it alone. null: no outcome is written down.
 */
export function outcomeAskedWith({
  severity,
  expected_outcome,
}: Pick<Scenario, 'severity' | 'expected_outcome'>): 'review' | 'last_turn' | null {
  if (expected_outcome === '') return null;
  return severity === 'critical' ? 'review' : 'last_turn';
}

/** What must stand in one answer at least; the rest must hold for every turn. */
const ANYWHERE: ReadonlySet<string> = new Set(['mentions', 'mentions_any', 'number']);

/** Missed when a check fails, met when all pass; null when one cannot be told, or there are none. */
export function readOutcome(
  checks: OutcomeChecks | undefined,
  conversation: Conversation,
): OutcomeJudgement | null {
  if (checks === undefined || conversation.length === 0) return null;
  const found = singleChecks(checks).map((single) => readCheck(single, conversation));
  const failed = found.find(({ outcome }) => outcome === 'fail');
  if (failed !== undefined) return { met: false, why: failed.evidence };
  return found.every(({ outcome }) => outcome === 'pass')
    ? { met: true, why: found.map(({ evidence }) => evidence).join('; ') }
    : null;
}

/** Each wording by itself: one answer may give the one, and another the other. */
function singleChecks({ mentions = [], ...rest }: OutcomeChecks): OutcomeChecks[] {
  const { mentions_any, never_mentions, number, calls_tool, calls_no_tool } = rest;
  return [
    ...mentions.map((wording) => ({ mentions: [wording] })),
    ...(mentions_any === undefined ? [] : [{ mentions_any }]),
    ...(never_mentions === undefined ? [] : [{ never_mentions }]),
    ...(number === undefined ? [] : [number].flat()).map((each) => ({ number: each })),
    ...(calls_tool === undefined ? [] : [{ calls_tool }]),
    ...(calls_no_tool === undefined ? [] : [{ calls_no_tool }]),
  ];
}

function readCheck(check: OutcomeChecks, conversation: Conversation): Finding {
  const [last] = conversation.slice(-1);
  if (last === undefined) return { outcome: 'undecided', evidence: '' };
  // Which tools were called is a matter of the whole conversation at once.
  const held =
    check.calls_tool === undefined
      ? conversation
      : [{ ...last, tool_calls: conversation.flatMap(({ tool_calls }) => tool_calls) }];
  const found = held.flatMap((exchange, index) =>
    evaluateChecks({ checks: check, exchange, before: conversation.slice(0, index) }),
  );
  const isAnywhere = found.some(({ name }) => ANYWHERE.has(name));
  const deciding = found.find(({ outcome }) => outcome === (isAnywhere ? 'pass' : 'fail'));
  const open = found.find(({ outcome }) => outcome === 'undecided');
  const [result] = [deciding, open, found.at(-1)].filter((each) => each !== undefined);
  if (result === undefined) return { outcome: 'undecided', evidence: '' };
  return { outcome: result.outcome, evidence: `${result.name}: ${result.evidence}` };
}
