/** What experiments would ask for and what it may cost, in words. */
import { countKept, estimateVariant } from '../../experiment/cost.ts';
import type { ExperimentPlan } from '../../experiment/plan.ts';
import { selectPlan } from '../../experiment/select.ts';
import { judgeModel } from '../../experiment/judge.ts';
import type { CommandIo } from '../io.ts';
import type { ExperimentPlaces } from './places.ts';

export async function dryRunText(
  plans: readonly ExperimentPlan[],
  places: ExperimentPlaces,
  env: CommandIo['env'],
): Promise<string> {
  const texts: string[] = [];
  for (const plan of plans) texts.push(await onePlan(selectPlan(plan, places.settings).plan, places, env));
  return `${texts.join('\n')}\nNobody was asked, and nothing was written.\n`;
}

async function onePlan(
  plan: ExperimentPlan,
  { settings, results }: ExperimentPlaces,
  env: CommandIo['env'],
): Promise<string> {
  const { variants, cases, repeats } = plan;
  const estimates = variants.map((variant) => estimateVariant(plan, variant, settings));
  const width = Math.max(0, ...estimates.map(({ variant }) => variant.length));
  const lines = estimates.map(({ variant, calls, inputTokens, usd }) => {
    const asked =
      calls === 0 ? 'asks nobody' : `${calls} calls, about ${inputTokens.toLocaleString('en')} input tokens`;
    return `  ${variant.padEnd(width)}  ${asked}, ${dollars(usd)}`;
  });
  const kept = await countKept(plan, settings, results, env);
  const total = estimates.reduce((sum, { usd }) => sum + usd, 0);
  const judge = judgeModel(plan, settings);
  return [
    `${plan.id}: ${variants.length} variants × ${cases.length} cases, ${repeats === 1 ? '1 answer' : `${repeats} answers`} each`,
    ...lines,
    `  judged by ${judge === null ? 'rules, free' : `${judge.model}, whose cost is not in the sum`}`,
    `  ${kept.answers.kept} of ${kept.answers.all} answers are there from before` +
      (kept.judgements.all === 0 ? '' : `, and ${kept.judgements.kept} of ${kept.judgements.all} judgements`),
    `  all answers anew: ${dollars(total)}${plan.budget === null ? '' : `, budget $${plan.budget.toFixed(2)}`}`,
    ...plan.warnings.map((warning) => `  ${warning}`),
    '',
  ].join('\n');
}

function dollars(usd: number): string {
  return usd === 0 ? '$0' : `about $${usd.toFixed(4)}`;
}
