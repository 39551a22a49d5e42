import { test } from 'vitest';
import { ORACLES, BAD, replyOf } from '../agents/all.ts';
import { benchmarkStages } from '../scenes.ts';
import { judgeExchange } from '../../../src/run/judging.ts';
import { createRulesJudge } from '../../../src/judge/rules/judge.ts';
import { createLedger } from '../../../src/llm/ledger.ts';
test('probe', { timeout: 300_000 }, async () => {
  const stages = await benchmarkStages();
  const judge = createRulesJudge();
  const only = (process.env['ONLY'] ?? '').split(',').filter(Boolean);
  for (const agent of [...ORACLES, ...BAD]) {
    if (only.length > 0 && !only.includes(agent.name)) continue;
    for (const { plan, scenes } of stages) {
      const before: any[] = [];
      const lines = [];
      for (const scene of scenes) {
        const touched = agent.answer(scene) !== null;
        const reply = replyOf(agent, scene);
        const exchange = {
          turn: scene.turn.turn,
          user_message: scene.message,
          agent_response: reply.answer,
          tool_calls: reply.tools,
          stats: null,
          elapsed_s: 1,
        };
        const v = await judgeExchange(plan, { judge }, before, exchange, {
          signal: new AbortController().signal,
          ledger: createLedger(1),
        });
        before.push({ ...exchange });
        const mark = v.undecided !== null ? '?' : v.pass ? 'P' : 'F';
        const wanted = agent.fault === null ? 'P' : touched ? 'F' : 'P';
        if (process.env['ALL'] ? touched : mark !== wanted && touched)
          lines.push(
            `${mark} ${agent.name} ${plan.scenario.id} ${scene.turn.turn} Q: ${scene.message}\n     A: ${reply.answer.slice(0, 300)}\n     ${v.reasoning} ${v.undecided ?? ''} ${v.ceilings.map((c) => c.rule + ':' + c.evidence).join('|')}`,
          );
      }
      if (lines.length > 0) console.log(lines.join('\n'));
    }
  }
});
