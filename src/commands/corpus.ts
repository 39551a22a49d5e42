/** `agent-eval corpus build | check`: the generated documents, and whether the corpus is what its manifest says. */
import path from 'node:path';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { buildAll, buildMissing } from '../corpus/build.ts';
import { EXIT, type CommandIo, type ExitCode } from './io.ts';
import { asJson, jsonOption } from './options.ts';

const optionsSchema = z.object({
  corpusDir: z.string().optional(),
  json: asJson,
  missing: z.boolean().default(false),
});

export function corpusCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  const command = new Command('corpus').summary('build the generated documents of the corpus');
  command.addCommand(
    new Command('build')
      .summary('write the documents that are generated')
      .description('Writes every generated document of the corpus anew; the same bytes on every machine.')
      .addOption(new Option('--corpus-dir <folder>', 'where the corpus is').default(undefined, 'corpus'))
      .addOption(new Option('--missing', 'only those that are not there'))
      .addOption(jsonOption())
      .action(async (raw: unknown) => {
        const options = optionsSchema.parse(raw);
        const folder = path.resolve(io.cwd, options.corpusDir ?? (io.env['AGENT_EVAL_CORPUS'] || 'corpus'));
        const built = options.missing ? await buildMissing(folder) : await buildAll(folder);
        const lines = built.map(({ path: file, bytes }) => `${file}  ${bytes} bytes\n`).join('');
        io.out(
          options.json ? `${JSON.stringify(built, null, 2)}\n` : lines || 'Nothing had to be written.\n',
        );
        end(EXIT.holds);
      }),
  );
  return command;
}
