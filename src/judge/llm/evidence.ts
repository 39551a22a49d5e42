/** The evidence a judge sees, as text: everything between delimiters, nothing that was not asked for. */
import type { Conversation, Exchange, Prompt, ToolCall, TurnStart } from '../../conversation.ts';
import { delimited, onOneLine, section, shorten, withinSize } from '../../models/untrusted.ts';
import { expectedFacts } from '../../rubric/claims.ts';
import type { TurnVerdict } from '../../rubric/verdict-types.ts';
import type { ResolvedTruth } from '../../scenario/ground-truth.ts';
import type { ScenarioInput, TurnInput } from '../judge.ts';
import { TOOL_PROBE_TASK, TURN_TASK } from '../prompts/turn.ts';
import { TOOL_NAME, toolEvidence } from './tool-evidence.ts';

/** Characters. The answer under judgement is nearly always whole; what only gives context is cut earlier. */
const ANSWER = 16_000;
const EARLIER_TEXT = 1_500;
const PROMPT_TEXT = 400;
const REASON = 500;
const QUOTE = 120;
/** Characters of all earlier turns, of the names of a turn's calls, of all prompts. What tools returned: tool-evidence.ts. */
const EARLIER_TURNS = 24_000;
const TOOL_NAMES = 1_500;
const PROMPTS = 4_000;
const LOOK = 3_000;

/**
 * What correctness does not turn on is not shown: a severity or a persona would colour it, and how to speak to the
 * user is told by the user's own message.
 */
export function turnEvidence({
  scenario,
  turn,
  truth,
  before,
  exchange,
  expectedOutcome,
}: TurnInput): string {
  const tools = toolEvidence(exchange.tool_calls, before);
  return [
    ...optional('objective', turn.objective),
    ...optional('success_criteria', turn.success_criteria),
    ...optional('tools_for_instance', turn.expected_tools?.join(', ')),
    delimited('ground_truth', truthText(truth)),
    before.length === 0
      ? delimited('earlier_turns', 'none: this is the first turn')
      : section('earlier_turns', earlierTexts(before, tools.earlier)),
    ...optional('before_this_turn', startText(exchange.before)),
    delimited('user_message', shorten(exchange.user_message, ANSWER)),
    delimited('tool_calls', tools.own),
    ...optional(
      'asked_during_turn',
      withinSize(exchange.prompts?.map(promptText) ?? [], PROMPTS).join('\n') || undefined,
    ),
    delimited('agent_answer', shorten(exchange.agent_response, ANSWER)),
    ...optional('verified_state', exchange.verified?.map(lookText).join('\n')),
    ...optional('expected_outcome', expectedOutcome ?? undefined),
    TURN_TASK,
    ...(scenario.tags?.includes('verbatim') === true ? [TOOL_PROBE_TASK] : []),
  ].join('\n\n');
}

export function scenarioEvidence(input: ScenarioInput): string {
  const { scenario, provisional, constraints } = input;
  const facts = [
    `name: ${scenario.name}`,
    `category: ${scenario.category}`,
    `severity: ${scenario.severity}`,
    `persona: ${scenario.persona}`,
    `what it tests: ${scenario.description}`,
    ...(input.outcome === 'asked' ? [] : [`expected outcome: ${scenario.expected_outcome}`]),
  ];
  const numbered = constraints.map((constraint, index) => `${index + 1}. ${onOneLine(constraint)}`);
  return [
    delimited('scenario', facts.join('\n')),
    delimited('turn_verdicts', provisional.turns.map(verdictText).join('\n')),
    conversationSection(input.conversation),
    delimited('constraints', numbered.join('\n') || 'none'),
    ...optional('expected_outcome', input.outcome === 'asked' ? scenario.expected_outcome : undefined),
  ].join('\n\n');
}

function optional(tag: string, text: string | undefined): string[] {
  return text === undefined ? [] : [delimited(tag, text)];
}

function conversationSection(conversation: Conversation): string {
  const texts = conversation.map((exchange) => exchangeText(exchange, toolNames(exchange)));
  return section('conversation', withinSize(texts, EARLIER_TURNS));
}

/** What tools returned has a limit of its own: it takes nothing from what was said. */
function earlierTexts(before: Conversation, tools: ReadonlyMap<number, string>): readonly string[] {
  const returned = [...tools.values()].reduce((sum, text) => sum + text.length, 0);
  return withinSize(
    before.map((earlier) => exchangeText(earlier, tools.get(earlier.turn) ?? null)),
    EARLIER_TURNS + returned,
  );
}

