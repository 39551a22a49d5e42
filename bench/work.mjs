// The parts of the bench that measure our own work: many small scenarios, the embedded agent, watch mode, stored runs.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { check } from './checks.mjs';
import { environment, measured } from './processes.mjs';
import { repository } from './project.mjs';
import { problemOf, withServers } from './run.mjs';
import { emptyFiles, files, smallFiles } from './scenarios.mjs';

/**
 * Runs of one-turn scenarios without any latency: what they take is our own and Vitest's work. What Vitest takes for as
 * many files with an empty test each, in the same pool, is measured beside it.
 */
export async function small({ workshop, quick, env }) {
  const counts = quick ? [4, 8, 12] : [100, 500, 2000];
  const rows = [];
  const problems = [];
  for (const count of counts) {
    const figures = await withServers(0, 'serial', async ({ run }) =>
      run(await workshop.project(smallFiles(count)), env),
    );
    problems.push(problemOf(figures, count));
    rows.push({ name: `${count} small`, ...figures });
  }
  const empty = [];
  for (const count of [counts.at(0), counts.at(-1)]) {
    const cwd = await workshop.project(emptyFiles(count));
    const { wallMs, usage, code, output } = await measured({ cwd, args: ['run'] }).done;
    problems.push(code === 0 ? null : `${count} empty files, exit code ${code}\n${output.slice(-2000)}`);
    empty.push({ name: `${count} empty tests`, wallS: wallMs / 1000, ...(usage ?? NOT_MEASURED) });
  }
  const more = counts.at(-1) - counts.at(0);
  const ours = grown(rows.at(0), rows.at(-1));
  const host = grown(empty[0], empty[1]);
  // A result is held as objects, which take about four times its JSON.
  const needed = (4 * more * (await traceBytes(rows.at(-1).directory))) / 2 ** 20;
  const perFile = host.cpuMs / more;
  return {
    rows: [...rows, ...empty],
    problems,
    checks: [
      check(
        "CPU per scenario, both SDKs included, Vitest's own taken off",
        ours.cpuMs / more - perFile,
        25,
        'ms',
        `Vitest alone: ${perFile.toFixed(1)} ms`,
      ),
      check(
        `peak memory of ${counts.at(-1)} scenarios`,
        rows.at(-1).peakMb,
        350,
        'mb',
        `Vitest alone: ${empty[1].peakMb.toFixed(0)} MB`,
      ),
      check(
        `live memory of ${counts.at(-1)} beyond that of ${counts.at(0)}, Vitest's own taken off`,
        ours.liveMb - host.liveMb,
        needed,
        'mb',
        'limit: what the results themselves need',
      ),
    ],
  };
}

const NOT_MEASURED = { cpuMs: Number.NaN, peakMb: Number.NaN, liveMb: Number.NaN };

const grown = (least, most) => ({
  cpuMs: most.cpuMs - least.cpuMs,
  liveMb: most.liveMb - least.liveMb,
});

async function traceBytes(directory) {
  const trace = await readFile(path.join(directory, 'traces/bench_0001.json'), 'utf8');
  return JSON.stringify(JSON.parse(trace)).length;
}

/** All scenarios of this repository on the embedded agent, as `npm run eval` runs them. */
export async function embedded({ workshop }) {
  const results = path.join(workshop.folder, 'embedded-results');
  const { done } = measured({
    cwd: repository,
    command: ['npm', 'run', '-s', 'eval'],
    env: { AGENT_EVAL_TARGET: 'embedded', AGENT_EVAL_RESULTS: results },
  });
  const { wallMs, usage, output } = await done;
  const ran = /Summary {4}/.test(output);
  return {
    rows: [{ name: 'embedded', wallS: wallMs / 1000, cpuMs: usage?.cpuMs, peakMb: usage?.peakMb }],
    problems: [ran ? null : `no summary\n${output.slice(-2000)}`],
    checks: [check('embedded run of all scenarios, from npm run eval', wallMs / 1000, 15, 's')],
  };
}

