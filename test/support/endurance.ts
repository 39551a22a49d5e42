/** A project whose runs are interrupted, crashed and resumed: small scenarios, an agent and a judge that count. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startHttpFake, type HttpFake } from './fake-agent-ui.ts';
import { config, createProject, type Project, type Run, type RunningVitest } from './project.ts';
import { FAKE_KEY } from './run.ts';
import { scenarioYaml, type SmallScenario } from './scenario.ts';
import { startScriptedAnthropic, type ScriptedAnthropic } from './scripted-anthropic.mjs';

export interface Endurance {
  readonly project: Project;
  readonly fake: HttpFake;
  readonly llm: ScriptedAnthropic;
  readonly env: Readonly<Record<string, string>>;
  run(env?: Readonly<Record<string, string>>, args?: readonly string[]): Promise<Run>;
  resume(env?: Readonly<Record<string, string>>): Promise<Run>;
  start(env?: Readonly<Record<string, string>>): RunningVitest;
  /** Resolves when the agent says so from now on; rejects, with what was printed, when the run ends before. */
  reached(run: RunningVitest, line: string): Promise<string>;
  /** Messages that the agent has got for this scenario. */
  messages(id: string): number;
  /** Judgements that were asked for about this scenario's turns. */
  judged(id: string): number;
  /** Sessions that the agent holds. */
  sessions(): number;
}

/** Vitest runs larger files first: a scenario with `filler` runs before one without. */
export function small(id: string, message: string, more: SmallScenario = {}): string {
  return scenarioYaml({
    id,
    description: 'A scenario of the tests. '.repeat(10),
    turns: [{ turn: 1, user_message: message, success_criteria: 'It answers.' }],
    ...more,
  });
}

export const last = { description: 'Last.' };

export function greeting(id: string, delayMs = 0): string {
  return `${delayMs > 0 ? `[[delay ${delayMs}]] ` : ''}[[say hello ${id}]]`;
}

/** The same, once the fake agent is told to release it. */
export function heldGreeting(id: string): string {
  return `[[hold]] ${greeting(id)}`;
}

/** Removed after the test, and everything that was started is ended. */
export async function createEndurance(
  scenarios: Readonly<Record<string, string>>,
  options = '{ workers: 1 }',
  test = '',
): Promise<Endurance> {
  const fake = await startHttpFake();
  onTestFinished(() => fake.kill());
  const llm = await startScriptedAnthropic();
  onTestFinished(() => llm.close());
  const project = await createProject({
    'vitest.config.ts': config(options, test),
    ...Object.fromEntries(
      Object.entries(scenarios).map(([id, text]) => [`scenarios/personality/${id}.yaml`, text]),
    ),
  });
  const env = {
    AGENT_EVAL_TARGET: `http://127.0.0.1:${fake.port}`,
    AGENT_EVAL_MCP: fake.url,
    ANTHROPIC_API_KEY: FAKE_KEY,
    ANTHROPIC_BASE_URL: llm.url,
  };
  const args = ['run', '--project', 'agent-eval'];
  const rig: Endurance = {
    project,
    fake,
    llm,
    env,
    run: (more = {}, extra = []) => project.vitest([...args, ...extra], { ...env, ...more }),
    resume: (more = {}) => rig.run({ AGENT_EVAL_RESUME: '1', ...more }),
    start: (more = {}) => project.start(args, { ...env, ...more }),
    reached: (run, line) =>
      Promise.race([
        fake.lines.wait(line, { past: false }),
        run.done.then(({ output }) => Promise.reject(new Error(`ended before "${line}":\n${output}`))),
      ]),
    messages: (id) => fake.lines.count(`message Eval: ${id} `),
    judged: (id) =>
      llm.requests.filter(({ kind, prompt }) => kind === 'turn' && prompt.includes(`[[say hello ${id}]]`))
        .length,
    sessions: () => fake.lines.count('done create_session') - fake.lines.count('done delete_session'),
  };
  return rig;
}

/** Every file of a run, without times, ids, and what depends on the state of the judge's cache. */
export async function comparable(runDirectory: string): Promise<Readonly<Record<string, unknown>>> {
  const names = await readdir(runDirectory, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const read = async (file: string) => {
    const text = await readFile(file, 'utf8');
    const content = file.endsWith('.json')
      ? without(JSON.parse(text))
      : text.replaceAll(/run_\d{8}_\d{6}\w*/g, 'RUN').replaceAll(/^.*(?:Date|Cost):.*$/gm, '');
    return [path.relative(runDirectory, file), content] as const;
  };
  const contents = await Promise.all(files.toSorted().map(read));
  return Object.fromEntries(contents);
}

const VARYING = new Set([
  'run_id',
  'timestamp',
  'started_at',
  'elapsed_s',
  'session',
  'cost_estimate',
  'cost',
]);
/** A scenario that was under way when a run died has cost more. */
const OF_CACHE_AND_KILLS = new Set([
  'calls',
  'output_tokens',
  'usd',
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
]);

function without(value: unknown, key = ''): unknown {
  if (VARYING.has(key)) return '*';
  if (Array.isArray(value)) return value.map((item) => without(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      key === 'spend' && OF_CACHE_AND_KILLS.has(name) ? '*' : without(item, name),
    ]),
  );
}
