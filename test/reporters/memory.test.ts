import { expect, test } from 'vitest';
import { memoryLine } from '../../reporters/memory.ts';
import { aScenario } from '../support/results.ts';

const scenario = (id: string, setup: object) => {
  const made = aScenario({ id });
  return { id, scenario: { ...made, setup: { ...made.setup, ...setup } } };
};
const scenarios = [
  scenario('clears', { memory_clear: true }),
  scenario('seeds', { memory_seed: ['x'] }),
  scenario('neither', { memory_seed: [] }),
  { id: 'broken', scenario: null },
];
const live = { target: 'http://localhost:4200', allowMemoryClear: false };

test("fault 8: scenarios that change a live agent's memory are named before they run", () => {
  expect(memoryLine(scenarios, live)).toBe(
    "would empty the agent's memory, which needs AGENT_EVAL_ALLOW_MEMORY_CLEAR=1: clears; write into the agent's memory: seeds",
  );
  expect(memoryLine(scenarios, { ...live, allowMemoryClear: true })).toMatch(
    /^empty the agent's memory: clears;/,
  );
  expect(memoryLine(scenarios.slice(2), live)).toBeNull();
  expect(memoryLine(scenarios, { ...live, target: 'embedded' })).toBeNull();
  const many = Array.from({ length: 8 }, (_, index) => scenario(`s${index}`, { memory_clear: true }));
  expect(memoryLine(many, live)).toContain('s3, s4, and 3 more');
});
