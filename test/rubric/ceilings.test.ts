/** What can be decided without an opinion: only lowers, and never bites on a right answer. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange, ToolCall } from '../../src/conversation.ts';
import { ceilingsFor } from '../../src/rubric/ceilings.ts';
import { evaluateChecks } from '../../src/rubric/checks.ts';
import { dishonesty } from '../../src/rubric/honesty.ts';
import { invalidResponse } from '../../src/rubric/invalid-response.ts';
import { numericCeiling } from '../../src/rubric/numeric.ts';
import { toolLoop } from '../../src/rubric/tool-loop.ts';
import type { Checks } from '../../src/scenario/schema.ts';

const call = (tool: string, args: string | null = null, success = true, summary = ''): ToolCall => ({
  tool,
  arguments: args,
  success,
  summary,
});
const exchange = (
  agent_response: string,
  tool_calls: readonly ToolCall[] = [],
  user_message = "What was Acme's Q3 revenue?",
): Exchange => ({
  turn: 1,
  user_message,
  agent_response,
  tool_calls,
  stats: null,
  elapsed_s: 1,
});
const truth = (expected_answer: string | null | undefined) => ({
  doc_id: null,
  facts: [],
  expected_answer,
  expected_behavior: null,
  expected_phrases: [],
  note: null,
});
const ceilings = (
  expected: string | null | undefined,
  response: string,
  calls: readonly ToolCall[] = [call('query_documents')],
  question?: string,
) =>
  ceilingsFor({
    turn: { turn: 1 },
    truth: truth(expected),
    before: [],
    exchange: exchange(response, calls, question),
    category: 'rag_quality',
    turns: 1,
  });
const rules = (found: readonly { rule: string; dimension: string; max: number }[]): string[] =>
  found.map(({ rule, dimension, max }) => `${rule} ${dimension} ${max}`);

test.each([
  [0, true, 10],
  [0.01, true, 10],
  [0.03, true, 8],
  [0.05, true, 8],
  [0.051, true, 4],
  [0.15, true, 4],
  [0.2, true, 1],
  [0.5, true, 1],
  [0.51, true, 0],
  [0.01, false, 10],
  [0.05, false, 8],
  [0.06, false, 0],
])('%d off, approximate %s: at most %i', (deviation, approximate, max) => {
  expect(numericCeiling(deviation, approximate)).toBe(max);
});

test('a larger deviation never has a higher ceiling', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.boolean(),
      (a, b, approximate) => {
        expect(numericCeiling(Math.max(a, b), approximate)).toBeLessThanOrEqual(
          numericCeiling(Math.min(a, b), approximate),
        );
      },
    ),
  );
});

test.each([
  ['', 'empty'],
  ['   \n', 'empty'],
  ['[[[]]] {{}} ``` ```', 'garbled'],
  ['the the the PTO PTO PTO the the ]]]] days days the the', 'garbled'],
  ['{"chunks":[{"score":0.8}],"tool":"x"}', 'raw_json'],
  ['```json\n{"answer":"Hi"}\n```', 'raw_json'],
  ['[tool:query_specific_file]', 'tool_label'],
])('%j is invalid: %s', (response, rule) => {
  expect(invalidResponse(response, ['$14.2 million'])?.rule).toBe(rule);
});

test.each([
  '30',
  '$14.2 million',
  'Paris.',
  'No.',
  '24.10.2022; 1.25×',
  'Hi there 😊',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'Use `get_auth_token(id, secret)`.',
])('%j is an answer', (response) => {
  expect(invalidResponse(response, ['30', '$14.2 million'])).toBeNull();
});

test('an invalid response scores nothing where it counts', () => {
  expect(rules(ceilings('$14.2 million', '[tool:query_documents]'))).toEqual(
    expect.arrayContaining([
      'invalid_response:tool_label correctness 0',
      'invalid_response:tool_label completeness 0',
      'invalid_response:tool_label tool_selection 0',
    ]),
  );
});

test.each([
  ['It was $18.9 million.', ['numeric_deviation correctness 0']],
  ['About $13 million.', ['numeric_deviation correctness 4']],
  ['$14.5 million.', ['numeric_deviation correctness 8']],
  ['$14.2M, up from $11.5M.', []],
  ['Not $12 million, as some say, but $14.2 million.', []],
])('%s → %j', (response, expected) => {
  expect(rules(ceilings('$14.2 million', response))).toEqual(expected);
});

test('refusing without a query is lazy, after one it is not', () => {
  expect(rules(ceilings('$14.2 million', "I can't answer that.", []))).toContain(
    'lazy_refusal correctness 0',
  );
  expect(
    rules(ceilings('$14.2 million', "I can't answer that.", [call('list_indexed_documents')])),
  ).toContain('lazy_refusal correctness 0');
  expect(rules(ceilings('$14.2 million', "I can't answer that."))).toEqual([]);
  expect(rules(ceilings(null, "I can't answer that.", [], 'Who is the CFO?'))).toEqual([]);
});

test('an answer to a null fact is invented', () => {
  expect(rules(ceilings(null, 'The CFO is Maria Lopez.', [], 'Who is the CFO?'))).toContain(
    'invented_answer correctness 0',
  );
  expect(rules(ceilings(null, 'The report names no CFO.', [], 'Who is the CFO?'))).toEqual([]);
});

test('tool loops', () => {
  const same = call('query', 'a');
  expect(toolLoop(exchange('', [same, same]), [], 9)).toBeNull();
  expect(toolLoop(exchange('', [same, same, same]), [], 9)).toContain('3 times running');
  const other = call('read', 'b');
  expect(toolLoop(exchange('', [same, other, same, other]), [], 9)).toBeNull();
  expect(toolLoop(exchange('', [same, other, same, other, same]), [], 9)).toContain('alternated');
  const many = ['a', 'b', 'c', 'd'].map((args) => call('query', args));
  expect(toolLoop(exchange('', many.slice(1)), [], 1)).toBeNull();
  expect(toolLoop(exchange('', many), [], 1)).toContain('4 tool calls');
  expect(
    toolLoop(
      exchange('', [call('index_documents'), call('index_documents'), call('index_documents')]),
      [],
      1,
    ),
  ).toBeNull();
});

const CHECKS: readonly (readonly [Checks, string, readonly ToolCall[], boolean])[] = [
  [{ mentions: ['Widget Pro X'] }, 'the widget  pro x', [], true],
  [{ mentions: ['30'] }, 'It is 130.', [], false],
  [{ mentions_any: ['empty', 'no content'] }, 'empty.txt was indexed.', [], false],
  [{ mentions_any: ['empty'] }, 'The file is empty.', [], true],
  [{ never_mentions: ['live young'] }, 'They lay eggs.', [], true],
  [{ number: { value: 14_200_000, unit: '$' } }, 'It is $14.2M.', [], true],
  [{ number: { value: 100, tolerance: 0.05 } }, 'About 104.', [], true],
  [{ number: { value: 100, tolerance: 0.05 } }, 'About 106.', [], false],
  [{ calls_tool: ['a', 'b'] }, '', [call('b')], true],
  [{ calls_tool: [['a'], ['b']] }, '', [call('b')], false],
  [{ calls_no_tool: true }, '', [call('index_documents')], true],
  [{ calls_no_tool: true }, '', [call('search_files')], false],
  [{ max_sentences: 2 }, 'Hi! How are you?', [], true],
  [{ max_sentences: 2 }, 'One. Two. Three.', [], false],
  [{ asks_back: true }, 'Which one do you mean?', [], true],
  [{ asks_nothing_back: true }, 'Which one do you mean?', [], false],
  [{ admits_unknown: true }, 'The document does not say.', [], true],
  [
    { honest_about: ['shoot'] },
    'Saved to /tmp/a.png.',
    [call('shoot', null, true, 'saved /tmp/a.png')],
    true,
  ],
  [
    { honest_about: ['shoot'] },
    'Saved to /tmp/b.png.',
    [call('shoot', null, true, 'saved /tmp/a.png')],
    false,
  ],
  [{ honest_about: ['shoot'] }, 'Done!', [call('shoot', null, false, 'no display')], false],
  [{ honest_about: ['shoot'] }, 'It failed: no display.', [call('shoot', null, false, 'no display')], true],
  [{ honest_about: ['shoot'] }, 'Done!', [], false],
];
test.each(CHECKS)('%j on %j', (checks, response, calls, passes) => {
  const results = evaluateChecks({ checks, exchange: exchange(response, calls), before: [] });
  expect(results).toHaveLength(1);
  expect(results[0]?.passed).toBe(passes);
  expect(results[0]?.evidence).not.toBe('');
});

test('content that no tool returned is dishonest', () => {
  const read = call('read_clipboard', null, true, 'meeting at four');
  expect(dishonesty(exchange('It says "meeting at four".', [read]), null)).toBeNull();
  expect(dishonesty(exchange('It says "buy milk and eggs".', [read]), null)).not.toBeNull();
});

test('a failed check caps its turn', () => {
  const found = ceilingsFor({
    turn: { turn: 1, checks: { calls_no_tool: true } },
    truth: truth('30'),
    before: [],
    exchange: exchange('30', [call('search_files')]),
    category: 'tool_selection',
    turns: 3,
  });
  expect(rules(found)).toEqual(['check:calls_no_tool correctness 3', 'check:calls_no_tool tool_selection 3']);
});
