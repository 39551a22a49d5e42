import { expect, test } from 'vitest';
import { parseScenario, type ParsedScenario } from '../../src/scenario/parse.ts';
import { MINIMAL } from '../support/scenario-text.ts';

const turnWith = (lines: string): ParsedScenario =>
  parseScenario(
    MINIMAL.replace(/ {4}success_criteria:.*\n/, `${lines.replaceAll(/^/gm, '    ')}\n`),
    'scenarios/small.yaml',
  );

test('fault 39: an expected answer with nothing behind it is left out; a written null is a gap', () => {
  const truth = (answer: string) =>
    turnWith(`ground_truth: { doc_id: a,${answer} expected_behavior: Says it. }`).scenario?.turns[0]
      ?.ground_truth;
  expect(truth(' expected_answer: ,')).toEqual({ doc_id: 'a', expected_behavior: 'Says it.' });
  expect(truth(' expected_answer: null,')).toMatchObject({ expected_answer: null });
  expect(truth(' expected_answer: ~,')).toMatchObject({ expected_answer: null });
  const block = turnWith('ground_truth:\n  expected_answer:\n  expected_behavior: Says it.');
  expect(block.scenario?.turns[0]?.ground_truth).toEqual({ expected_behavior: 'Says it.' });
});

test.each(['3.10', '007', '1e3', '0x1F', 'true', '.inf', '+5'])(
  'fault 39: the advice for %s quotes it as it is written',
  (written) => {
    const { problems } = turnWith(`ground_truth: { expected_answer: ${written} }`);
    expect(problems.map(({ message }) => message)).toEqual([
      `\`turns[0].ground_truth.expected_answer\` must be text or null, not ${written}: put it in quotes, "${written}"`,
    ]);
  },
);

test('fault 39: checks alone are enough for a turn; empty ones are not', () => {
  expect(turnWith('checks: { mentions: [tea] }').problems).toEqual([]);
  expect(turnWith('checks: {}').scenario).toBeNull();
});
