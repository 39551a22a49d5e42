/**
 * Runs commands of `agent-eval`, one after the other, as long as standard input brings some: a line each, as JSON. After
 * each, both streams get the mark and the exit code. Its argument is the package's `commands/program.js`.
 */
import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const MARK = '\u001E';
const [program = ''] = process.argv.slice(2);
const { runCommandLine } = await import(pathToFileURL(program).href);

for await (const line of createInterface({ input: process.stdin })) {
  const { words, env } = JSON.parse(line);
  const before = { ...process.env };
  Object.assign(process.env, env);
  const code = await runCommandLine(words, {
    cwd: process.cwd(),
    env: process.env,
    columns: 100,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  });
  // What flags and Vitest set is of this command alone.
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  for (const stream of [process.stdout, process.stderr]) stream.write(`${MARK}${code}\n`);
}
process.exit();
