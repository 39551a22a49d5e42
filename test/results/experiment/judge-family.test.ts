import { expect, test } from 'vitest';
import type { Cell } from '../../../src/results/cells/cell-schema.ts';
import { familyOf, familyWarnings } from '../../../src/results/experiment/judge-family.ts';
import { aCell, aSample } from '../cells/a-cell.ts';

test.each([
  ['claude-sonnet-4-6', 'claude'],
  ['lemonade/Qwen3-4B-Instruct-2507-GGUF', 'qwen'],
  ['openai/gpt-5-mini', 'gpt'],
  ['ollama/qwen3:8b', 'qwen'],
  ['embedded/lead', null],
  ['the authors of the corpus', null],
])('%s is of the family %s', (model, family) => {
  expect(familyOf(model)).toBe(family);
});

const judgedBy = (fingerprint: string, asked: string, writer = 'Ada'): Cell => {
  const cell = aCell();
  return {
    ...cell,
    variant: `${asked}/plain`,
    model: { ...cell.model, asked },
    truth: { path: 'x.yaml', sha256: 'd'.repeat(64), reviewed: null, written_by: writer },
    samples: [aSample({ judge: { fingerprint, usd: 0, ms: 1 } })],
  };
};

const LLM = 'llm:ollama/qwen3:8b:0123456789ab:rules:4:answers:1';

test('a judge of the family under test, or of who wrote the truth, is told once', () => {
  const cells = [
    judgedBy(LLM, 'lemonade/Qwen3-4B'),
    judgedBy(LLM, 'claude-x', 'qwen3:32b'),
    judgedBy(LLM, 'claude-x', 'qwen3:32b'),
  ];
  expect(familyWarnings(cells)).toEqual([
    'The judge ollama/qwen3:8b is of the family of qwen3:32b, which wrote truths: it may prefer its own words.',
    "The judge ollama/qwen3:8b is of the family of lemonade/Qwen3-4B/plain: hold its levels against another judge's.",
  ]);
});

test('of rules, and of a judge of another family, nothing is said', () => {
  expect(familyWarnings([judgedBy('rules:4:answers:1', 'claude-x', 'claude-y')])).toEqual([]);
  expect(familyWarnings([judgedBy(LLM, 'claude-x')])).toEqual([]);
});
