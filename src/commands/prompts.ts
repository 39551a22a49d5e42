/** `agent-eval prompts export`: the prompts of judge and simulator as files to read and to edit. */
import path from 'node:path';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { PROMPT_FILES } from '../prompts/prompt-files.ts';
import { shownFolder, writeStart, writtenWords } from './init/write-start.ts';
import { EXIT, type CommandIo, type ExitCode } from './io.ts';

const optionsSchema = z.object({ force: z.boolean().default(false) });

export function promptsCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  return new Command('prompts').summary('write the prompts of judge and simulator, to edit them').addCommand(
    new Command('export')
      .summary('write the prompts as files')
      .description(
        'Writes the prompts by which an LLM judges and plays the user into a folder. A run takes edited ones with\n' +
          '--prompts. A file that is there with other content is never overwritten unless you say so; then nothing is\n' +
          'written at all.\n\nExit code: 0 the files are there, 2 nothing was written.',
      )
      .argument('<folder>', 'where to')
      .addOption(new Option('--force', 'overwrite files that differ'))
      .action(async (folder: string, raw: unknown) => end(await exportPrompts(folder, raw, io))),
  );
}

async function exportPrompts(named: string, raw: unknown, io: CommandIo): Promise<ExitCode> {
  const { force } = optionsSchema.parse(raw);
  const files = Object.values(PROMPT_FILES).map(({ file, template }) => ({
    to: file,
    bytes: Buffer.from(`${template}\n`),
  }));
  const folder = path.resolve(io.cwd, named);
  const written = await writeStart(folder, files, {
    force,
    elsewhere: 'agent-eval prompts export <another folder>',
  });
  const shown = shownFolder(folder, io.cwd);
  const names = files.map(({ to }) => `  ${to}\n`).join('');
  io.out(
    `${writtenWords('prompts', written, shown)}:\n${names}\n` +
      `Next:\n  edit them, and leave the names in double braces: our own words go in there\n` +
      `  agent-eval run --prompts ${shown}\n`,
  );
  return EXIT.holds;
}
