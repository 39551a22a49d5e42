// npm run bench [-- --only one,whole,small,embedded,watch,stored,cells] [--scale 10] [--quick]
//   --scale N  latencies are divided by N and what was measured is multiplied again (default 10)
//   --workers N  scenarios in progress at once (AGENT_EVAL_WORKERS; default: the package's own)
//   --agent concurrent  an agent that answers other calls while it works on a message (default: serial)
//   --quick    a few scenarios at a 400th: shows that the bench works; its figures mean nothing and miss no target
import { loadavg, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { one, ONE_SCALE, whole } from './conversations.mjs';
import { cells } from './cells.mjs';
import { openWorkshop } from './project.mjs';
import { checksTable, figuresTable, verdictLine } from './report.mjs';
import { embedded, small, stored, watch } from './work.mjs';

const PARTS = { one, whole, small, embedded, watch, stored, cells };
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    scale: { type: 'string' },
    workers: { type: 'string' },
    agent: { type: 'string', default: 'serial' },
    quick: { type: 'boolean', default: false },
  },
});
const names = values.only === undefined ? Object.keys(PARTS) : values.only.split(',');
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
const factor = Number(values.scale ?? (values.quick ? 400 : 10));
if (unknown.length > 0 || !(factor >= 1)) {
  process.stderr.write(`--only takes ${Object.keys(PARTS).join(', ')}; --scale a number from 1\n`);
  process.exit(2);
}

const print = (text) => process.stdout.write(`${text}\n`);
print(
  `Agent eval bench: latencies at 1/${factor} (one: 1/${Math.max(1, factor / ONE_SCALE)}), ` +
    `${cpus().length} cores, Node ${process.version}.`,
);
print(
  'LLM call 0.8 s + output tokens / 70 per s; agent 8 s a message, 3 s a document; tokens = characters / 3.7.',
);
print(
  'Figures are multiplied back; our own work is not scaled, so inside a run its share comes out too large.',
);

const env = values.workers === undefined ? {} : { AGENT_EVAL_WORKERS: values.workers };
const workshop = await openWorkshop();
const checks = [];
const problems = [];
try {
  for (const name of names) {
    const [load] = loadavg();
    const busy = load > 0.5 ? ' (others are at work here: these figures are too large)' : '';
    print(`\n## ${name}    load average before it ${load.toFixed(2)}${busy}`);
    const part = await PARTS[name]({
      workshop,
      scale: 1 / factor,
      quick: values.quick,
      env,
      mode: values.agent,
    });
    checks.push(...part.checks);
    problems.push(...part.problems.filter((problem) => problem !== null));
    if (part.rows.length > 0) print(figuresTable(part.rows));
    print(checksTable(part.checks));
  }
} finally {
  await workshop.close();
}
for (const problem of problems) print(`\nNot as it should be: ${problem}`);
print(`\n${values.quick ? 'A quick look, figures mean nothing: ' : ''}${verdictLine(checks, problems)}`);
process.exitCode = problems.length > 0 || (!values.quick && checks.some(({ met }) => !met)) ? 1 : 0;
