/** The command line in this process, on a folder of the test's own. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { runCommandLine } from '../../src/commands/program.ts';

export interface CommandFolder {
  readonly folder: string;
  path(file: string): string;
  /** Objects are written as JSON, text as it is. */
  write(files: Readonly<Record<string, unknown>>): Promise<void>;
  run(...words: readonly string[]): Promise<CommandOutcome>;
  runWith(env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<CommandOutcome>;
}

interface CommandOutcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function commandFolder(files: Readonly<Record<string, unknown>> = {}): Promise<CommandFolder> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-eval-command-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const here: CommandFolder = {
    folder,
    path: (file) => path.join(folder, file),
    async write(more) {
      for (const [file, content] of Object.entries(more)) {
        await mkdir(path.dirname(here.path(file)), { recursive: true });
        await writeFile(here.path(file), typeof content === 'string' ? content : JSON.stringify(content));
      }
    },
    run: async (...words) => await here.runWith({}, ...words),
    async runWith(env, ...words) {
      const said = { out: '', err: '' };
      const code = await runCommandLine(words, {
        cwd: folder,
        env: { ...env },
        columns: 100,
        out: (text) => void (said.out += text),
        err: (text) => void (said.err += text),
      });
      return { code, ...said };
    },
  };
  await here.write(files);
  return here;
}
