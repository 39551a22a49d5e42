// The parts of the bench that play latencies: scenarios alone, and a run like that of the whole benchmark.
import { check } from './checks.mjs';
import { REPLACED } from './replaced.mjs';
import { inputOf, problemOf, withServers } from './run.mjs';
import { ALONE, benchmarkFiles, files } from './scenarios.mjs';

/** Alone, what our work takes is a large share: a smaller scale keeps it from swelling. */
export const ONE_SCALE = 5;

/** One scenario of 1, 3 and 5 turns; then that of 3 turns once more, its prompts cached, and one that is reviewed. */
export async function one({ workshop, scale, quick, env, mode }) {
  const rows = {};
  const problems = [];
  const measure = async (run, name, size) => {
    rows[name] = {
      name,
      ...(await run(await workshop.project(files([size])), env)),
      replaced: REPLACED.alone[name],
    };
    problems.push(problemOf(rows[name], 1));
  };
  for (const { name, turns } of quick ? ALONE.filter((each) => each.turns === 3) : ALONE) {
    await withServers(Math.min(1, scale * ONE_SCALE), mode, async ({ run }) => {
      await measure(run, name, { turns });
      if (turns !== 3) return;
      await measure(run, '3 turns, warm', { turns });
      await measure(run, '3 turns, critical', { turns, severity: 'critical' });
    });
  }
  const [cold, warm, reviewed] = [rows['3 turns'], rows['3 turns, warm'], rows['3 turns, critical']];
  const input = inputOf(warm.usage);
  return {
    rows: Object.values(rows),
    problems,
    checks: [
      check('one 3-turn scenario: wall / agent busy', withoutStart(cold) / cold.busyS, 1.35, 'x'),
      check('the same, critical, so reviewed too', withoutStart(reviewed) / reviewed.busyS, 1.35, 'x'),
      check(
        'input tokens of a 3-turn scenario',
        inputOf(reviewed.usage),
        REPLACED.alone['3 turns'].inputTokens / 4,
        'tokens',
      ),
      check(
        'of them not read from the cache, warm',
        1 - warm.usage.cache_read_input_tokens / input,
        0.4,
        'share',
      ),
      check('output tokens of a 3-turn scenario', reviewed.usage.output_tokens, 1000, 'tokens'),
      check('cost of a 3-turn scenario, warm', reviewed.costUsd, 0.036, 'usd'),
    ],
  };
}

/** A scenario's own wall: Vitest's start-up and end come once a run. */
const withoutStart = ({ wallS, startS, endS }) => wallS - startS - endS;

export async function whole({ workshop, scale, quick, env, mode }) {
  const scenarios = benchmarkFiles(quick ? 9 : 1);
  const count = Object.keys(scenarios).length;
  const rows = [];
  const problems = [];
  const checks = [];
  for (const [isolation, limit] of [
    ['turn', 1.05],
    ['scenario', 1.12],
  ]) {
    // A server each: the first run must not warm the cache of the second.
    const figures = await withServers(scale, mode, async ({ run }) =>
      run(await workshop.project(scenarios), { ...env, AGENT_EVAL_ISOLATION: isolation }),
    );
    problems.push(problemOf(figures, count));
    rows.push({
      name: `${count}, isolation ${isolation}`,
      ...figures,
      replaced: REPLACED.perTurn(figures.messages),
    });
    checks.push(
      check(`run of ${count}, isolation ${isolation}: wall / agent busy`, figures.ratio, limit, 'x'),
      check(`run of ${count}, isolation ${isolation}: peak memory`, figures.peakMb, 350, 'mb'),
    );
  }
  return { rows, problems, checks };
}
