/** From Vitest's tests to scenario results: none is lost, also not one whose worker died or whose YAML is broken. */
import path from 'node:path';
import type { TestCase, TestModule } from 'vitest/node';
import { resultWithoutRun } from '../src/results/result-without-run.ts';
import { scenarioResultSchema, type ScenarioResult } from '../src/results/schema.ts';
import { plainText } from './plain-text.ts';

export interface Collected {
  readonly result: ScenarioResult;
  /** false: the trace is not on disk yet, because no worker got so far or it ran on another machine. */
  readonly traced: boolean;
}

export interface CollectOptions {
  readonly root: string;
  readonly runId: string;
}

/** Every scenario that was to run, in the order of its module. Tests that a filter left out are not among them. */
export function collectResults(
  modules: readonly TestModule[],
  options: CollectOptions,
): readonly Collected[] {
  return modules.flatMap((module) => {
    const tests = [...module.children.allTests()];
    if (tests.length === 0) return [brokenModule(module, options)];
    return tests.flatMap((test) => testResult(test, module, options) ?? []);
  });
}

/** The result that a test left behind; null for a test that a filter or `--bail` kept from running. */
function testResult(test: TestCase, module: TestModule, options: CollectOptions): Collected | null {
  const kept = scenarioResultSchema.safeParse(test.meta().agentEval?.result);
  if (kept.success) return { result: kept.data, traced: kept.data.run_id === options.runId };
  const { state, errors } = test.result();
  if (state === 'skipped') return null;
  const reason = errors?.map((error) => error.message).join('; ');
  return {
    traced: false,
    result: resultWithoutRun({
      runId: options.runId,
      scenarioId: test.name,
      file: relative(module, options.root),
      error: reason ? plainText(reason) : 'its worker ended before the scenario did, so there is no result',
    }),
  };
}

/** A YAML that is no scenario, or a module that crashed while it was loaded. */
function brokenModule(module: TestModule, options: CollectOptions): Collected {
  const file = relative(module, options.root);
  const errors = module.errors().map((error) => error.message);
  return {
    traced: false,
    result: resultWithoutRun({
      runId: options.runId,
      scenarioId: path.posix.basename(file).replace(/\.ya?ml$/i, ''),
      file,
      error:
        errors.length > 0 ? plainText(errors.join('; ')) : 'the file holds no scenario that could be run',
    }),
  };
}

function relative(module: TestModule, root: string): string {
  return path.relative(root, module.moduleId).split(path.sep).join('/');
}