/** An edited YAML: until its scenario has a session again. */
export async function watch({ workshop, quick }) {
  return await withServers(0, 'serial', async ({ agent, model }) => {
    const cwd = await workshop.project(files(Array.from({ length: 20 }, () => ({ turns: 1, documents: 1 }))));
    const file = path.join(cwd, 'scenarios/bench/bench_0007.yaml');
    const { child, done } = measured({
      cwd,
      env: environment(agent, model),
      args: ['--watch', '--project', 'agent-eval'],
    });
    const times = [];
    try {
      await waiting(child);
      for (let edit = 1; edit <= (quick ? 1 : 7); edit += 1) {
        await sleep(300);
        const text = await readFile(file, 'utf8');
        const again = agent.heard('session');
        const idle = waiting(child);
        const editedAt = Date.now();
        await writeFile(file, text.replace(/name: .*/, `name: Bench edit ${edit}`));
        times.push((await again).at - editedAt);
        await idle;
      }
    } finally {
      child.kill('SIGKILL');
      await done;
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
    return {
      rows: [],
      problems: [],
      checks: [
        check(
          `edit of one YAML in watch mode until its scenario runs again (median of ${times.length})`,
          median / 1000,
          0.5,
          's',
        ),
      ],
    };
  });
}

/** Resolves when the watching Vitest has ended a run; rejects when it ends itself or takes more than a minute. */
function waiting(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    const limit = setTimeout(() => reject(new Error(`watch mode did not come to rest:\n${text}`)), 60_000);
    const settle = (then) => () => {
      clearTimeout(limit);
      child.stdout.off('data', hear);
      child.off('exit', ended);
      then();
    };
    const rest = settle(resolve);
    const ended = settle(() => reject(new Error(`watch mode ended:\n${text}`)));
    const hear = (chunk) => {
      text += chunk;
      if (/Waiting for file changes/.test(text)) rest();
    };
    child.stdout.on('data', hear);
    child.on('exit', ended);
  });
}

/** Reading, counting and comparing stored traces. */
export async function stored({ workshop, quick }) {
  const count = quick ? 20 : 2000;
  const figures = await withServers(0, 'serial', async ({ run }) =>
    run(await workshop.project(files([{ turns: 3 }]))),
  );
  const problems = [problemOf(figures, 1)];
  const { readTraces, writeTrace } = await workshop.load('src/results/store/trace-store.js');
  const { buildScorecard } = await workshop.load('src/results/store/scorecard.js');
  const { compareScorecards } = await workshop.load('src/results/compare/compare.js');
  const [sample] = await readTraces(figures.directory);
  const card = JSON.parse(await readFile(path.join(figures.directory, 'scorecard.json'), 'utf8'));
  const directory = path.join(workshop.folder, 'stored');
  for (let index = 0; index < count; index += 1) {
    await writeTrace(directory, { ...sample, scenario_id: `stored_${String(index).padStart(4, '0')}` });
  }
  const cpuBefore = process.cpuUsage();
  const timed = async (work) => {
    const began = performance.now();
    return { value: await work(), seconds: (performance.now() - began) / 1000 };
  };
  const read = await timed(async () => {
    const facts = { runId: 'run_20260101_000000', timestamp: new Date(), partial: false };
    return buildScorecard(await readTraces(directory), card.config, facts);
  });
  if (read.value.summary.passed !== count)
    problems.push(`${read.value.summary.passed} of ${count} stored passed`);
  const later = { ...read.value, run_id: 'run_20260102_000000' };
  const compared = await timed(() => compareScorecards(read.value, later));
  if (compared.value.compared !== count)
    problems.push(`${compared.value.compared} of ${count} stored compared`);
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    rows: [
      { name: `${count} stored`, wallS: read.seconds + compared.seconds, cpuMs: (user + system) / 1000 },
    ],
    problems,
    checks: [
      check(`scorecard of ${count} stored traces of 3 turns, reading included`, read.seconds, 2, 's'),
      check(`comparison of two scorecards of ${count}`, compared.seconds, 2, 's'),
    ],
  };
}
