import { symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { commandFolder } from '../support/command.ts';
import { commandsOf } from '../support/doc-commands.ts';
import { card, gaiaCard } from '../support/scorecards.ts';

test('every command of docs/comparing.md does what the page says', async () => {
  const rows = [{ id: 'a' }, { id: 'b', status: 'FAIL' }];
  const [older, newer] = [
    card(rows, { runId: 'run_20261129_090000' }),
    card(rows, { runId: 'run_20261130_101500' }),
  ];
  const theirs = gaiaCard([{ id: 'a' }, { id: 'b', status: 'FAIL', score: 4 }]);
  const here = await commandFolder({
    'results/run_20261129_090000/scorecard.json': older,
    'results/run_20261130_101500/scorecard.json': newer,
    'results/run_20261130_101500/traces/a.json': newer.scenarios[0],
    'results/run_20261130_101500/traces/b.json': newer.scenarios[1],
    'old/scorecard.json': older,
    'gaia/run_1/scorecard.json': theirs,
    'gaia/run_1/traces/a.json': theirs.scenarios[0],
    'gaia/run_1/traces/b.json': theirs.scenarios[1],
  });
  await symlink('run_20261130_101500', here.path('results/latest'), 'dir');
  const commands = commandsOf('comparing.md');
  expect(commands).toHaveLength(15);
  for (const words of commands) {
    // oxlint-disable-next-line no-await-in-loop -- one builds on the other
    const { code, out, err } = await here.run(...words);
    expect([code, err], `${words.join(' ')}\n${out}`).toEqual([0, '']);
    expect(out).not.toBe('');
  }
});
