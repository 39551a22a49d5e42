import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { commandSession } from '../support/command-session.ts';
import { commandsOf } from '../support/doc-commands.ts';
import { config, createProject } from '../support/project.ts';
import { shopCorpus, shopScenario } from '../support/shop.ts';

/** Of each command of the page, in its order, with neither a baseline nor a live agent at first. */
const CODES = [
  1, // no baseline yet
  0, // saved
  1, // no live agent
  1, // the same
  0, // reports
  0, // compared
  0, // a shard
  0, // merged
];

test('every command of docs/ci.md does what the page says', async () => {
  const project = await createProject({
    'vitest.config.ts': config(),
    ...shopCorpus(),
    'scenarios/shop/lamp.yaml': shopScenario({ id: 'lamp' }),
    'scenarios/shop/carpet.yaml': shopScenario({ id: 'carpet', product: 'carpet' }),
    'scenarios/shop/wrong.yaml': shopScenario({ id: 'wrong', product: 'chair', mentions: '1 euro' }),
  });
  const session = commandSession(project);
  const commands = commandsOf('ci.md');
  expect(commands).toHaveLength(CODES.length);
  for (const [at, words] of commands.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one builds on the other
    const run = await session.run(words);
    expect(run.exitCode, `${words.join(' ')}\n${run.output}`).toBe(CODES[at]);
    for (const shard of words.includes('--shard=1/3') ? [2, 3] : []) {
      const others = words.map((word) =>
        word.replace('1/3', `${shard}/3`).replace('blobs/1', `blobs/${shard}`),
      );
      // oxlint-disable-next-line no-await-in-loop
      const sibling = await session.run(others);
      expect(sibling.exitCode, sibling.output).toBe(0);
    }
  }
  const junit = await readFile(project.path('junit.xml'), 'utf8');
  expect(junit).toContain('wrong');
  const scorecard = await project.scorecard();
  expect(scorecard.summary).toMatchObject({ total_scenarios: 3, passed: 2, failed: 1 });
  expect(scorecard.partial).toBe(false);
});