function toolNames({ tool_calls }: Exchange): string | null {
  const names = tool_calls.map(({ tool, success }) => `${cut(tool, TOOL_NAME)}${success ? '' : ' (failed)'}`);
  return names.length === 0 ? null : withinSize(names, TOOL_NAMES).join(', ');
}

/** Each voice has its own delimiter: an answer cannot speak as the user of the next turn. */
function exchangeText(
  { turn, user_message, agent_response, before }: Exchange,
  tools: string | null,
): string {
  return [
    ...optional(`before_turn_${turn}`, startText(before)),
    delimited(`turn_${turn}_user`, shorten(user_message, EARLIER_TEXT)),
    ...(tools === null ? [] : [delimited(`turn_${turn}_tools`, tools)]),
    delimited(`turn_${turn}_agent`, shorten(agent_response, EARLIER_TEXT)),
  ].join('\n');
}

/** What the agent can't have known of, and what was none of its own doing. */
function startText(start: TurnStart | undefined): string | undefined {
  if (start === undefined) return undefined;
  const { new_session, replaced_document, failing_tools } = start;
  return [
    ...(new_session === true
      ? ['A new session of the agent began: it does not see the turns before, unless it keeps a memory.']
      : []),
    ...(replaced_document === undefined
      ? []
      : [
          `The document ${onOneLine(replaced_document)} was replaced by another version, which holds from here on.`,
        ]),
    ...(failing_tools === undefined
      ? []
      : [`These tools were made to fail in this turn: ${onOneLine(failing_tools.join(', '))}.`]),
  ].join('\n');
}

/** The facts that claims are asked for have numbers; the rest is background. */
function truthText(truth: ResolvedTruth): string {
  const expected = expectedFacts(truth);
  const lines = expected.map(
    ({ fact, expected: answer }, index) => `expected fact ${index + 1} (${fact}): ${answer}`,
  );
  const asked = new Set(expected.map(({ fact }) => fact));
  for (const { fact_id, answer } of truth.facts) {
    if (!asked.has(fact_id)) lines.push(`fact ${fact_id}: ${answer ?? 'NOT IN THE DOCUMENT'}`);
  }
  if (truth.expected_answer === null) {
    lines.push('expected answer: the documents do not contain it; the agent must say so');
  }
  if (truth.expected_behavior !== null) lines.push(`expected behaviour: ${truth.expected_behavior}`);
  if (truth.expected_phrases.length > 0) {
    lines.push(`wordings that also count as the answer: ${truth.expected_phrases.join(' | ')}`);
  }
  if (truth.note !== null) lines.push(`note: ${truth.note}`);
  return lines.length > 0 ? lines.join('\n') : 'none beyond the success criteria';
}

/** What the agent was denied by us is no failure of its own, so the judge must know of it. */
function promptText({ kind, text, decision, answer }: Prompt): string {
  const outcome =
    decision === 'expired'
      ? 'nobody answered'
      : `${decision} by the policy of this evaluation, not by the user`;
  const said = answer === null ? '' : `, in the words: ${cut(answer, PROMPT_TEXT)}`;
  return `${kind}: ${cut(text, PROMPT_TEXT)} (${outcome}${said})`;
}

/** A call that the evaluation made, with what it returned. */
function lookText({ tool, arguments: given, success, summary }: ToolCall): string {
  return `${tool} with ${cut(given ?? '{}', PROMPT_TEXT)} ${success ? 'returned' : 'FAILED'}: ${cut(summary, LOOK)}`;
}

function cut(text: string, max: number): string {
  return onOneLine(shorten(text, max));
}

function verdictText(verdict: TurnVerdict): string {
  const rules = verdict.ceilings.map(({ rule }) => rule).join(', ');
  return [
    `turn ${verdict.turn}: ${verdict.pass ? 'pass' : 'fail'}, score ${verdict.overall_score ?? 'none'}`,
    verdict.failure_category === null ? '' : `, ${verdict.failure_category}`,
    verdict.hallucination ? ', hallucination' : '',
    ...verdict.unsupported.map((quote) => ` "${cut(quote, QUOTE)}"`),
    rules === '' ? '' : `, lowered by ${rules}`,
    `; ${cut(verdict.reasoning, REASON)}`,
  ].join('');
}
