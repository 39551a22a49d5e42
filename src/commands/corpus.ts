/** `agent-eval corpus build | check`: the generated documents, and whether the corpus is what its manifest says. */
import { Command, Option } from 'commander';
import { z } from 'zod';
import { buildAll, buildMissing } from '../corpus/build.ts';
import type { CorpusFinding } from '../corpus/check.ts';
import { loadManifest } from '../corpus/manifest.ts';
import { refuseTruthInCorpus } from '../corpus/read-truths.ts';
import { checkReferences } from '../corpus/references.ts';
import { createScenarioIndex } from '../plan/scenario-index.ts';
import type { Problem } from '../yaml/problem.ts';
import { EXIT, type CommandIo, type ExitCode } from './io.ts';
import { asJson, jsonOption } from './options.ts';
import { readFolders } from './project-settings.ts';

const optionsSchema = z.object({
  corpusDir: z.string().optional(),
  scenarioDir: z.array(z.string()).optional(),
  json: asJson,
  truthDir: z.string().optional(),
  missing: z.boolean().default(false),
});
type Options = z.output<typeof optionsSchema>;

export function corpusCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  const sub = (name: string) =>
    new Command(name)
      .addOption(new Option('--corpus-dir <folder>', 'where the corpus is').default(undefined, 'corpus'))
      .addOption(jsonOption());
  return new Command('corpus')
    .summary('build the generated documents, or check the corpus')
    .addCommand(
      sub('build')
        .summary('write the documents that are generated')
        .description('Writes every generated document of the corpus anew; the same bytes on every machine.')
        .addOption(new Option('--missing', 'only those that are not there'))
        .action(async (raw: unknown) => end(await buildDocuments(optionsSchema.parse(raw), io))),
    )
    .addCommand(
      sub('check')
        .summary('check documents, facts and scenarios against each other')
        .description(
          'Every document is there and says its facts, every id of the scenarios exists, every document is used,\n' +
            'every truth is of its document as it is now and quotes its words.\n' +
            'A turn without checks is a warning. Exit code: 1 when something is wrong.',
        )
        .addOption(
          new Option('--scenario-dir <folder...>', 'where scenarios are').default(undefined, 'scenarios'),
        )
        .addOption(new Option('--truth-dir <folder>', 'where truths are').default(undefined, 'truth'))
        .action(async (raw: unknown) => end(await checkDocuments(optionsSchema.parse(raw), io))),
    );
}

async function buildDocuments(options: Options, io: CommandIo): Promise<ExitCode> {
  const { corpus: folder } = await readFolders(options, ['corpus'], io);
  const built = options.missing ? await buildMissing(folder) : await buildAll(folder);
  const lines = built.map(({ path: file, bytes }) => `${file}  ${bytes} bytes\n`).join('');
  io.out(options.json ? `${JSON.stringify(built, null, 2)}\n` : lines || 'Nothing had to be written.\n');
  return EXIT.holds;
}

async function checkDocuments(options: Options, io: CommandIo): Promise<ExitCode> {
  const {
    scenarios: folders,
    corpus: folder,
    truth: truths,
  } = await readFolders(options, ['scenarios', 'corpus', 'truth'], io);
  refuseTruthInCorpus(truths, folder);
  const index = createScenarioIndex(folders, io.cwd);
  const files = await index.all();
  const scenarios = files.flatMap(({ scenario }) => scenario ?? []);
  const manifest = await loadManifest(folder);
  const inFiles = files
    .flatMap((file) => [...file.problems, ...checkReferences(file, manifest)])
    .map(findingOf);
  // Reads documents of every kind, which other commands do not: slow to load.
  const { checkCorpus, formatFinding } = await import('../corpus/check.ts');
  const findings = [...(await checkCorpus(folder, scenarios, truths)), ...inFiles];
  const lines = findings.map((finding) => `${formatFinding(finding)}\n`).join('');
  io.out(options.json ? `${JSON.stringify(findings, null, 2)}\n` : lines || 'Nothing is wrong.\n');
  return findings.every(({ warning }) => warning === true) ? EXIT.holds : EXIT.no;
}

function findingOf({ file, line, column, message, severity }: Problem): CorpusFinding {
  return { kind: 'scenario_file', at: `${file}:${line}:${column}`, message, warning: severity === 'warning' };
}
