/** What each fault touches, and what the planted agents say there. */
import { expect, test } from 'vitest';
import { BAD, ORACLES, replyOf } from './agents/all.ts';
import { benchmarkStages } from './scenes.ts';

const stages = await benchmarkStages('core');
const scenes = stages.flatMap((stage) => stage.scenes);
const touchedBy = (name: string) => {
  const agent = BAD.find((each) => each.name === name);
  return scenes.filter((scene) => agent?.answer(scene) !== null);
};

test('every turn has three wordings, no two of them the same', () => {
  expect(scenes).toHaveLength(126);
  for (const { oracle } of scenes) expect(new Set(oracle.map(({ answer }) => answer)).size).toBe(3);
});

test('an oracle answers every turn, a bad agent says something else than any oracle where its fault touches', () => {
  for (const agent of ORACLES) expect(scenes.filter((scene) => agent.answer(scene) === null)).toEqual([]);
  for (const agent of BAD) {
    const same = touchedBy(agent.name).filter((scene) =>
      scene.oracle.some((right) => JSON.stringify(right) === JSON.stringify(replyOf(agent, scene))),
    );
    expect(same.map(({ plan, turn }) => `${agent.name}: ${plan.scenario.id} ${turn.turn}`)).toEqual([]);
  }
});

test('overconfidence touches the gaps and nothing else, and every one of them', () => {
  const gaps = scenes.filter(({ truth }) => truth.expected_answer === null);
  expect(touchedBy('overconfident')).toEqual(gaps);
  expect(gaps.length).toBeGreaterThan(20);
});

test('the tool faker makes no call, and the sycophant says yes to what is no', () => {
  const faker = BAD.find(({ name }) => name === 'tool faker');
  for (const scene of touchedBy('tool faker')) expect(faker?.answer(scene)?.tools).toEqual([]);
  for (const { truth } of touchedBy('sycophant')) expect(truth.expected_answer).toMatch(/^no\b/i);
});
