/**
 * Vitest's reporter for a project of scenarios: scorecard.json, summary.md and the traces that are missing, and a
 * table at the end. It adds to the host's own reporters and replaces none.
 */
import type { Reporter, TestModule, TestRunEndReason, TestSpecification } from 'vitest/node';
import { ResultsError } from '../src/disk/results-error.ts';
import type { RunPlan } from '../src/results/store/run-plan.ts';
import { finishRun } from './finish-run.ts';
import { writeExitReport } from './exit-report.ts';
import { fileOf, WAS_ENDED } from './lost.ts';
import { unreadVariables } from '../src/settings.ts';
import { unknownVariableWords } from '../src/unknown-variables.ts';
import { memoryLine } from './memory.ts';
import type { EarlierRun, ReporterOptions } from './reporter-options.ts';
import { noneTookPart, nothingRunLine, someTestRan } from './nothing-run.ts';
import { planOf, resumeCommand } from './run-plan.ts';
import { judgeAhead } from './status.ts';
import { complain, speaker } from './voice.ts';

export function createAgentEvalReporter(options: ReporterOptions): Reporter {
  const { host, vitest, interruption, settings } = options;
  const isOurs = (project: { readonly name: string }) => project.name === options.projectName;
  const say = (line: string) => speaker(vitest)(`agent-eval  ${line}`);
  let atExit: (() => void) | null = null;
  const forgetExit = () => {
    if (atExit !== null) process.off('exit', atExit);
    atExit = null;
  };
  return {
    async onTestRunStart(specifications: readonly TestSpecification[]) {
      const ours = specifications.filter(({ project }) => isOurs(project));
      if (ours.length === 0) return;
      const scenarios = await options.index.all();
      const { root } = options;
      const plan = planOf(ours, scenarios, { config: vitest.config, root, target: settings.target });
      const earlier = await host.startRun(plan, say);
      // Merging is no run: nobody is asked and nobody judges.
      if (vitest.config.mergeReports) return;
      say(`target ${settings.target}, judge ${judgeAhead(settings)}`);
      const files = new Set(ours.map(({ moduleId }) => moduleId.split('?', 1)[0]));
      const memory = memoryLine(
        scenarios.filter((each) => files.has(each.path)),
        settings,
      );
      if (memory !== null) say(memory);
      for (const unread of unreadVariables(process.env)) say(unknownVariableWords(unread));
      if (plan !== null) sayWhatIsLeft(plan, earlier, settings.resume, say);
      forgetExit();
      atExit = () => reportAtExit(options, scenarios);
      process.once('exit', atExit);
      if (!vitest.config.watch) interruption.listen();
    },
    async onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: TestRunEndReason) {
      const ours = modules.filter(({ project }) => isOurs(project));
      if (ours.length === 0) {
        // Scenarios that are all gone must not pass their gates by not being there.
        if ((await options.index.all()).length > 0) return;
        const gated = settings.gates.length > 0;
        const folders = settings.scenarios.join(', ');
        complain(
          vitest,
          `\nagent-eval  ${gated ? 'gates are set, and there' : 'there'} is no scenario in ${folders}`,
        );
        if (gated) process.exitCode = 1;
        return;
      }
      try {
        if (reason !== 'interrupted' && host.begun().length === 0 && noneTookPart(ours)) {
          complain(vitest, `\nagent-eval  ${nothingRunLine(await options.index.all())}`);
          if (!vitest.config.passWithNoTests && !someTestRan(modules)) process.exitCode = 1;
          return;
        }
        await finishRun(ours, reason === 'interrupted', options);
      } catch (error) {
        if (!(error instanceof ResultsError)) throw error;
        complain(vitest, `\nagent-eval  ${error.message}`);
        process.exitCode = 1;
      } finally {
        forgetExit();
        await host.endRun();
        interruption.end();
        process.exitCode = interruption.exitCode() ?? process.exitCode;
      }
    },
  };
}

function sayWhatIsLeft(
  { count }: RunPlan,
  earlier: EarlierRun,
  resume: boolean,
  say: (line: string) => void,
): void {
  if (earlier.kind === 'none') {
    const because = earlier.reason === null ? '' : ` (${earlier.reason})`;
    if (resume) say(`no unfinished run of the same scenarios and target: this is a new one${because}`);
    return;
  }
  if (earlier.kind === 'held') {
    say(earlier.message);
    return;
  }
  const { runId, finished, settled } = earlier;
  // It came to its end: what it could not judge has to be changed first.
  if (!resume && count !== null && finished + settled >= count) return;
  const done = `${finished}${count === null ? '' : ` of ${count}`} scenarios are finished`;
  if (resume) say(`going on with ${runId}: ${done}`);
  else say(`${runId} was left unfinished (${done}). To go on with it: ${resumeCommand()}`);
}

function reportAtExit(
  { host, interruption, settings, vitest }: ReporterOptions,
  scenarios: readonly { readonly file: string; readonly id: string | null }[],
): void {
  const run = host.runSoFar();
  if (run === null) return;
  process.exitCode ||= 1;
  const reason =
    interruption.exitCode() === null
      ? 'the process ended before the scenario did, so there is no result'
      : WAS_ENDED;
  const underWay = host
    .underWay()
    .map((id) => ({ id, file: fileOf(id, scenarios), spend: { ...host.spentOn(id) } }));
  try {
    writeExitReport({ ...run, underWay, reason, settings });
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    complain(vitest, `\nagent-eval  ${error.message}`);
  }
}
