/** The evidence a judge sees, as text: everything between delimiters, nothing that was not asked for. */
import type { Conversation, Exchange, Prompt, ToolCall } from '../../conversation.ts';
import { delimited, onOneLine, section, shorten, withinSize } from '../../llm/untrusted.ts';
import type { TurnVerdict } from '../../rubric/verdict-types.ts';
import type { ResolvedTruth } from '../../scenario/ground-truth.ts';
import type { ScenarioInput, TurnInput } from '../judge.ts';

/** Characters. The answer under judgement is nearly always whole; what only gives context is cut earlier. */
const ANSWER = 16_000;
const EARLIER_TEXT = 1_500;
const TOOL_TEXT = 400;
const REASON = 500;
/** Characters of all earlier turns, of all calls of a turn, of the names of an earlier turn's calls, of all prompts. */
const EARLIER_TURNS = 24_000;
const TOOL_CALLS = 12_000;
const TOOL_NAMES = 1_500;
const PROMPTS = 4_000;

export function turnEvidence({ scenario, turn, truth, before, exchange }: TurnInput): string {
  const persona = turn.persona ?? scenario.persona;
  return [
    delimited(
      'scenario',
      `category: ${scenario.category}\nseverity: ${scenario.severity}\npersona: ${persona}`,
    ),
    ...optional('objective', turn.objective),
    ...optional('success_criteria', turn.success_criteria),
    ...optional('expected_tools', turn.expected_tools?.join(', ')),
    delimited('ground_truth', truthText(truth)),
    before.length === 0
      ? delimited('earlier_turns', 'none: this is the first turn')
      : section('earlier_turns', turnsText(before)),
    delimited('user_message', shorten(exchange.user_message, ANSWER)),
    delimited('tool_calls', toolCallsText(exchange.tool_calls)),
    ...optional(
      'asked_during_turn',
      withinSize(exchange.prompts?.map(promptText) ?? [], PROMPTS).join('\n') || undefined,
    ),
    delimited('agent_answer', shorten(exchange.agent_response, ANSWER)),
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
    `expected outcome: ${scenario.expected_outcome}`,
  ];
  const numbered = constraints.map((constraint, index) => `${index + 1}. ${onOneLine(constraint)}`);
  return [
    delimited('scenario', facts.join('\n')),
    delimited('turn_verdicts', provisional.turns.map(verdictText).join('\n')),
    conversationSection(input.conversation),
    delimited('constraints', numbered.join('\n') || 'none'),
  ].join('\n\n');
}

function optional(tag: string, text: string | undefined): string[] {
  return text === undefined ? [] : [delimited(tag, text)];
}

function conversationSection(conversation: Conversation): string {
  return section('conversation', turnsText(conversation));
}

function turnsText(conversation: Conversation): readonly string[] {
  return withinSize(
    conversation.map((exchange) => exchangeTexts(exchange).join('\n')),
    EARLIER_TURNS,
  );
}

/** Each voice has its own delimiter: an answer cannot speak as the user of the next turn. */
function exchangeTexts({ turn, user_message, tool_calls, agent_response }: Exchange): string[] {
  const tools = tool_calls.map(({ tool, success }) => onOneLine(success ? tool : `${tool} (failed)`));
  return [
    delimited(`turn_${turn}_user`, shorten(user_message, EARLIER_TEXT)),
    ...(tools.length === 0
      ? []
      : [delimited(`turn_${turn}_tools`, withinSize(tools, TOOL_NAMES).join(', '))]),
    delimited(`turn_${turn}_agent`, shorten(agent_response, EARLIER_TEXT)),
  ];
}

function truthText(truth: ResolvedTruth): string {
  const lines: string[] = [];
  for (const { fact_id, answer } of truth.facts) {
    lines.push(`fact ${fact_id}: ${answer ?? 'NOT IN THE DOCUMENT'}`);
  }
  if (truth.expected_answer === null) {
    lines.push('expected answer: the documents do not contain it; the agent must say so');
  } else if (truth.expected_answer !== undefined) {
    lines.push(`expected answer: ${truth.expected_answer}`);
  }
  if (truth.expected_behavior !== null) lines.push(`expected behaviour: ${truth.expected_behavior}`);
  if (truth.expected_phrases.length > 0) {
    lines.push(`wordings that also count as the answer: ${truth.expected_phrases.join(' | ')}`);
  }
  if (truth.note !== null) lines.push(`note: ${truth.note}`);
  return lines.length > 0 ? lines.join('\n') : 'none beyond the success criteria';
}

function toolCallsText(calls: readonly ToolCall[]): string {
  if (calls.length === 0) return 'none';
  const lines = calls.map((call, index) => {
    const given = call.arguments === null ? '' : ` with ${cut(call.arguments, TOOL_TEXT)}`;
    const outcome = call.success ? 'succeeded' : 'FAILED';
    const name = cut(call.tool, TOOL_TEXT);
    return `${index + 1}. ${name}${given} ${outcome}: ${cut(call.summary, TOOL_TEXT) || 'no summary'}`;
  });
  return withinSize(lines, TOOL_CALLS).join('\n');
}

/** What the agent was denied by us is no failure of its own, so the judge must know of it. */
function promptText({ kind, text, decision, answer }: Prompt): string {
  const outcome =
    decision === 'expired'
      ? 'nobody answered'
      : `${decision} by the policy of this evaluation, not by the user`;
  const said = answer === null ? '' : `, in the words: ${cut(answer, TOOL_TEXT)}`;
  return `${kind}: ${cut(text, TOOL_TEXT)} (${outcome}${said})`;
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
    rules === '' ? '' : `, lowered by ${rules}`,
    `; ${cut(verdict.reasoning, REASON)}`,
  ].join('');
}
