/** `agent-eval report`: what a run of an experiment says, computed from its cells. */
import path from 'node:path';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { experimentTable } from '../../reporters/experiment-table.ts';
import { markdownProse } from '../../reporters/summary.ts';
import { writeFileAtomic } from '../disk/json-file.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { readCells } from '../results/cells/read-cells.ts';
import { makeCard } from '../results/experiment/card-file.ts';
import type { ExperimentCard } from '../results/experiment/card-schema.ts';
import { itemsCsv, summaryCsv } from '../results/experiment/csv.ts';
import { experimentMarkdown } from '../results/experiment/summary-markdown.ts';
import { locateExperimentRun } from './find-experiment-run.ts';
import { EXIT, type CommandIo, type ExitCode } from './io.ts';
import { resultsOption } from './options.ts';
import { readFolders } from './project-settings.ts';

const FORMATS = ['text', 'md', 'csv', 'json'] as const;

const optionsSchema = z.object({
  results: z.string().optional(),
  output: z.string().optional(),
  format: z.enum(FORMATS).optional(),
});
type Options = z.output<typeof optionsSchema>;

export function reportCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  return new Command('report')
    .summary('what a run of an experiment says: figures, ranking, comparison')
    .description(
      'Computes the report of a run of an experiment from its cells: nobody is asked again. As text, Markdown, JSON, or\n' +
        'CSV (summary.csv and items.csv, with text that a spreadsheet would take for a formula defused).\n\n' +
        'Exit code: 0 it was made, 2 there is no such run.',
    )
    .argument('[run]', "run folder, or an experiment's name for its newest whole run")
    .addOption(
      new Option('-o, --output <file>', 'where to write it; of CSV a folder').default(undefined, 'printed'),
    )
    .addOption(
      new Option('--format <name>', 'text, md, csv or json')
        .choices(FORMATS)
        .default(undefined, "by the file's name, else text"),
    )
    .addOption(resultsOption())
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  agent-eval report meeting-summaries                   the newest run, in the terminal\n' +
        '  agent-eval report meeting-summaries -o report.md\n' +
        '  agent-eval report results/experiments/qa/run_20261201_101500 -o sheets --format csv\n',
    )
    .action(async (run: string | undefined, raw: unknown) => {
      end(await report(run, optionsSchema.parse(raw), io));
    });
}

async function report(word: string | undefined, options: Options, io: CommandIo): Promise<ExitCode> {
  const { results } = await readFolders(options, ['results'], io);
  const run = await locateExperimentRun(word, { cwd: io.cwd, results });
  const card = await makeCard(run);
  const format = options.format ?? formatOf(options.output);
  if (format === 'csv') return await writeSheets(run, card, options, io);
  const text = textOf(card, format);
  if (options.output === undefined) {
    io.out(text);
    return EXIT.holds;
  }
  const file = path.resolve(io.cwd, options.output);
  await makeFolder(path.dirname(file));
  await writeFileAtomic(file, text);
  io.out(`Written: ${path.relative(io.cwd, file)}\n`);
  return EXIT.holds;
}

function formatOf(output: string | undefined): (typeof FORMATS)[number] {
  const ending = path.extname(output ?? '').slice(1);
  return FORMATS.find((format) => format === ending) ?? 'text';
}

function textOf(card: ExperimentCard, format: 'text' | 'md' | 'json'): string {
  if (format === 'json') return `${JSON.stringify(card, null, 2)}\n`;
  if (format === 'md') return experimentMarkdown(card, (text) => markdownProse(text));
  return `${experimentTable(card)}\n`;
}

async function writeSheets(
  run: string,
  card: ExperimentCard,
  { output }: Options,
  io: CommandIo,
): Promise<ExitCode> {
  if (output === undefined) {
    io.out(summaryCsv(card));
    return EXIT.holds;
  }
  const folder = path.resolve(io.cwd, output.replace(/\.csv$/i, ''));
  await makeFolder(folder);
  const { cells } = await readCells(run);
  await writeFileAtomic(path.join(folder, 'summary.csv'), summaryCsv(card));
  await writeFileAtomic(path.join(folder, 'items.csv'), itemsCsv(cells));
  io.out(`Written: summary.csv and items.csv in ${path.relative(io.cwd, folder) || '.'}\n`);
  return EXIT.holds;
}
