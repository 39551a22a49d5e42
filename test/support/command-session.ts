/** Several commands in one process, of the published `agent-eval` or of Vitest: a child each would load both anew. */
import path from 'node:path';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { startNode, type Project, type Run } from './project.ts';

const SCRIPT = path.join(import.meta.dirname, 'command-session.mjs');
/** What ends a command on both streams: this and its exit code. */
const END = /<ended (\d+)>\n/;

export interface CommandSession {
  /**
   * `agent-eval <words>`, one at a time. `output` has standard output first. Rejects when the process ends before the
   * command.
   */
  run(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Run>;
  /** `vitest <words>`, likewise. An error of the configuration ends the process: that takes a child of its own. */
  vitest(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Run>;
}

/** In the project's folder, until the test ends. */
export function commandSession(project: Project): CommandSession {
  const program = project.path('node_modules/vitest-agent-eval/dist/src/commands/program.js');
  const { process: child, done } = startNode(project.folder, [SCRIPT, program], {}, 'pipe');
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error('a child without its streams');
  onTestFinished(async () => {
    stdin.end();
    await done;
  });
  const ended = done.then(({ output }): never => {
    throw new Error(`the session ended before its command:\n${output}`);
  });
  // Of interest only while a command runs.
  ended.catch(() => undefined);
  const command = async (
    name: 'agent-eval' | 'vitest',
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Run> => {
    const heard = Promise.all([untilEnd(stdout), untilEnd(stderr)]);
    stdin.write(`${JSON.stringify({ name, words, env })}\n`);
    const [out, err] = await Promise.race([heard, ended]);
    const raw = out.text + err.text;
    const [stdoutText, stderrText] = [out, err].map(({ text }) => stripVTControlCharacters(text));
    return {
      exitCode: out.exitCode,
      stdout: stdoutText ?? '',
      stderr: stderrText ?? '',
      output: stripVTControlCharacters(raw),
      raw,
    };
  };
  return {
    run: (words, env) => command('agent-eval', words, env),
    vitest: (words, env) => command('vitest', words, env),
  };
}

function untilEnd(stream: Readable): Promise<{ readonly text: string; readonly exitCode: number }> {
  return new Promise((resolve) => {
    let text = '';
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      const end = END.exec(text);
      if (end === null) return;
      stream.off('data', hear);
      resolve({ text: text.slice(0, end.index), exitCode: Number(end[1]) });
    };
    stream.on('data', hear);
  });
}
