import { expect, test } from 'vitest';
import {
  performanceSummary,
  runPerformance,
  turnPerformance,
} from '../../../src/results/store/performance.ts';

const stats = (
  tokens_per_second: number | null,
  time_to_first_token: number | null = null,
  input_tokens: number | null = null,
  output_tokens: number | null = null,
) => ({ tokens_per_second, time_to_first_token, input_tokens, output_tokens });

test.each([
  ['nothing', null, ['no_stats']],
  ['only nulls', stats(null), ['no_stats']],
  ['only zeros, as an agent without stats reports', stats(0, 0, 0, 0), ['no_stats']],
  ['numbers that are none', stats(Number.NaN, Number.POSITIVE_INFINITY), ['no_stats']],
  ['exactly the limits', stats(5, 5, 4000, 10), []],
  ['slow', stats(4.9), ['low_throughput']],
  ['late', stats(50, 5.01), ['high_latency']],
  ['too much read', stats(50, 1, 4001), ['token_explosion']],
  ['all of it', stats(1, 9, 9000), ['low_throughput', 'high_latency', 'token_explosion']],
  ['a speed of zero is no measurement', stats(0, 1), []],
])('flags of a turn with %s', (_name, given, flags) => {
  expect(turnPerformance(given).flags).toEqual(flags);
});

test('readings are kept as they are, apart from those that are no number', () => {
  expect(turnPerformance(stats(Number.NaN, 0, -1, 7))).toMatchObject(stats(null, 0, -1, 7));
});

test('fault 45: a number that no agent can have measured is none, and every sum can be read back', () => {
  const turns = [1e308, 1e308, 12].map((value) => turnPerformance(stats(value, value, value, value)));
  expect(turns[0]).toEqual({ ...stats(null), flags: ['no_stats'] });
  const summary = performanceSummary(turns);
  expect(summary).toMatchObject({
    avg_tokens_per_second: 12,
    total_input_tokens: 12,
    total_output_tokens: 12,
  });
  const most = performanceSummary([turnPerformance(stats(1e12, 1e12, 1e12, 1e12))]);
  expect(JSON.stringify(runPerformance([most, most]))).not.toContain('null');
});

test('a scenario without readings has no summary', () => {
  expect(performanceSummary([])).toBeNull();
  expect(performanceSummary([null, turnPerformance(null), turnPerformance(stats(0))])).toBeNull();
});

test('averages leave out zero and negative readings, and round as stored', () => {
  const turns = [
    turnPerformance(stats(10, 0.1, 100, 10)),
    turnPerformance(stats(11.11, 0.2222, 200, 20)),
    turnPerformance(stats(0, -1, 5000, 0)),
    turnPerformance(null),
    null,
  ];
  expect(performanceSummary(turns)).toEqual({
    avg_tokens_per_second: 10.6,
    avg_time_to_first_token: 0.161,
    total_input_tokens: 5300,
    total_output_tokens: 30,
    flags: ['no_stats', 'token_explosion'],
  });
});

test('a run averages its scenarios and counts those with data', () => {
  const a = performanceSummary([turnPerformance(stats(10, 0.1, 100, 10))]);
  const b = performanceSummary([turnPerformance(stats(2, null, 5000, 20))]);
  expect(runPerformance([a, null, b, undefined])).toEqual({
    avg_tokens_per_second: 6,
    avg_time_to_first_token: 0.1,
    total_input_tokens: 5100,
    total_output_tokens: 30,
    scenarios_with_data: 2,
    flags: ['low_throughput', 'token_explosion'],
  });
  expect(runPerformance([null])).toBeNull();
});
