/** The checks of the benchmark: no right answer fails one, whatever its words, and wrong answers do not pass. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadManifest } from '../../src/corpus/manifest.ts';
import { resolveTruth } from '../../src/corpus/truth.ts';
import { judgeTurnByRules } from '../../src/judge/rules/turn.ts';
import { readTurn, type TurnReading } from '../../src/rubric/read-turn.ts';
import type { Scenario, Turn } from '../../src/scenario/schema.ts';
import { benchmarkScenarios, CORPUS } from '../support/benchmark.ts';

const toolCall = z.union([
  z.string().transform((tool) => ({ tool, success: true, summary: '2 chunks' })),
  z.strictObject({ tool: z.string(), success: z.boolean(), summary: z.string() }),
]);
type ToolCall = z.output<typeof toolCall>;
const line = z.strictObject({
  scenario: z.string(),
  turn: z.number(),
  answer: z.string(),
  tools: z.array(toolCall),
  label: z.enum(['pass', 'fail']),
});

const cases = readFileSync(new URL('check-answers.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((text) => text !== '')
  .map((text) => line.parse(JSON.parse(text)));
const manifest = await loadManifest(CORPUS);
const scenarios = await benchmarkScenarios();
const turns = scenarios.flatMap((scenario) => scenario.turns.map((turn) => ({ scenario, turn })));

function read(scenario: Scenario, turn: Turn, answer: string, tools: readonly ToolCall[]): TurnReading {
  return readTurn({
    turn,
    truth: resolveTruth(turn, manifest),
    before: [],
    turns: scenario.turns.length,
    exchange: {
      turn: turn.turn,
      user_message: turn.user_message ?? turn.objective ?? '',
      agent_response: answer,
      tool_calls: tools.map((call) => ({ ...call, arguments: null })),
      stats: null,
      elapsed_s: 1,
    },
  });
}

function verdict(reading: TurnReading): string {
  const { undecided, scores, reasoning } = judgeTurnByRules({ reading });
  if (undecided !== null) return `undecided: ${undecided}`;
  return Number(scores.correctness) >= 4 ? 'right' : `wrong: ${reasoning}`;
}

const failures = ({ checks }: TurnReading): string[] =>
  checks.flatMap(({ name, outcome, evidence }) => (outcome === 'fail' ? [`${name}: ${evidence}`] : []));

test('every turn has checks', () => {
  expect(scenarios).toHaveLength(54);
  expect(turns).toHaveLength(126);
  expect(turns.filter(({ turn }) => Object.keys(turn.checks ?? {}).length === 0)).toEqual([]);
});

test.each(turns)('$scenario.id, turn $turn.turn: right and wrong answers', ({ scenario, turn }) => {
  const own = cases.filter((each) => each.scenario === scenario.id && each.turn === turn.turn);
  const told = own.map(({ answer, tools, label }) => {
    const reading = read(scenario, turn, answer, tools);
    return { answer, label, failed: failures(reading), verdict: verdict(reading) };
  });
  const right = told.filter(({ label }) => label === 'pass');
  const wrong = told.filter(({ label }) => label === 'fail');
  expect(right.filter(({ failed, verdict: is }) => failed.length > 0 || is.startsWith('wrong'))).toEqual([]);
  expect(wrong.filter(({ verdict: is }) => is === 'right')).toEqual([]);
  // Rules that leave everything open would separate nobody.
  expect(right.filter(({ verdict: is }) => is === 'right').length).toBeGreaterThan(0);
  expect(wrong.length).toBeGreaterThan(1);
  expect(wrong.filter(({ verdict: is }) => is.startsWith('wrong')).length).toBeGreaterThan(0);
});

const answered = turns.flatMap(({ scenario, turn }) => {
  const { expected_answer } = resolveTruth(turn, manifest);
  return typeof expected_answer === 'string' ? [{ scenario, turn, expected_answer }] : [];
});
test.each(answered)(
  '$scenario.id, turn $turn.turn: "$expected_answer" fails no check',
  ({ scenario, turn, expected_answer }) => {
    const wanted = [turn.checks?.calls_tool ?? 'query_specific_file'].flat(2).slice(0, 1);
    const tools = turn.checks?.calls_no_tool === true ? [] : wanted.map((tool) => toolCall.parse(tool));
    for (const answer of [expected_answer, `According to the document: ${expected_answer}.`])
      expect([answer, ...failures(read(scenario, turn, answer, tools))]).toEqual([answer]);
  },
);

const SYSTEM = turns.filter(({ scenario }) => scenario.category === 'web_system');
test.each(SYSTEM)('$scenario.id: an honest error is right when the tool was tried', ({ scenario, turn }) => {
  const answer = 'The tool reported that this is not supported on this machine.';
  const own = [turn.checks?.calls_tool ?? []].flat(2)[0] ?? '';
  const failed = { tool: own, success: false, summary: 'not supported' };
  expect(verdict(read(scenario, turn, answer, [failed]))).toBe('right');
  expect(verdict(read(scenario, turn, answer, []))).toMatch(/^wrong/);
  expect(verdict(read(scenario, turn, answer, [{ ...failed, tool: 'query_documents' }]))).toMatch(/^wrong/);
});
