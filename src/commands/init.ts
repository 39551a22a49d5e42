/** `agent-eval init`: files to begin a project with. Each kind of start is a flag of its own. */
import path from 'node:path';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { benchmarkStart } from './init/benchmark.ts';
import { ownAgentStart } from './init/own-agent.ts';
import type { Start } from './init/start.ts';
import { shownFolder, writeStart, writtenWords } from './init/write-start.ts';
import { EXIT, type CommandIo, type ExitCode } from './io.ts';

const STARTS: readonly Start[] = [ownAgentStart, benchmarkStart];

const optionsSchema = z.looseObject({ to: z.string().default('.'), force: z.boolean().default(false) });

export function initCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  const command = new Command('init')
    .summary('copy files to begin with into this project')
    .description(
      'Copies files that come with this package into your project and says what to run next. A file that is there with\n' +
        'other content is never overwritten unless you say so; then nothing is written at all.\n\n' +
        'Exit code: 0 the files are there, 2 nothing was written.',
    );
  for (const { flag, summary } of STARTS) command.addOption(new Option(`--${flag}`, summary));
  return command
    .addOption(new Option('--to <folder>', 'where to').default(undefined, 'here'))
    .addOption(new Option('--force', 'overwrite files that differ'))
    .action(async (raw: unknown) => end(await init(raw, io)));
}

async function init(raw: unknown, io: CommandIo): Promise<ExitCode> {
  const options = optionsSchema.parse(raw);
  const named = STARTS.filter(({ flag }) => options[flag] === true);
  const asked = named.length === 0 ? [ownAgentStart] : named;
  const folder = path.resolve(io.cwd, options.to);
  const shown = shownFolder(folder, io.cwd);
  const files = (await Promise.all(asked.map((start) => start.files(folder)))).flat();
  const written = await writeStart(folder, files, options);
  const next = asked.flatMap((start) => start.next(shown)).map((line) => `  ${line}\n`);
  io.out(`${writtenWords('files', written, shown)}.\n\nNext:\n${next.join('')}`);
  return EXIT.holds;
}
