/** `agent-eval experiment init`: a first experiment over the truths that are there. */
import path from 'node:path';
import { stat } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { listTruths } from '../../corpus/read-truths.ts';
import { corpusFiles } from '../../experiment/corpus-files.ts';
import { ID } from '../../experiment/file-schema.ts';
import { writeFileAtomic } from '../../disk/json-file.ts';
import { makeFolder } from '../../disk/make-folder.ts';
import { asksQuestions, TASKS, type Task } from '../../grade/task.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from '../io.ts';
import { experimentPlaces, type ExperimentPlaces } from './places.ts';

const optionsSchema = z.object({ task: z.enum(TASKS).default('qa'), name: z.string().default('first') });

export function initExperimentCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  return new Command('init')
    .summary('write a first experiment')
    .description(
      'Writes experiments/<name>.yaml over the documents that have a truth, or over one document where none has. It runs\n' +
        'without a key; models to compare stand in it as comments. A file that is there is never overwritten.',
    )
    .addOption(new Option('--task <task>', 'what the models are asked').choices(TASKS).default('qa'))
    .addOption(new Option('--name <id>', 'name of the file and of the experiment').default('first'))
    .action(async (raw: unknown) => end(await writeExperiment(optionsSchema.parse(raw), io)));
}

async function writeExperiment(
  { task, name }: z.output<typeof optionsSchema>,
  io: CommandIo,
): Promise<ExitCode> {
  if (!ID.test(name))
    throw new CommandError(`"${name}" is no id: letters, digits, dots, hyphens and underscores.`);
  const places = await experimentPlaces(io);
  const file = path.join(places.experiments, `${name}.yaml`);
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new CommandError(`${file} is there already. Give another --name.`);
  const text = experimentText(task, await casesFor(task, places));
  await makeFolder(places.experiments);
  await writeFileAtomic(file, text);
  const shown = path.relative(io.cwd, file).split(path.sep).join('/');
  io.out(
    `Wrote ${shown}.\n\nNext:\n  agent-eval experiment ${shown} --dry-run\n  agent-eval experiment ${shown}\n`,
  );
  return EXIT.holds;
}

const TEXT = /\.(?:md|txt|html?|pdf|csv)$/i;

/** Lines of the list of cases. */
async function casesFor(task: Task, { truth, corpus }: ExperimentPlaces): Promise<readonly string[]> {
  const truths = (await listTruths(truth)) ?? [];
  if (truths.length > 0) return truths.map((file) => `  - ${JSON.stringify(file.replace(/\.ya?ml$/, ''))}`);
  const [first] = (await corpusFiles(corpus)).filter((file) => TEXT.test(file));
  if (first === undefined) {
    throw new CommandError(
      `There is neither a truth in ${truth} nor a document in ${corpus}: an experiment needs one.`,
    );
  }
  const document = JSON.stringify(first);
  if (asksQuestions(task)) {
    return [
      `  - document: ${document}`,
      '    question: What is it about? # write a question of your own',
      '    expected: an answer of your own # null: the document does not hold it',
    ];
  }
  return [
    `  - document: ${document}`,
    '    expected: # the reference; leave out what nobody wrote',
    '      participants: [] # "Name, role"; an empty list says that there are none',
  ];
}

function experimentText(task: Task, cases: readonly string[]): string {
  return [
    '# Models and prompts compared: docs/experiments.md says what else may stand here.',
    'name: Which model is good enough?',
    `task: ${task}`,
    'cases:',
    ...cases,
    'models:',
    '  - embedded/lead # the first sentences: what an answer without understanding gets',
    '  - embedded/passages # sentences that a search finds',
    '  # - claude-sonnet-5-5 # needs ANTHROPIC_API_KEY, and costs money',
    '  # - lemonade/Qwen3-4B-Instruct-2507-GGUF # <endpoint>/<model>: lemonade, ollama, llamacpp, vllm, lmstudio, openai',
    'baseline: lead/plain',
    '# repeats: 3 # answers to each case',
    '# judge: claude-sonnet-5-5 # left out: rules, which need no key and leave open what they cannot tell',
    '# bar: { grade: 67 } # left out: it measures, and no test fails for a low grade',
    '# budget: 3.00 # US dollars, answers and judge together',
    '',
  ].join('\n');
}
