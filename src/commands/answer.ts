/** `agent-eval answer <document>`: one model's answer to one document, to try a model or a prompt. */
import path from 'node:path';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { answeringOf } from '../experiment/answering/answering-of.ts';
import { answerFault } from '../experiment/outcome.ts';
import { readGiven } from '../experiment/document.ts';
import { findExperimentFiles } from '../experiment/discover.ts';
import { loadExperiment, loadExperimentText } from '../experiment/load.ts';
import type { ExperimentPlan, PlannedCase, Variant } from '../experiment/plan.ts';
import { asksQuestions, partsOf, TASKS } from '../grade/task.ts';
import { createLedger } from '../models/ledger.ts';
import { formatProblems, isError } from '../yaml/problem.ts';
import { estimateTokens } from '../experiment/document.ts';
import { experimentPlaces, type ExperimentPlaces } from './experiment/places.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from './io.ts';

const optionsSchema = z.object({
  variant: z.string(),
  prompt: z.string().optional(),
  question: z.string().optional(),
  task: z.enum(TASKS).optional(),
  budget: z.coerce.number().positive().default(0.5),
});
type AnswerOptions = z.output<typeof optionsSchema>;

export function answerCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  return new Command('answer')
    .summary('ask one model about one document')
    .description(
      'Asks a model, and prints its answer and what it took. Nothing is judged and nothing is written.\n\n' +
        'Exit code: 0 it answered, 1 it did not, 2 wrong usage or environment.',
    )
    .argument('<document>', 'path in the corpus')
    .requiredOption(
      '--variant <name>',
      'a variant of an experiment, or a model: embedded/lead, claude-…, <endpoint>/<model>',
    )
    .option('--prompt <name>', 'of a model: prompts/<name>.md (default: plain)')
    .option('--question <text>', 'what to ask; without one a summary is wanted')
    .addOption(
      new Option('--task <task>', 'of what kind (default: qa with a question, else summarization)').choices(
        TASKS,
      ),
    )
    .option('--budget <usd>', 'at most so much (default: 0.50)')
    .action(async (document: string, raw: unknown) => end(await answer(document, raw, io)));
}

async function answer(document: string, raw: unknown, io: CommandIo): Promise<ExitCode> {
  const options = optionsSchema.safeParse(raw);
  if (!options.success) throw new CommandError(`--budget must be a number of US dollars above 0.`);
  const { question, budget } = options.data;
  const task = options.data.task ?? (question === undefined ? 'summarization' : 'qa');
  if (asksQuestions(task) !== (question !== undefined)) {
    throw new CommandError(
      `${task} ${question === undefined ? 'needs a --question' : 'asks no question: leave --question out'}.`,
    );
  }
  const places = await experimentPlaces(io);
  const given = await readGiven(places.corpus, document).catch((error: unknown) => {
    throw new CommandError(
      `${document} cannot be read in ${places.corpus}: ${error instanceof Error ? error.message : ''}`,
    );
  });
  const variant = await variantOf({ ...options.data, task }, document, places);
  const plan = { task, parts: partsOf(task) };
  const planned: PlannedCase = {
    id: document,
    document: { path: document, sha256: given.sha256, tokens_estimated: estimateTokens(given.text) },
    question: question ?? null,
    truth: null,
    truthSource: null,
  };
  const answering = answeringOf(plan, variant, places.settings, io.env);
  try {
    const ledger = createLedger(budget, { name: 'The budget of this answer', setting: '--budget' });
    const told = await answering.answer(planned, given, {
      sample: 1,
      signal: new AbortController().signal,
      ledger,
    });
    if (told === null) throw new CommandError(`${variant.name} has no answer to ${document}.`);
    const parts = Object.entries(told.parts);
    const texts = parts.map(([part, text]) =>
      parts.length === 1 && part === 'answer' ? text : `${part}:\n${text}`,
    );
    io.out(`${texts.join('\n\n')}\n\n${factsLine(variant, told)}\n`);
    return parts.length === 0 ? EXIT.no : EXIT.holds;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { status, error: why } = answerFault(error);
    io.err(`agent-eval  ${status}: ${why}\n`);
    return EXIT.no;
  }
}

/** Of an experiment by its name, else made of the model. */
async function variantOf(
  { variant, prompt, task, question }: AnswerOptions & { readonly task: ExperimentPlan['task'] },
  document: string,
  places: ExperimentPlaces,
): Promise<Variant> {
  const { endpoints } = places.settings;
  for (const file of await findExperimentFiles(places.experiments)) {
    const { plan } = await loadExperiment(file, places, endpoints);
    const found = prompt === undefined ? plan?.variants.find(({ name }) => name === variant) : undefined;
    if (found !== undefined) return found;
  }
  const asked = question === undefined ? { document } : { document, question, expected: null };
  const text = JSON.stringify({
    id: 'answer',
    task,
    mode: asksQuestions(task) ? 'comparative' : 'standalone',
    cases: [asked],
    models: [variant],
    prompts: [prompt ?? 'plain'],
  });
  const file = path.join(places.experiments, 'answer.json');
  const { plan, problems } = await loadExperimentText(text, file, places, endpoints);
  const [made] = plan?.variants ?? [];
  if (made !== undefined) return made;
  const errors = problems.filter(isError).map(({ message }) => message);
  throw new CommandError(
    errors.length === 0 ? formatProblems(problems) : `--variant ${variant}: ${errors.join('; ')}.`,
  );
}

function factsLine(
  { name }: Variant,
  {
    answeredBy,
    stop,
    usage,
    usd,
    ms,
    thinkingChars,
    tokensPerSecond,
  }: NonNullable<Awaited<ReturnType<ReturnType<typeof answeringOf>['answer']>>>,
): string {
  return [
    `${name}${answeredBy === null ? '' : ` (${answeredBy})`}`,
    stop === 'end' ? null : `ended by ${stop}`,
    usage === null ? null : `${usage.input} tokens in, ${usage.output} out`,
    usd === null ? 'cost not known' : `$${usd.toFixed(4)}`,
    `${(ms.total / 1_000).toFixed(2)} s`,
    ms.firstToken === null ? null : `first token after ${(ms.firstToken / 1_000).toFixed(2)} s`,
    tokensPerSecond === null ? null : `${tokensPerSecond.toFixed(1)} tokens/s`,
    thinkingChars === 0 ? null : `${thinkingChars} characters of thinking left out`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
