// 10,000 cells of an experiment with embedded models: a first run, and one from the cache. Vitest's own share beside them.
import { check } from './checks.mjs';
import { measured } from './processes.mjs';

const PROMPTS = ['one', 'two', 'three', 'four', 'five'];
const MODELS = 2;
const QUESTIONS = 10;

export async function cells({ workshop, quick, env }) {
  const documents = quick ? 2 : 100;
  const count = documents * QUESTIONS * PROMPTS.length * MODELS;
  const cwd = await workshop.project(experimentFiles(documents));
  const args = ['run', '--project', 'model-eval', '--reporter=dot'];
  const rows = [];
  const problems = [];
  for (const name of ['new', 'from the cache']) {
    const { wallMs, usage, code, output } = await measured({ cwd, args, env }).done;
    rows.push({ name: `${count} cells, ${name}`, wallS: wallMs / 1000, ...usage });
    const wanted =
      name === 'new' ? `${count} answers new, 0 from before` : `0 answers new, ${count} from before`;
    const isAsWanted = code === 0 && output.includes(wanted);
    problems.push(
      isAsWanted ? null : `cells, ${name}: exit code ${code}, not "${wanted}"\n${output.slice(-2000)}`,
    );
  }
  const empty = await measured({
    cwd: await workshop.project(emptyTests(count)),
    args: ['run', '--reporter=dot'],
  }).done;
  rows.push({ name: `${count} empty tests`, wallS: empty.wallMs / 1000, ...empty.usage });
  const [first, second, host] = rows;
  return {
    rows,
    problems,
    checks: [
      check(
        `${count} cells of embedded models`,
        first.wallS,
        60,
        's',
        `Vitest alone: ${host.wallS.toFixed(1)} s`,
      ),
      check('peak memory of them', first.peakMb, 450, 'mb', `Vitest alone: ${host.peakMb.toFixed(0)} MB`),
      check('the same from the cache', second.wallS, 15, 's'),
      check("CPU per cell, Vitest's own taken off", (first.cpuMs - host.cpuMs) / count, 5, 'ms'),
    ],
  };
}

const MONTHS = ['January', 'March', 'May', 'July', 'August'];

function experimentFiles(documents) {
  const files = {
    'experiments/dates.yaml':
      `task: qa\nmodels:\n  - embedded/lead\n  - embedded/passages\nprompts:\n` +
      PROMPTS.map((id) => `  - { id: ${id}, system: "Answer as ${id}. {{document}}" }\n`).join('') +
      `judge: rules\ncases:\n` +
      Array.from({ length: documents }, (_, d) =>
        Array.from(
          { length: QUESTIONS },
          (__, q) =>
            `  - { document: d${d}.md, id: q${q}, question: "When does project P${q} of plan ${d} end?", ` +
            `expected: "${dateOf(d, q)}" }\n`,
        ).join(''),
      ).join(''),
  };
  for (let d = 0; d < documents; d += 1) {
    const lines = Array.from(
      { length: QUESTIONS },
      (_, q) => `Project P${q} of plan ${d} ends on ${dateOf(d, q)}.\n`,
    );
    files[`corpus/d${d}.md`] = `# Plan ${d}\n\n${lines.join('\n')}`;
  }
  return files;
}

function dateOf(d, q) {
  return `${1 + ((d * 7 + q * 3) % 28)} ${MONTHS[(d + q) % MONTHS.length]} 2027`;
}

function emptyTests(count) {
  return {
    'scenarios/none.md': 'Vitest alone.\n',
    'empty.test.js':
      `import { describe, test } from 'vitest';\n` +
      `for (let v = 0; v < 10; v += 1) describe.concurrent('variant ' + v, () => {\n` +
      `  for (let c = 0; c < ${count / 10}; c += 1) test.concurrent('case ' + c, async () => {});\n});\n`,
  };
}
