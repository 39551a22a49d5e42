/** What judging a stored run of an experiment again would ask, and what that may cost: nothing is sent. */
import { countingClient, dearestCost, usualCost } from '../../models/counting-client.ts';
import { LlmError } from '../../models/errors.ts';
import { createLedger } from '../../models/ledger.ts';
import { priceOfModel } from '../../models/model-of.ts';
import type { CommandIo } from '../io.ts';
import { judgeOf } from './answer-judge-of.ts';
import type { JudgeAgainOptions, NamedJudge } from './options.ts';
import { problemLines, type PreparedCell } from './prepare-cells.ts';
import type { StoredPlan } from './stored-plan.ts';

export async function tellCellsCost(
  prepared: readonly PreparedCell[],
  stored: StoredPlan,
  named: NamedJudge,
  notes: readonly string[],
  { json }: JudgeAgainOptions,
  io: CommandIo,
): Promise<void> {
  const total = { calls: 0, at_most_usd: 0, about_usd: 0 };
  const judge = judgeOf(named, (llm) => {
    const price = priceOfModel(llm);
    return countingClient(llm.model, (call) => {
      total.calls += 1;
      total.at_most_usd += dearestCost(call, price);
      total.about_usd += usualCost(call, price);
    });
  });
  const again = prepared.filter(({ problem }) => problem === null);
  const context = { signal: new AbortController().signal, ledger: createLedger(Number.POSITIVE_INFINITY) };
  const answers = again.flatMap(({ cell, input }) =>
    cell.samples.filter(({ stop }) => stop !== null).map(({ parts }) => ({ input, parts })),
  );
  for (const { input, parts } of judge.model === null ? [] : answers) {
    // oxlint-disable-next-line no-await-in-loop -- nothing is sent
    await judge.judge({ ...input, asked: stored.plan.parts, parts }, context).catch((error: unknown) => {
      if (!(error instanceof LlmError)) throw error;
    });
  }
  const figures = {
    judge: judge.model ?? judge.name,
    cells: again.length,
    answers: answers.length,
    left_out: prepared.length - again.length,
    ...total,
    at_most_usd: Math.min(total.at_most_usd, named.budget),
    about_usd: Math.min(total.about_usd, named.budget),
  };
  io.out(
    json
      ? `${JSON.stringify(figures, null, 2)}\n`
      : [
          ...problemLines(prepared),
          ...notes,
          `${figures.judge} would judge ${answers.length} answer(s) of ${again.length} cell(s) again in ${total.calls} call(s), ` +
            `repeats aside: about $${figures.about_usd.toFixed(4)}, at most $${figures.at_most_usd.toFixed(4)} ` +
            `(budget $${named.budget}). Nothing was asked; what was judged so before is taken from there.`,
          '',
        ].join('\n'),
  );
}
