import { expect, test } from 'vitest';
import { NOTHING_SPENT } from '../../src/models/ledger.ts';
import { trackProgress, type ScenarioProgress } from '../../src/run/progress.ts';

test('what is waited for is told without secrets, until it is there again', () => {
  const told: ScenarioProgress[] = [];
  const scenario = { id: 'a', turns: [1] };
  const spent = NOTHING_SPENT;
  const progress = trackProgress(scenario, { spent }, (each) => told.push(each));
  const wait = {
    for: 'agent',
    why: 'http://ann:hunter22@host:4200/mcp?token=hunter23 refused the connection',
    until: 1_800_000_000_000,
  } as const;
  progress.waits('agent', wait);
  expect(told.at(-1)?.waiting).toMatchObject({ for: 'agent', until: wait.until });
  expect(told.at(-1)?.waiting?.why).toContain('refused the connection');
  expect(told.at(-1)?.waiting?.why).not.toContain('hunter');
  progress.waits('agent', null);
  expect(told.at(-1)?.waiting).toBeNull();
});
