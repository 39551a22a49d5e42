import { expect, test } from 'vitest';
import { z } from 'zod';
import { config, createProject } from '../support/project.ts';
import { embedded, lineOf, shopCorpus, shopScenario } from '../support/shop.ts';

const listSchema = z.array(
  z.object({ name: z.string(), file: z.string(), location: z.object({ line: z.number() }) }),
);

test('scenarios are listed at the line of their id, and found by the documents they use', async () => {
  const chair = `# What a chair costs.\n\n${shopScenario({ id: 'chair', product: 'chair' })}`;
  const project = await createProject({
    'vitest.config.ts': config(),
    ...shopCorpus(),
    'scenarios/shop/chair.yaml': chair,
    'scenarios/shop/carpet.yaml': shopScenario({ id: 'carpet', product: 'carpet' }),
    'scenarios/shop/missing.yaml': shopScenario({ id: 'missing', document: 'lost' }),
  });
  const expected = [
    { name: 'carpet', file: project.path('scenarios/shop/carpet.yaml'), location: { line: 1 } },
    {
      name: 'chair',
      file: project.path('scenarios/shop/chair.yaml'),
      location: { line: lineOf(chair, 'id: chair') },
    },
    { name: 'missing', file: project.path('scenarios/shop/missing.yaml'), location: { line: 1 } },
  ];
  for (const more of [[], ['--static-parse']]) {
    const list = await project.vitest(['list', '--json', ...more], embedded);
    expect(list.exitCode, list.output).toBe(0);
    const listed = listSchema.parse(JSON.parse(list.stdout));
    expect(listed.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(expected);
  }
  expect(await project.runs()).toEqual([]);

  const related = await project.vitest(['related', 'corpus/documents/prices.md', '--run'], embedded);
  expect(related.exitCode, related.output).toBe(0);
  expect((await project.scorecard()).scenarios.map(({ scenario_id }) => scenario_id)).toEqual(['chair']);
});
