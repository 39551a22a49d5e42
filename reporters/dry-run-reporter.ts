/** Vitest's reporter for a dry run: adds up what the scenarios would take. It writes nothing. */
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';
import type { Settings } from '../src/settings.ts';
import { noneTookPart, someTestRan } from './nothing-run.ts';
import { memoryLine } from './memory.ts';
import type { ReporterOptions } from './reporter-options.ts';
import { dryRunSummary } from './dry-run.ts';
import { judgeAhead } from './status.ts';
import { complain, speaker } from './voice.ts';

export interface DryRunReporterOptions {
  readonly projectName: string;
  readonly settings: Settings;
  readonly index: Pick<ReporterOptions['index'], 'all'>;
  readonly vitest: Pick<Vitest, 'config' | 'logger'>;
}

export function createDryRunReporter({
  projectName,
  settings,
  index,
  vitest,
}: DryRunReporterOptions): Reporter {
  const isOurs = ({ project }: { readonly project: { readonly name: string } }) =>
    project.name === projectName;
  const { target, runBudget } = settings;
  return {
    async onTestRunStart(specifications: readonly TestSpecification[]) {
      const files = new Set(specifications.filter(isOurs).map(({ moduleId }) => moduleId.split('?', 1)[0]));
      if (files.size === 0) return;
      const say = speaker(vitest);
      say('agent-eval  dry run: nothing is sent, nothing is written');
      const scenarios = (await index.all()).filter((each) => files.has(each.path));
      const memory = memoryLine(scenarios, settings);
      if (memory !== null) say(`agent-eval  ${memory}`);
    },
    onTestRunEnd(modules: readonly TestModule[]) {
      const ours = modules.filter(isOurs);
      if (ours.length === 0) return;
      if (noneTookPart(ours)) {
        complain(vitest, '\nagent-eval  nothing would be run: no scenario is left by these filters');
        if (!vitest.config.passWithNoTests && !someTestRan(modules)) process.exitCode = 1;
        return;
      }
      const tests = ours.flatMap((module) => [...module.children.allTests()]);
      const failed =
        tests.filter((test) => test.result().state === 'failed').length +
        ours.filter((module) => module.errors().length > 0).length;
      const summary = dryRunSummary({
        scenarios: tests.flatMap((test) => test.meta().agentEvalEstimate ?? []),
        failed,
        target,
        judge: judgeAhead(settings),
        runBudget: runBudget ?? null,
      });
      speaker(vitest)(`\n${summary}\n`);
    },
  };
}
