import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { failingTurn, failureText } from '../../reporters/failure.ts';
import type { Exchange } from '../../src/conversation.ts';
import { buildResult } from '../../src/results/store/scenario-result.ts';
import type { ScenarioResult } from '../../src/results/store/schema.ts';
import type { TurnVerdict } from '../../src/rubric/verdict-types.ts';
import { scenarioVerdict } from '../../src/rubric/verdict.ts';
import { aResult, anExchange, resultInput } from '../support/results.ts';
import { ceiling, judgedTurn, scenarioJudgement } from '../support/verdicts.ts';

function resultOf(turns: readonly TurnVerdict[], exchanges: readonly Partial<Exchange>[]): ScenarioResult {
  const judgement = scenarioJudgement({
    root_cause: 'The prompt lets it guess.',
    recommended_fix: 'Ask to query.',
  });
  return buildResult(
    resultInput({
      conversation: exchanges.map((exchange, index) => anExchange({ turn: index + 1, ...exchange })),
      verdict: scenarioVerdict({ severity: 'critical', turns, expectedTurns: turns.length, judgement }),
      judgement,
    }),
  );
}

const lowered = judgedTurn(2, 9, {
  failure_category: 'lazy_refusal',
  reasoning: 'It never looked.',
  ceilings: [ceiling('correctness', 3, 'check:calls_tool')],
});

test('rule, words, tools, scores, ceilings and the judge’s reason, in reading order', () => {
  const result = resultOf(
    [judgedTurn(1, 8), lowered],
    [
      {},
      {
        user_message: 'And the CEO?',
        agent_response: 'I do not know.\nSorry.',
        tool_calls: [
          { tool: 'list_documents', arguments: null, success: true, summary: '' },
          { tool: 'query_documents', arguments: '{"query":"CEO"}', success: false, summary: 'no index' },
        ],
      },
    ],
  );
  expect(failureText(result, failingTurn(result))).toBe(`FAIL  simple_factual_rag, turn 2
  rule     Turn 2: correctness is 3, below 4: check:calls_tool (the answer shows it).
  user     And the CEO?
  agent    I do not know.
           Sorry.
  tools    list_documents()
           query_documents({"query":"CEO"}) (failed) → no index
  scores   7.50 = correctness 3 (judge 9), tool_selection 9, context_retention 9, completeness 9, efficiency 9, personality 9, error_recovery 9
  ceiling  check:calls_tool: correctness at most 3, because the answer shows it.
  judge    lazy_refusal: It never looked.
  cause    The prompt lets it guess.
  fix      Ask to query.
  file     scenarios/rag_quality/simple_factual_rag.yaml`);
});

test('a failure of the infrastructure is an error, not a rule', () => {
  const result = buildResult(
    resultInput({
      conversation: [],
      verdict: null,
      failure: { status: 'INFRA_ERROR', error: 'Nothing answers at http://localhost:4200.' },
    }),
  );
  expect(failingTurn(result)).toBeNull();
  expect(failureText(result, null)).toBe(`INFRA_ERROR  simple_factual_rag
  error    Nothing answers at http://localhost:4200.
  file     scenarios/rag_quality/simple_factual_rag.yaml`);
});

test('an empty answer and an undecided turn are said to be so', () => {
  const result = resultOf(
    [judgedTurn(1, 9, { undecided: 'no check covers it' })],
    [{ agent_response: '', tool_calls: [] }],
  );
  const text = failureText(result, failingTurn(result));
  expect(text).toContain('\n  error    Turn 1: could not be decided: no check covers it\n');
  expect(text).toContain('\n  agent    (an empty answer)\n  tools    none\n');
  expect(text).toContain('\n  open     no check covers it\n');
});

test('a turn’s text leaves out the rules of other turns, and keeps those of the scenario', () => {
  const result = resultOf([judgedTurn(1, 1), judgedTurn(2, 2)], [{}, {}]);
  const text = failureText(result, result.turns[1] ?? null);
  expect(text).not.toContain('Turn 1: correctness');
  expect(text).toContain('Turn 2: correctness is 2');
  expect(text).toContain("The scenario's score is 1.50");
});

test('a dimension that nobody judged is –, one whose number is missing is none', () => {
  const verdict = judgedTurn(1, { correctness: 2, efficiency: 'good' }, { declared: ['efficiency'] });
  const result = resultOf([verdict], [{}]);
  expect(failureText(result, failingTurn(result))).toContain(
    '\n  scores   none = correctness 2, tool_selection –, context_retention –, completeness –, efficiency none, ' +
      'personality –, error_recovery – (correctness, efficiency: 35 % of the weights)\n',
  );
});

test('reasons of an older file are told as they stand, with whatever turn is shown', () => {
  const text = 'Turn 1: correctness is 1, below 4.';
  const result = {
    ...resultOf([judgedTurn(1, 1), judgedTurn(2, 2)], [{}, {}]),
    reasons: [{ turn: null, rule: 'stored', text }],
  };
  expect(failingTurn(result)?.turn).toBe(1);
  expect(failureText(result, result.turns[1] ?? null)).toContain(`\n  rule     ${text}\n`);
});

test('turn 1 is not turn 10', () => {
  const turns = Array.from({ length: 10 }, (_, index) => judgedTurn(index + 1, index === 9 ? 2 : 9));
  const result = resultOf(
    turns,
    turns.map(() => ({})),
  );
  expect(failingTurn(result)?.turn).toBe(10);
});

test('a mean that is too low shows the weakest turn', () => {
  const result = resultOf([judgedTurn(1, 5.5), judgedTurn(2, 5), judgedTurn(3, 7)], [{}, {}, {}]);
  expect(result.status).toBe('FAIL');
  expect(failingTurn(result)?.turn).toBe(2);
});

test('a PASS has no failing turn', () => {
  expect(failingTurn(aResult())).toBeNull();
});

test('whatever was said, the text is bounded, plain, and keeps its margins', () => {
  const hostile = fc.string({ unit: 'binary' }).map((text) => `${text}\u001B]0;x\u0007\n\r`.repeat(300));
  fc.assert(
    fc.property(hostile, hostile, hostile, (agent_response, tool, reasoning) => {
      const result = resultOf(
        [judgedTurn(1, 0, { reasoning })],
        [
          {
            agent_response,
            user_message: tool,
            tool_calls: Array.from({ length: 50 }, () => ({
              tool,
              arguments: tool,
              success: true,
              summary: tool,
            })),
          },
        ],
      );
      const text = failureText(result, failingTurn(result));
      expect(text).not.toMatch(/(?![\n\t])\p{Cc}|\p{Cs}/u);
      expect(
        text
          .split('\n')
          .slice(1)
          .every((line) => /^ {2}\S| {11}|^$/.test(line)),
      ).toBe(true);
      expect(text.length).toBeLessThan(25_000);
    }),
    { numRuns: 20 },
  );
});
