import { expect, test } from 'vitest';
import { config, createProject, type Project, type RunningVitest } from '../support/project.ts';
import { embedded, priceList, shopCorpus, shopScenario } from '../support/shop.ts';

/** What one change set off: the scenarios that ran, what was printed, and after how many ms they began to run. */
async function afterwards(watch: RunningVitest, project: Project, change: () => Promise<void>) {
  const from = watch.output().length;
  await change();
  const saved = performance.now();
  await watch.printed(/ RERUN /, from);
  const begun = performance.now() - saved;
  await watch.printed(/Waiting for file changes|Tests failed\. Watching/, from);
  const { scenarios } = await project.scorecard();
  const ran = scenarios.map(({ scenario_id, status }) => `${scenario_id} ${status}`);
  return { ran, printed: watch.output().slice(from), begun };
}

test(
  'watching: a YAML, a document, a new file, a broken and a repaired one',
  { timeout: 180_000 },
  async () => {
    const lamp = shopScenario({ id: 'lamp' });
    const project = await createProject({
      'vitest.config.ts': config(),
      ...shopCorpus(),
      'scenarios/shop/lamp.yaml': lamp,
      'scenarios/shop/chair.yaml': shopScenario({ id: 'chair', product: 'chair' }),
      'scenarios/shop/carpet.yaml': shopScenario({ id: 'carpet', product: 'carpet' }),
    });
    const watch = project.start(['watch'], embedded);
    await watch.printed(/Waiting for file changes|Tests failed\. Watching/);
    expect((await project.scorecard()).summary, watch.output()).toMatchObject({
      total_scenarios: 3,
      passed: 3,
    });
    const save = (file: string, text: string) =>
      afterwards(watch, project, () => project.write({ [file]: text }));

    const edited = await save('scenarios/shop/lamp.yaml', shopScenario({ id: 'lamp', mentions: '1 euro' }));
    expect(edited.ran, edited.printed).toEqual(['lamp FAIL']);
    expect((await project.scorecard()).partial).toBe(true);
    process.stdout.write(`watch: from saving to running again ${edited.begun.toFixed(0)} ms\n`);
    // Half a second on a machine of its own; this only catches a run that starts everything anew.
    expect(edited.begun).toBeLessThan(5000);

    const document = await save(
      'corpus/documents/prices.md',
      `${priceList(['lamp', 'chair'])}\nThank you.\n`,
    );
    expect(document.ran, document.printed).toEqual(['chair PASS', 'lamp FAIL']);

    const manifest = shopCorpus()['corpus/manifest.json'] ?? '';
    const corrected = await save('corpus/manifest.json', manifest.replaceAll('77 euros', '79 euros'));
    expect(corrected.ran, corrected.printed).toEqual(['carpet PASS', 'chair FAIL', 'lamp FAIL']);
    const back = await save('corpus/manifest.json', manifest);
    expect(back.ran, back.printed).toEqual(['carpet PASS', 'chair PASS', 'lamp FAIL']);

    const added = await save(
      'scenarios/shop/second.yaml',
      shopScenario({ id: 'second', product: 'carpet', tags: ['brand-new'] }),
    );
    expect(added.ran, added.printed).toEqual(['second PASS']);

    const text = lamp.replace('category: rag_quality', 'category: [rag_quality');
    const broken = await save('scenarios/shop/lamp.yaml', text);
    expect(broken.ran, broken.printed).toEqual(['lamp ERRORED']);
    expect(broken.printed).toMatch(/scenarios\/shop\/lamp\.yaml:\d+:\d+ /);
    expect(broken.printed).toMatch(/^ +\d+\| .*\n +\| +\^/m);

    const repaired = await save('scenarios/shop/lamp.yaml', lamp);
    expect(repaired.ran, repaired.printed).toEqual(['lamp PASS']);

    expect(await project.runs()).toHaveLength(8);
    watch.process.kill('SIGKILL');
    await watch.done;
  },
);
