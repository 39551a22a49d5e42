/** One experiment file with all that it refers to: a plan, or the problems that forbid it (I/O). */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isAbsence } from '../error-code.ts';
import { asksQuestions, partsOf, type Part } from '../grade/task.ts';
import { refuseTruthInCorpus, TruthError } from '../corpus/read-truths.ts';
import { messageOf } from '../message-of.ts';
import type { EndpointOptions } from '../models/endpoints.ts';
import { NO_POSITIONS } from '../yaml/positions.ts';
import { codeFrame, isError, type Problem } from '../yaml/problem.ts';
import { problemAt } from '../yaml/validate.ts';
import { casesOf } from './cases.ts';
import { readExternalAnswers } from './external-answers.ts';
import { parseExperiment, type Experiment, type ParsedExperiment } from './parse.ts';
import type { ExperimentPlan, ExternalAnswers } from './plan.ts';
import { PLAIN_PROMPT, placeProblems, places } from './prompt-text.ts';
import { variantsOf, type KnownPrompt } from './variants.ts';

export interface ExperimentFolders {
  /** Absolute, as all of them. */
  readonly root: string;
  readonly corpus: string;
  readonly truth: string;
  /** Prompts by name. */
  readonly prompts: string;
}

export interface LoadedExperiment {
  readonly parsed: ParsedExperiment;
  /** null when a problem is an error. */
  readonly plan: ExperimentPlan | null;
  readonly problems: readonly Problem[];
  /** Absolute paths whose change concerns this experiment. */
  readonly dependsOn: readonly string[];
}

/** Bytes; a larger file is refused before it is read. */
const MAX_BYTES = 1_000_000;

/** Never throws for what a user wrote. */
export async function loadExperiment(
  file: string,
  folders: ExperimentFolders,
  endpoints: EndpointOptions,
): Promise<LoadedExperiment> {
  const name = path.relative(folders.root, file).split(path.sep).join('/');
  const text = await readText(file);
  if (!text.ok) {
    const source = { text: '', file: name, positions: NO_POSITIONS };
    const problems = [problemAt(source, [], text.reason)];
    return {
      parsed: { ...source, experiment: null, problems, id: null },
      plan: null,
      problems,
      dependsOn: [],
    };
  }
  return await loadExperimentText(text.text, file, folders, endpoints);
}

/** The same for a text that stands in no file, or is not saved yet. `file`: absolute, where it would stand. */
export async function loadExperimentText(
  text: string,
  file: string,
  folders: ExperimentFolders,
  endpoints: EndpointOptions,
): Promise<LoadedExperiment> {
  const parsed = parseExperiment(text, path.relative(folders.root, file).split(path.sep).join('/'));
  if (parsed.experiment === null) return { parsed, plan: null, problems: parsed.problems, dependsOn: [] };
  return await withReferences(parsed, parsed.experiment, file, folders, endpoints);
}

async function withReferences(
  parsed: ParsedExperiment,
  experiment: Experiment,
  file: string,
  folders: ExperimentFolders,
  endpoints: EndpointOptions,
): Promise<LoadedExperiment> {
  const problems = [...parsed.problems];
  const dependsOn = new Set<string>();
  const truth = experiment.truth === undefined ? folders.truth : path.resolve(folders.root, experiment.truth);
  try {
    refuseTruthInCorpus(truth, folders.corpus);
  } catch (error) {
    if (!(error instanceof TruthError)) throw error;
    problems.push(problemAt(parsed, ['truth'], error.message));
  }
  const prompts = await promptsOf(experiment, parsed, folders, { problems, dependsOn });
  const answers = await answersOf(experiment, parsed, file, { problems, dependsOn });
  const made = variantsOf(experiment, { source: parsed, endpoints, prompts, answers });
  const found = await casesOf(experiment, parsed, { corpus: folders.corpus, truth });
  for (const each of found.dependsOn) dependsOn.add(each);
  problems.push(...made.problems, ...found.problems);
  if (experiment.repeats !== undefined && experiment.repeats > 1)
    problems.push(...sameAgain(made.variants, parsed));
  const told = countOfPairs(experiment, found.cases.length, parsed);
  if (told !== null) problems.push(told);
  if (problems.some(isError)) return { parsed, plan: null, problems, dependsOn: [...dependsOn] };
  const warnings = problems.map(({ line, message }) => `line ${line}: ${message}`);
  const { id, task } = experiment;
  const plan: ExperimentPlan = {
    id,
    name: experiment.name ?? id,
    task,
    mode: experiment.mode ?? 'comparative',
    parts: partsAsked(experiment),
    repeats: experiment.repeats ?? 1,
    variants: made.variants,
    cases: found.cases,
    judge: experiment.judge ?? null,
    baseline: experiment.baseline ?? null,
    bar: experiment.bar ?? null,
    gates: experiment.gates ?? {},
    budget: experiment.budget ?? null,
    file: parsed.file,
    warnings,
  };
  return { parsed, plan, problems, dependsOn: [...dependsOn] };
}

function partsAsked({ task, styles }: Experiment): readonly Part[] {
  return styles === undefined || asksQuestions(task) ? partsOf(task) : [...new Set(styles)];
}

