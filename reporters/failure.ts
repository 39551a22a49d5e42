/** The text of a failing test: what was broken, what was said, why it was judged so. */
import type { ScenarioResult, TurnResult } from '../src/results/store/schema.ts';
import { judgedWords } from '../src/rubric/judged-dimensions.ts';
import { reasonText } from '../src/rubric/reason.ts';
import { oneLine, plainText } from './plain-text.ts';

const MAX_ANSWER = 1200;
const MAX_PROSE = 600;
const MAX_TOOLS = 12;
const LABEL = 9;

/**
 * `turn` is the turn to show, or null for the scenario as a whole (see {@link failingTurn}). Text of others is
 * capped and stripped of control characters.
 */
export function failureText(result: ScenarioResult, turn: TurnResult | null): string {
  const head = `${result.status}  ${oneLine(result.scenario_id)}${turn === null ? '' : `, turn ${turn.turn}`}`;
  const lines = [
    ...brokenRules(result, turn).map((rule) => block(result.error === undefined ? 'rule' : 'error', rule)),
    ...(turn === null ? [] : turnLines(turn)),
    ...optional('cause', result.root_cause),
    ...optional('fix', result.recommended_fix),
    ...(result.file === '' ? [] : [block('file', result.file)]),
  ];
  return [head, ...lines].join('\n');
}

/** The turn that best shows why a scenario did not pass: one that a rule names, else the weakest failing one. */
export function failingTurn(result: ScenarioResult): TurnResult | null {
  if (result.status === 'PASS') return null;
  const named = result.turns.find(({ turn }) => result.reasons.some((reason) => reason.turn === turn));
  if (named !== undefined) return named;
  const failing = result.turns.filter((turn) => turn.scores !== null && !turn.pass);
  return failing.toSorted((a, b) => (a.overall_score ?? 0) - (b.overall_score ?? 0))[0] ?? null;
}

/** A turn's own rules first; what concerns the whole scenario is always told. */
function brokenRules(result: ScenarioResult, turn: TurnResult | null): readonly string[] {
  const rules = result.reasons.filter(
    (reason) => turn === null || reason.turn === null || reason.turn === turn.turn,
  );
  if (rules.length > 0) return rules.map(reasonText);
  return [result.error ?? 'No broken rule is recorded.'];
}

function turnLines(turn: TurnResult): string[] {
  const tools = turn.tool_calls.slice(0, MAX_TOOLS).map((call) => {
    const end = call.success ? '' : ' (failed)';
    const came = call.summary === '' ? '' : ` → ${oneLine(call.summary, 120)}`;
    return `${oneLine(call.tool, 80)}(${oneLine(call.arguments ?? '', 120)})${end}${came}`;
  });
  const more = turn.tool_calls.length - tools.length;
  return [
    block('user', turn.user_message, MAX_PROSE),
    block('agent', turn.agent_response === '' ? '(an empty answer)' : turn.agent_response, MAX_ANSWER),
    block(
      'tools',
      tools.length === 0 ? 'none' : [...tools, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'),
      Infinity,
    ),
    ...(turn.scores === null ? [] : [block('scores', scoreWords(turn, turn.scores))]),
    ...turn.ceilings.map(({ rule, dimension, max, evidence }) =>
      block('ceiling', `${rule}: ${dimension} at most ${max}, because ${evidence}`),
    ),
    ...optional('judge', [turn.failure_category, turn.reasoning].filter(Boolean).join(': ')),
    ...optional('open', turn.undecided),
  ];
}

/**
 * What counts, and the judge's raw score beside it where a rule lowered it. A dimension that nobody judged is `–`, one
 * whose number is missing is `none`.
 */
function scoreWords(turn: TurnResult, scores: NonNullable<TurnResult['scores']>): string {
  const parts = Object.entries(scores).map(([dimension, score]) => {
    if (!turn.declared.some((declared) => declared === dimension)) return `${dimension} –`;
    const raw = turn.raw_scores?.[dimension];
    const lowered = typeof raw === 'number' && score !== null && raw !== score ? ` (judge ${raw})` : '';
    return `${dimension} ${score ?? 'none'}${lowered}`;
  });
  const words = judgedWords({ declared: turn.declared, judged_weight: turn.judged_weight });
  const share = words === null ? '' : ` (${words})`;
  return `${turn.overall_score?.toFixed(2) ?? 'none'} = ${parts.join(', ')}${share}`;
}

function optional(label: string, text: string | null): string[] {
  return text === null || text.trim() === '' ? [] : [block(label, text)];
}

/** A label and its text; further lines stand under the first. */
function block(label: string, text: string, max = MAX_PROSE): string {
  const clean = max === Infinity ? text : plainText(text, max);
  return `  ${label.padEnd(LABEL)}${clean.split('\n').join(`\n${' '.repeat(LABEL + 2)}`)}`;
}
