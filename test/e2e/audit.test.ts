/** A run that is given an audit: its judge is told the limits, and only then a verdict can be blocked by one. */
import { expect, test } from 'vitest';
import { auditTarget } from '../../src/audit/audit.ts';
import { HELPERS, pairsSource, tree } from '../audit/trees.ts';
import { startHttpFake } from '../support/fake-agent-ui.ts';
import { commandSession } from '../support/command-session.ts';
import { config, createProject } from '../support/project.ts';
import { FAKE_KEY } from '../support/run.ts';
import { scenarioYaml } from '../support/scenario.ts';
import { startScriptedAnthropic } from '../support/scripted-anthropic.mjs';

test('a blocked verdict needs the audit whose limit it cites', async () => {
  const fake = await startHttpFake();
  const llm = await startScriptedAnthropic({
    handlers: {
      scenario: () => ({
        root_cause: 'What the tool found in turn 1 was gone.',
        root_cause_target: 'architecture',
        recommended_fix: 'Keep tool results.',
        critical_violation: null,
        blocked_by_constraint: 3,
      }),
    },
  });
  llm.script('turn', [{ scores: { correctness: 1, completeness: 1, tool_selection: 1 }, always: true }]);
  try {
    const yaml = scenarioYaml({
      id: 'recall',
      turns: [{ turn: 1, user_message: '[[say no]]', success_criteria: 'It knows.' }],
    });
    const audit = await auditTarget(tree({ [HELPERS]: pairsSource() }));
    const project = await createProject({
      'vitest.config.ts': config(),
      'scenarios/captured/recall.yaml': yaml,
      'audit.json': JSON.stringify(audit),
    });
    const env = {
      AGENT_EVAL_TARGET: 'http://127.0.0.1:4200',
      AGENT_EVAL_MCP: fake.url,
      ANTHROPIC_API_KEY: FAKE_KEY,
      ANTHROPIC_BASE_URL: llm.url,
    };
    const session = commandSession(project);
    const blind = await session.vitest(['run', '--project', 'agent-eval'], env);
    expect((await project.scorecard()).scenarios, blind.output).toMatchObject([{ status: 'FAIL' }]);

    llm.requests.length = 0;
    const told = await session.vitest(['run', '--project', 'agent-eval'], {
      ...env,
      AGENT_EVAL_AUDIT: 'audit.json',
    });
    expect((await project.scorecard()).scenarios, told.output).toMatchObject([
      { status: 'BLOCKED_BY_ARCHITECTURE' },
    ]);
    const asked = llm.requests.find(({ kind }) => kind === 'scenario')?.prompt ?? '';
    expect(asked).toContain('3. What tools returned in earlier turns is not part of the history');
    expect(asked).toMatch(/gaia\/ui\/_chat_helpers\.py:\d+/);
  } finally {
    await llm.close();
    await fake.kill();
  }
});