interface Notes {
  readonly problems: Problem[];
  readonly dependsOn: Set<string>;
}

async function promptsOf(
  experiment: Experiment,
  parsed: ParsedExperiment,
  folders: ExperimentFolders,
  { problems, dependsOn }: Notes,
): Promise<readonly KnownPrompt[]> {
  const asksQuestion = asksQuestions(experiment.task);
  const known: KnownPrompt[] = [];
  for (const [index, entry] of (experiment.prompts ?? [PLAIN_PROMPT.id]).entries()) {
    const at = experiment.prompts === undefined ? ['models'] : ['prompts', index];
    const prompt = typeof entry === 'string' ? await readPrompt(entry, folders.prompts, dependsOn) : entry;
    if ('problem' in prompt) {
      problems.push(problemAt(parsed, at, prompt.problem));
      continue;
    }
    known.push({ id: prompt.id, system: prompt.system });
    const file = 'file' in prompt ? prompt.file : null;
    for (const { severity, message, offset } of placeProblems(prompt.system, asksQuestion)) {
      problems.push(
        file === null
          ? problemAt(parsed, [...at, 'system'], message, severity)
          : inFile(path.relative(folders.root, file).split(path.sep).join('/'), prompt.system, {
              severity,
              message,
              offset,
            }),
      );
    }
    // The plain one of ours is made to stand before the document.
    if (places(prompt.system).has('document') || prompt.system === PLAIN_PROMPT.system) continue;
    const message = `the prompt ${prompt.id} has no place for the document ({{document}}): it is put behind it`;
    problems.push(problemAt(parsed, at, message, 'warning'));
  }
  return known;
}

function inFile(
  file: string,
  text: string,
  { severity, message, offset }: { severity: Problem['severity']; message: string; offset: number },
): Problem {
  const before = text.slice(0, offset).split('\n');
  const position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  return { severity, message, file, ...position, frame: codeFrame(text, position) };
}

type FoundPrompt =
  | { readonly id: string; readonly system: string; readonly file: string | null }
  | { readonly problem: string };

async function readPrompt(id: string, folder: string, dependsOn: Set<string>): Promise<FoundPrompt> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id)) {
    return { problem: `${JSON.stringify(id)} is no name of a prompt: write { id, system } for one in place` };
  }
  const file = path.join(folder, `${id}.md`);
  dependsOn.add(file);
  const text = await readText(file);
  if (text.ok && text.text.trim() === '') return { problem: `the prompt ${file} is empty` };
  if (text.ok) return { id, system: text.text.trimEnd(), file };
  if (!text.isAbsent) return { problem: `the prompt ${file}: ${text.reason}` };
  if (id === PLAIN_PROMPT.id) return { ...PLAIN_PROMPT, file: null };
  return { problem: `there is no prompt ${file}: write it, or { id: ${id}, system: … } in its place` };
}

async function answersOf(
  experiment: Experiment,
  parsed: ParsedExperiment,
  file: string,
  { problems, dependsOn }: Notes,
): Promise<ReadonlyMap<string, ExternalAnswers>> {
  const read = new Map<string, ExternalAnswers>();
  for (const [index, entry] of (experiment.models ?? []).entries()) {
    if (typeof entry === 'string' || entry.answers === undefined) continue;
    const answersFile = path.resolve(path.dirname(file), entry.answers);
    dependsOn.add(answersFile);
    const answers = await readExternalAnswers(answersFile, entry.answers);
    if (answers.ok) read.set(entry.answers, answers.answers);
    else problems.push(problemAt(parsed, ['models', index, 'answers'], answers.problem));
  }
  return read;
}

/** Repeats of what always answers the same measure nothing. */
function sameAgain(
  variants: readonly { source: { kind: string }; name: string }[],
  parsed: ParsedExperiment,
): Problem[] {
  const same = variants.filter(({ source }) => source.kind === 'embedded').map(({ name }) => name);
  if (same.length === 0) return [];
  const message = `${same.join(', ')} give the same answer each time: repeats say nothing of them`;
  return [problemAt(parsed, ['repeats'], message, 'warning')];
}

function countOfPairs(
  { qa_config }: Experiment,
  questions: number,
  parsed: ParsedExperiment,
): Problem | null {
  const pairs = qa_config?.num_qa_pairs;
  if (pairs === undefined || questions === 0 || questions % pairs === 0) return null;
  const message = `num_qa_pairs is ${pairs} a document, and there are ${questions} questions: the truths decide`;
  return problemAt(parsed, ['qa_config', 'num_qa_pairs'], message, 'warning');
}

type ReadText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string; readonly isAbsent: boolean };

async function readText(file: string): Promise<ReadText> {
  try {
    if ((await stat(file)).size > MAX_BYTES)
      return { ok: false, reason: 'the file is larger than 1 MB', isAbsent: false };
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    return { ok: true, text };
  } catch (error) {
    if (error instanceof TypeError)
      return {
        ok: false,
        reason: 'the file holds bytes that are not UTF-8; save it as UTF-8 text',
        isAbsent: false,
      };
    return { ok: false, reason: `the file cannot be read: ${messageOf(error)}`, isAbsent: isAbsence(error) };
  }
}
