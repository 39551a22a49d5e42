import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToolCall } from '../../../src/conversation.ts';
import { turnEvidence } from '../../../src/judge/llm/evidence.ts';
import { EVIDENCE, fairShares, toolEvidence } from '../../../src/judge/llm/tool-evidence.ts';
import { exchange, turnInput } from './inputs.ts';

const call = (summary: string, more: Partial<ToolCall> = {}): ToolCall => ({
  tool: 'read_file',
  arguments: null,
  success: true,
  summary,
  ...more,
});
const letters = (letter: string, count: number): string => letter.repeat(count);
const countOf = (text: string, letter: string): number => text.split(letter).length - 1;

test('a result of 8,000 characters is shown whole, one more is cut with a mark', () => {
  expect(toolEvidence([call(letters('z', EVIDENCE))], []).own).toBe(
    `1. read_file succeeded: ${letters('z', EVIDENCE)}`,
  );
  const { own } = toolEvidence([call(letters('z', EVIDENCE + 1))], []);
  expect(own).toContain('characters left out');
  expect(countOf(own, 'z')).toBe(EVIDENCE);
});

test('calls share what there is: a short one is whole, long ones get the same', () => {
  const { own } = toolEvidence([call(letters('x', 9_000)), call('short'), call(letters('z', 20_000))], []);
  expect(own).toContain('2. read_file succeeded: short');
  expect(countOf(own, 'z')).toBeGreaterThan(3_900);
  expect(Math.abs(countOf(own, 'z') - countOf(own, 'x'))).toBeLessThan(10);
});

test('what a turn’s own calls leave goes to those of earlier turns', () => {
  const earlier = exchange(1, { tool_calls: [call(letters('q', 5_000)), call(letters('x', 500))] });
  const alone = toolEvidence([call(letters('z', 1_000))], [earlier]);
  expect(countOf(alone.earlier.get(1) ?? '', 'q')).toBe(5_000);
  const crowded = toolEvidence([call(letters('z', 7_000))], [earlier]);
  expect(countOf(crowded.own, 'z')).toBe(7_000);
  expect(countOf(crowded.earlier.get(1) ?? '', 'q')).toBeLessThan(600);
});

test('three thousand calls stay within the evidence, those in the middle are counted', () => {
  const calls = Array.from({ length: 3_000 }, (_, index) =>
    call(letters('z', 500), { tool: `tool_${index + 1}`, arguments: letters('q', 600) }),
  );
  const { own } = toolEvidence(calls, [exchange(1, { tool_calls: calls })]);
  expect(own).toContain('1. tool_1 with');
  expect(own).toContain('\n3000. tool_3000 with');
  expect(own).toContain('[… 2960 calls left out …]');
  expect(countOf(own, 'z') + countOf(own, 'q')).toBeLessThanOrEqual(EVIDENCE);
  const evidence = turnEvidence(turnInput({ exchange: exchange(2, { tool_calls: calls }) }));
  expect(evidence.length).toBeLessThan(16_000);
});

test('a failed call, one without arguments, one without a result', () => {
  const { own } = toolEvidence(
    [call('no\nsuch file', { success: false }), call('', { arguments: '{"path":"a"}' })],
    [],
  );
  expect(own).toBe(
    '1. read_file FAILED: no such file\n2. read_file with {"path":"a"} succeeded: no result shown',
  );
  expect(toolEvidence([], []).own).toBe('none');
});

test('shares are fair: nobody gets more than needed, all of it is given out, equals get the same', () => {
  const needs = fc.array(fc.nat(10_000), { maxLength: 30 });
  fc.assert(
    fc.property(needs, fc.nat(20_000), (all, total) => {
      const shares = fairShares(all, total);
      const sum = shares.reduce((added, share) => added + share, 0);
      const needed = all.reduce((added, need) => added + need, 0);
      expect(sum).toBeLessThanOrEqual(total);
      expect(sum).toBeGreaterThan(Math.min(needed, total) - Math.max(1, all.length));
      for (const [index, share] of shares.entries()) {
        expect(share).toBeLessThanOrEqual(all[index] ?? 0);
        // Whoever is cut has at least as much as anybody else, but for a rounding.
        if (share < (all[index] ?? 0)) expect(share).toBeGreaterThanOrEqual(Math.max(...shares) - 1);
      }
    }),
  );
});
