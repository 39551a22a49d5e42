/** A dry run says what would run and what it may cost. It needs no agent, no key and no disk. */
import { expect, test } from 'vitest';
import { startHttpFake } from '../support/fake-agent-ui.ts';
import { commandSession } from '../support/command-session.ts';
import { config, createProject } from '../support/project.ts';
import { shopCorpus, shopScenario } from '../support/shop.ts';
import { startScriptedAnthropic } from '../support/scripted-anthropic.mjs';

test('nothing is sent, nothing is written, every scenario is skipped with its note', async () => {
  const fake = await startHttpFake();
  const llm = await startScriptedAnthropic();
  try {
    const project = await createProject({
      'vitest.config.ts': config(),
      ...shopCorpus(),
      'scenarios/shop/lamp.yaml': shopScenario({ id: 'lamp' }),
      'scenarios/shop/chair.yaml': shopScenario({ id: 'chair', product: 'chair' }),
    });
    const said = fake.lines.all.length;
    const run = await project.vitest(['run', '--project', 'agent-eval', '--reporter=verbose'], {
      AGENT_EVAL_DRY_RUN: '1',
      AGENT_EVAL_TARGET: 'http://127.0.0.1:4200',
      AGENT_EVAL_MCP: fake.url,
      ANTHROPIC_BASE_URL: llm.url,
    });
    expect(run.exitCode, run.output).toBe(0);
    expect(run.output).toMatch(/lamp .*dry run: 1 turn, 1 document, up to 2 LLM calls, about \$0\.0\d/);
    expect(run.output).toMatch(/Tests\s+2 skipped/);
    expect(run.output).toContain('Would run  2 scenarios, 2 turns, 2 documents to index');
    expect(run.output).toMatch(/LLM {8}up to 4 calls, about \$0\.\d\d, never more than \$\d\.\d\d/);
    expect(fake.lines.all).toHaveLength(said);
    expect(llm.requests).toHaveLength(0);
    expect(await project.runs()).toEqual([]);
  } finally {
    await llm.close();
    await fake.kill();
  }
});

test('a filter leaves its scenarios out of the sum; a model without a price is an error', async () => {
  const project = await createProject({
    'vitest.config.ts': config(),
    ...shopCorpus(),
    'scenarios/shop/lamp.yaml': shopScenario({ id: 'lamp' }),
    'scenarios/shop/chair.yaml': shopScenario({ id: 'chair', product: 'chair' }),
  });
  const session = commandSession(project);
  const named = await session.vitest(['run', '-t', 'lamp'], { AGENT_EVAL_DRY_RUN: '1' });
  expect(named.exitCode, named.output).toBe(0);
  expect(named.output).toContain('Would run  1 scenario, 1 turn, 1 document to index');

  const unpriced = await session.vitest(['run', '-t', 'lamp'], {
    AGENT_EVAL_DRY_RUN: '1',
    AGENT_EVAL_MODEL: 'nobody-knows',
  });
  expect(unpriced.exitCode, unpriced.output).toBe(1);
  expect(unpriced.output).toContain('AGENT_EVAL_PRICE');
  expect(unpriced.output).toContain('Not told   1 scenario');
});
