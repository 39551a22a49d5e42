import { expect, test, vi } from 'vitest';
import type { ScenarioProgress } from '../../../src/run/progress.ts';
import { hearProgress, progressSender } from '../../../src/run/shared/progress-channel.ts';

const at = (id: string, turn: number): ScenarioProgress => ({
  id,
  turns: 3,
  turn,
  step: 'agent',
  since: 1_800_000_000_000,
  behind: 0,
  spentUsd: 0,
  waiting: null,
});

test('the first word is heard at once, and of a burst the last one of each scenario', async () => {
  const heard: string[] = [];
  const deaf = hearProgress('progress-test', ({ id, turn }) => heard.push(`${id} ${turn}`));
  const tell = progressSender('progress-test');
  for (const turn of [0, 1, 2]) for (const id of ['a', 'b']) tell(at(id, turn));
  await vi.waitUntil(() => heard.length >= 3);
  expect(heard).toEqual(['a 0', 'b 2', 'a 2']);
  // After silence the next word does not wait.
  await vi.waitUntil(() => {
    tell(at('c', 1));
    return heard.includes('c 1');
  });
  deaf();
});

test('what is no progress is not heard', async () => {
  const heard: unknown[] = [];
  const deaf = hearProgress('progress-test-2', (progress) => heard.push(progress));
  const tell = progressSender('progress-test-2');
  tell({ ...at('a', 1), turn: -1 });
  tell(at('a', 2));
  await vi.waitUntil(() => heard.length > 0);
  expect(heard).toEqual([at('a', 2)]);
  deaf();
});
