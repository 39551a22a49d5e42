/**
 * Runs commands of `agent-eval` or Vitest, one after the other, as long as standard input brings some: a line each, as
 * JSON. After each, both streams get the mark and the exit code. Its argument is the package's `commands/program.js`.
 */
import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { parseCLI, startVitest } from 'vitest/node';

const [program = ''] = process.argv.slice(2);
const { runCommandLine } = await import(pathToFileURL(program).href);

for await (const line of createInterface({ input: process.stdin })) {
  const { name, words, env } = JSON.parse(line);
  const before = { ...process.env };
  Object.assign(process.env, env);
  const code = await (name === 'vitest' ? runVitest(words) : runAgentEval(words));
  // What flags and Vitest set is of this command alone.
  for (const each of Object.keys(process.env)) if (!(each in before)) delete process.env[each];
  Object.assign(process.env, before);
  for (const stream of [process.stdout, process.stderr]) stream.write(`<ended ${code}>\n`);
}
process.exit();

function runAgentEval(words) {
  return runCommandLine(words, {
    cwd: process.cwd(),
    env: process.env,
    columns: 100,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  });
}

/** As Vitest's own command line does, which alone reads `file:line`. */
async function runVitest(words) {
  process.exitCode = undefined;
  const { filter, options } = parseCLI(['vitest', ...words]);
  const vitest = await startVitest('test', filter, options);
  await vitest.close();
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  return code;
}
