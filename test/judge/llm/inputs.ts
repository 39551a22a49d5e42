import type { Conversation, Exchange } from '../../../src/conversation.ts';
import type { ScenarioInput, TurnInput } from '../../../src/judge/judge.ts';
import { readTurn } from '../../../src/rubric/read-turn.ts';
import { DIMENSIONS } from '../../../src/rubric/dimensions.ts';
import type { Verdict } from '../../../src/rubric/verdict-types.ts';

export const exchange = (turn: number, over: Partial<Exchange> = {}): Exchange => ({
  turn,
  user_message: 'What was the Q3 revenue?',
  agent_response: 'Q3 revenue was $14.2 million.',
  tool_calls: [
    { tool: 'query_specific_file', arguments: '{"query":"Q3 revenue"}', success: true, summary: '1 chunk' },
  ],
  stats: null,
  elapsed_s: 8,
  ...over,
});

export function turnInput(over: Partial<TurnInput> = {}): TurnInput {
  const input = { ...TURN, ...over };
  return { reading: readTurn({ ...input, turns: 2 }), ...input };
}

const TURN: Omit<TurnInput, 'reading'> = {
  scenario: { id: 'simple', category: 'rag_quality', severity: 'critical', persona: 'power_user' },
  turn: { turn: 1, objective: 'Ask what the Q3 revenue was' },
  truth: {
    doc_id: 'acme_q3_report',
    facts: [{ doc_id: 'acme_q3_report', fact_id: 'q3_revenue', answer: '$14.2 million' }],
    expected_answer: '$14.2 million',
    expected_behavior: null,
    expected_phrases: [],
    note: null,
  },
  before: [],
  expectedOutcome: null,
  exchange: exchange(1),
};

const FAILED: Verdict = {
  status: 'FAIL',
  overall_score: 3,
  declared: DIMENSIONS,
  judged_weight: 1,
  turns: [
    {
      turn: 1,
      scores: {
        correctness: 0,
        tool_selection: 5,
        context_retention: 5,
        completeness: 5,
        efficiency: 5,
        personality: 5,
        error_recovery: 5,
      },
      declared: DIMENSIONS,
      judged_weight: 1,
      raw_scores: {},
      ceilings: [],
      overall_score: 3,
      pass: false,
      failure_category: 'wrong_answer',
      reasoning: 'The figure is wrong.',
      hallucination: false,
      undecided: null,
      claims: [],
      unsupported: [],
      outcome: null,
      warnings: [],
    },
  ],
  outcome: null,
  reasons: [{ turn: 1, rule: 'correctness', text: 'correctness is 0, below 4.' }],
  warnings: [],
};

export const scenarioInput = (over: Partial<ScenarioInput> = {}): ScenarioInput => ({
  scenario: {
    id: 'simple',
    name: 'Simple facts',
    category: 'rag_quality',
    severity: 'critical',
    description: 'Facts of one document.',
    persona: 'power_user',
    expected_outcome: 'All facts are right.',
  },
  conversation: [exchange(1)] satisfies Conversation,
  provisional: FAILED,
  outcome: 'told',
  constraints: [],
  ...over,
});
