/** From Vitest's tests to scenario results: none is lost, also not one whose worker died or whose YAML is broken. */
import path from 'node:path';
import type { TestCase, TestModule } from 'vitest/node';
import { resultWithoutRun } from '../src/results/store/result-without-run.ts';
import { scenarioResultSchema, type ScenarioResult } from '../src/results/store/schema.ts';
import type { RanWith } from '../src/settings.ts';
import { plainText } from './plain-text.ts';
import type { Shard } from './shards.ts';

export interface Collected {
  readonly result: ScenarioResult;
  /** false: the trace is not on disk yet, because no worker got so far or it ran on another machine. */
  readonly traced: boolean;
  /** null when nothing was run. */
  readonly ranWith: RanWith | null;
  /** null when the run was not sharded, or nothing was run. */
  readonly shard: Shard | null;
}

export interface CollectOptions {
  readonly root: string;
  readonly runId: string;
  /** The run was ended before its time: by the user, by `--bail`. */
  readonly interrupted: boolean;
  /** What a scenario has cost, also one that left no result. */
  readonly spentOn: (scenarioId: string) => ScenarioResult['spend'];
  /** All scenario files, with their ids as far as they can be read. */
  readonly scenarios: readonly { readonly path: string; readonly id: string | null }[];
}

/** Every scenario that was to run, in the order of its module. Tests that a filter left out are not among them. */
export function collectResults(
  modules: readonly TestModule[],
  options: CollectOptions,
): readonly Collected[] {
  const ran: Collected[] = [];
  const broken: TestModule[] = [];
  for (const module of modules) {
    const tests = [...module.children.allTests()];
    if (tests.length > 0) ran.push(...tests.flatMap((test) => testResult(test, module, options) ?? []));
    else if (!neverStarted(module, options)) broken.push(module);
  }
  // A broken file may bear the id of a good one, whose trace it must not take.
  const taken = new Set(ran.map(({ result }) => result.scenario_id.toLowerCase()));
  return [...ran, ...broken.map((module) => brokenModule(module, taken, options))];
}

function neverStarted(module: TestModule, { interrupted }: CollectOptions): boolean {
  return module.errors().length === 0 && (interrupted || module.state() === 'skipped');
}

/** The result that a test left behind; null for a test that a filter or `--bail` kept from running. */
function testResult(test: TestCase, module: TestModule, options: CollectOptions): Collected | null {
  const kept = scenarioResultSchema.safeParse(test.meta().agentEval?.result);
  const ranWith = test.meta().agentEval?.ranWith ?? null;
  const shard = test.meta().agentEval?.shard ?? null;
  if (kept.success) return { result: kept.data, traced: kept.data.run_id === options.runId, ranWith, shard };
  const { state, errors } = test.result();
  if (state === 'skipped' || (state === 'pending' && neverStarted(module, options))) return null;
  const reason = errors?.map((error) => error.message).join('; ');
  return {
    traced: false,
    ranWith: null,
    shard: null,
    result: resultWithoutRun({
      runId: options.runId,
      scenarioId: test.name,
      spend: options.spentOn(test.name),
      file: relative(module, options.root),
      error: reason ? plainText(reason) : 'its worker ended before the scenario did, so there is no result',
    }),
  };
}

/** A YAML that is no scenario, or a module that crashed while it was loaded. */
function brokenModule(module: TestModule, taken: Set<string>, options: CollectOptions): Collected {
  const file = relative(module, options.root);
  const own = ownId(withoutQuery(module.moduleId), options);
  const name = path.posix.basename(file).replace(/\.ya?ml$/i, '');
  const whole = file.replace(/\.ya?ml$/i, '').replaceAll(/[^A-Za-z0-9._-]+/g, '.');
  const free = [own ?? name, name, whole].find((id) => !taken.has(id.toLowerCase())) ?? file;
  taken.add(free.toLowerCase());
  const errors = module.errors().map((error) => error.message);
  return {
    traced: false,
    ranWith: null,
    shard: null,
    result: resultWithoutRun({
      runId: options.runId,
      scenarioId: free,
      file,
      error:
        errors.length > 0 ? plainText(errors.join('; ')) : 'the file holds no scenario that could be run',
    }),
  };
}

/** The id that a broken file gives itself, when no other file has it. */
function ownId(file: string, { scenarios }: CollectOptions): string | null {
  const id = scenarios.find((scenario) => scenario.path === file)?.id?.toLowerCase();
  const claims = scenarios.filter((scenario) => scenario.id?.toLowerCase() === id);
  return id !== undefined && claims.length === 1 ? (claims[0]?.id ?? null) : null;
}

/** As the module's own project names it: merged blobs come from other folders. */
function relative(module: TestModule, root: string): string {
  const inRoot = path.relative(root, withoutQuery(module.moduleId)).split(path.sep).join('/');
  return inRoot.startsWith('../') ? withoutQuery(module.relativeModuleId) : inRoot;
}

function withoutQuery(id: string): string {
  return id.split('?', 1)[0] ?? id;
}
