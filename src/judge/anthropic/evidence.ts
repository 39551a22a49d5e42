/** The evidence a judge sees, as text: everything between delimiters, nothing that was not asked for. */
import type { Conversation, Exchange, ToolCall } from '../../conversation.ts';
import { delimited, shorten } from '../../llm/untrusted.ts';
import type { TurnVerdict } from '../../rubric/verdict-types.ts';
import type { ResolvedTruth } from '../../scenario/ground-truth.ts';
import type { ScenarioInput, TurnInput } from '../judge.ts';

/** Characters. The answer under judgement is nearly always whole; what only gives context is cut earlier. */
const ANSWER = 16_000;
const EARLIER_ANSWER = 1_500;
const TOOL_TEXT = 400;
const REASON = 500;

export function turnEvidence({ scenario, turn, truth, before, exchange }: TurnInput): string {
  const persona = turn.persona ?? scenario.persona;
  return blocks(
    ['scenario', `category: ${scenario.category}\nseverity: ${scenario.severity}\npersona: ${persona}`],
    ['objective', turn.objective],
    ['success_criteria', turn.success_criteria],
    ['expected_tools', turn.expected_tools?.join(', ')],
    ['ground_truth', truthText(truth)],
    ['earlier_turns', conversationText(before, EARLIER_ANSWER) || 'none: this is the first turn'],
    ['user_message', exchange.user_message],
    ['tool_calls', toolCallsText(exchange.tool_calls)],
    ['agent_answer', shorten(exchange.agent_response, ANSWER)],
  );
}

export function scenarioEvidence(input: ScenarioInput): string {
  const { scenario, conversation, provisional, constraints } = input;
  return blocks(
    [
      'scenario',
      [
        `name: ${scenario.name}`,
        `category: ${scenario.category}`,
        `severity: ${scenario.severity}`,
        `persona: ${scenario.persona}`,
        `what it tests: ${scenario.description}`,
        `expected outcome: ${scenario.expected_outcome}`,
      ].join('\n'),
    ],
    ['turn_verdicts', provisional.turns.map(verdictText).join('\n')],
    ['conversation', conversationText(conversation, EARLIER_ANSWER)],
    [
      'constraints',
      constraints.map((constraint, index) => `${index + 1}. ${constraint}`).join('\n') || 'none',
    ],
  );
}

function blocks(...parts: readonly (readonly [tag: string, text: string | undefined])[]): string {
  return parts
    .flatMap(([tag, text]) => (text === undefined ? [] : [delimited(tag, text, Number.POSITIVE_INFINITY)]))
    .join('\n\n');
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

function conversationText(conversation: Conversation, answerCharacters: number): string {
  return conversation.map((exchange) => exchangeText(exchange, answerCharacters)).join('\n');
}

function exchangeText(exchange: Exchange, answerCharacters: number): string {
  return [
    `turn ${exchange.turn}, user: ${shorten(exchange.user_message, answerCharacters)}`,
    `turn ${exchange.turn}, tools: ${exchange.tool_calls.map(callName).join(', ') || 'none'}`,
    `turn ${exchange.turn}, agent: ${shorten(exchange.agent_response, answerCharacters)}`,
  ].join('\n');
}

function callName({ tool, success }: ToolCall): string {
  return success ? tool : `${tool} (failed)`;
}

function toolCallsText(calls: readonly ToolCall[]): string {
  if (calls.length === 0) return 'none';
  return calls
    .map((call, index) => {
      const given = call.arguments === null ? '' : ` with ${shorten(call.arguments, TOOL_TEXT)}`;
      const outcome = call.success ? 'succeeded' : 'FAILED';
      return `${index + 1}. ${call.tool}${given} ${outcome}: ${shorten(call.summary, TOOL_TEXT) || 'no summary'}`;
    })
    .join('\n');
}

function verdictText(verdict: TurnVerdict): string {
  const rules = verdict.ceilings.map(({ rule }) => rule).join(', ');
  return [
    `turn ${verdict.turn}: ${verdict.pass ? 'pass' : 'fail'}, score ${verdict.overall_score ?? 'none'}`,
    verdict.failure_category === null ? '' : `, ${verdict.failure_category}`,
    verdict.hallucination ? ', hallucination' : '',
    rules === '' ? '' : `, lowered by ${rules}`,
    `; ${shorten(verdict.reasoning, REASON)}`,
  ].join('');
}
