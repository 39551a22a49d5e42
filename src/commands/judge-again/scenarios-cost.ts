/** What judging a stored run of scenarios again would ask, and what that may cost: nothing is sent. */
import { countingClient, dearestCost, usualCost } from '../../models/counting-client.ts';
import { priceOfModel } from '../../models/model-of.ts';
import { askJudge } from '../../run/estimate.ts';
import { conversationOf } from '../../run/judge-again.ts';
import { createJudgeAndSimulator } from '../../run/judge-and-simulator.ts';
import type { CommandIo } from '../io.ts';
import type { JudgeAgainOptions, NamedJudge } from './options.ts';
import { keptLines, type StoredScenarios } from './stored-scenarios.ts';

export async function tellScenariosCost(
  { stored, unread }: StoredScenarios,
  { settings, prompts, budget }: NamedJudge,
  { json }: JudgeAgainOptions,
  io: CommandIo,
): Promise<void> {
  const total = { calls: 0, at_most_usd: 0, about_usd: 0 };
  const { judge, judgeModel } = await createJudgeAndSimulator(settings, {}, prompts, (llm) => {
    const price = priceOfModel(llm);
    return countingClient(llm.model, (call) => {
      total.calls += 1;
      total.at_most_usd += dearestCost(call, price);
      total.about_usd += usualCost(call, price);
    });
  });
  const again = stored.filter(({ kept }) => kept === null);
  if (judgeModel !== null) {
    for (const { plan, result } of again) {
      // oxlint-disable-next-line no-await-in-loop -- nothing is sent
      if (plan !== null) await askJudge(plan, judge, conversationOf(result));
    }
  }
  const figures = {
    judge: judgeModel ?? judge.name,
    scenarios: again.length,
    kept: stored.length - again.length,
    ...total,
    at_most_usd: Math.min(total.at_most_usd, budget),
    about_usd: Math.min(total.about_usd, budget),
  };
  if (json) io.out(`${JSON.stringify(figures, null, 2)}\n`);
  else {
    io.out(
      [
        ...keptLines(stored),
        ...unread,
        `${figures.judge} would judge ${again.length} conversation(s) again in at most ${total.calls} call(s): about ` +
          `$${figures.about_usd.toFixed(4)}, at most $${figures.at_most_usd.toFixed(4)} (budget $${budget}). Nothing was asked.`,
        '',
      ].join('\n'),
    );
  }
}
