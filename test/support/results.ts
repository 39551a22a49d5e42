/** Scenarios, conversations and results for tests of what is stored and worded. */
import type { Exchange } from '../../src/conversation.ts';
import { buildResult, type ResultInput } from '../../src/results/store/scenario-result.ts';
import type { ScenarioResult } from '../../src/results/store/schema.ts';
import type { ScorecardConfig } from '../../src/results/store/scorecard.ts';
import { scenarioVerdict } from '../../src/rubric/verdict.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { judgedTurn } from './verdicts.ts';

export const CONFIG: ScorecardConfig = {
  backend_url: 'http://localhost:4200',
  model: 'claude-sonnet-4-6',
  budget_per_scenario_usd: 2,
  agent_type: 'chat',
  judge: 'anthropic',
  judge_fingerprint: 'claude-sonnet-4-6+prompts-1',
  isolation: 'scenario',
  target: 'http://localhost:4200',
};

export function aScenario(more: Partial<Scenario> = {}): Scenario {
  return {
    id: 'simple_factual_rag',
    name: 'Simple question',
    category: 'rag_quality',
    severity: 'standard',
    description: 'One fact of one document.',
    persona: 'casual_user',
    setup: { index_documents: [] },
    turns: [{ turn: 1, objective: 'Ask for the revenue', success_criteria: 'Says $14.2 million' }],
    expected_outcome: 'The revenue is given.',
    ...more,
  };
}

export function anExchange(more: Partial<Exchange> = {}): Exchange {
  return {
    turn: 1,
    user_message: 'What was the revenue?',
    agent_response: 'It was $14.2 million.',
    tool_calls: [
      { tool: 'query_documents', arguments: '{"query":"revenue"}', success: true, summary: '3 chunks' },
    ],
    stats: { tokens_per_second: 40, time_to_first_token: 0.5, input_tokens: 1200, output_tokens: 80 },
    elapsed_s: 2.5,
    ...more,
  };
}

/** One turn of 8.00, PASS, unless told otherwise. */
export function resultInput(more: Partial<ResultInput> = {}): ResultInput {
  return {
    runId: 'run_20260301_120000',
    scenario: aScenario(),
    file: 'scenarios/rag_quality/simple_factual_rag.yaml',
    conversation: [anExchange()],
    verdict: scenarioVerdict({
      severity: 'standard',
      turns: [judgedTurn(1, 8)],
      expectedTurns: 1,
      judgement: null,
    }),
    judgement: null,
    failure: null,
    session: null,
    documents: [],
    judge: { name: 'anthropic', fingerprint: 'claude-sonnet-4-6+prompts-1', model: 'claude-sonnet-4-6' },
    simulator: { name: 'anthropic', fingerprint: 'claude-sonnet-4-6+prompts-1' },
    spend: {
      calls: 3,
      usd: 0.0124,
      input_tokens: 900,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 4000,
      output_tokens: 420,
    },
    startedAt: new Date('2026-03-01T12:00:00Z'),
    elapsedS: 12.345_678,
    attempt: 1,
    ...more,
  };
}

export function aResult(more: Partial<ScenarioResult> = {}): ScenarioResult {
  return { ...buildResult(resultInput()), ...more };
}
