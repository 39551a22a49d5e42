import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readToday } from '../../src/commands/rescore-today.ts';
import { scenarioFingerprint } from '../../src/results/store/scenario-result.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { scenarioYaml } from '../support/scenario.ts';

test('stored claims are measured again by today’s scenario', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'rescore-today-'));
  try {
    const yaml = scenarioYaml({
      turns: [
        {
          turn: 1,
          user_message: 'How heavy is it?',
          ground_truth: { expected_answer: '4 g' },
          success_criteria: 'Says it.',
        },
      ],
    });
    await mkdir(path.join(root, 'scenarios'));
    await writeFile(path.join(root, 'scenarios/one.yaml'), yaml);
    const { scenario } = parseScenario(yaml, 'scenarios/one.yaml');
    if (scenario === null) throw new Error('the scenario can be read');
    const today = await readToday({ root, scenarios: ['scenarios'], corpus: 'corpus' });
    const claim = {
      fact: 'expected_answer',
      expected: '4 g',
      quote: '4 mg',
      value: '4 mg',
      unit: null,
      approximate: false,
    };
    const turn = {
      turn: 1,
      user_message: 'How heavy is it?',
      agent_response: 'It weighs 4 mg in all.',
      tool_calls: [],
      elapsed_s: 1,
      claims: [claim],
    };
    const trace = {
      scenario_id: scenario.id,
      scenario_fingerprint: scenarioFingerprint(scenario),
      turns: [turn],
    };
    expect(today.ceilingsFor(trace)?.(1)).toMatchObject([
      { rule: 'wrong_value', max: 0 },
      { rule: 'claimed_value', max: 0 },
    ]);
  } finally {
    await rm(root, { recursive: true });
  }
});
