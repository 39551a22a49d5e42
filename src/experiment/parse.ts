/** Experiment text → value, or what is wrong at its line. Pure. */
import { asksQuestions, type Task } from '../grade/task.ts';
import { isRecord } from '../yaml/known-keys.ts';
import type { ValuePath } from '../yaml/positions.ts';
import { isError, type Problem } from '../yaml/problem.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { problemAt, validate, type Source } from '../yaml/validate.ts';
import { experimentFileSchema, ID, type ExperimentFile } from './file-schema.ts';
import { IGNORED_KEYS } from './legacy-schema.ts';

export interface ParsedExperiment extends Source {
  /** null when there is an error. */
  readonly experiment: Experiment | null;
  readonly problems: readonly Problem[];
  /** As written, or made of the file's name; null when neither is one. */
  readonly id: string | null;
}

export type Experiment = ExperimentFile & { readonly id: string; readonly task: Task };

/** Never throws for a text. @param file as problems shall name it, relative to the project. */
export function parseExperiment(text: string, file: string): ParsedExperiment {
  const { value: raw, positions, problems: syntax } = readYaml(text, file);
  const source: Source = { text, file, positions };
  const id = idOf(raw, file);
  if (syntax.length > 0) return { ...source, experiment: null, problems: syntax, id };
  if (!isRecord(raw)) {
    const message = 'an experiment is a mapping that begins with keys such as `task:` and `models:`';
    return { ...source, experiment: null, problems: [problemAt(source, [], message)], id };
  }
  const { value, problems: found } = validate(experimentFileSchema, raw, source, ['expected', 'cases']);
  const problems = found.map((problem) => strict(problem));
  const task = value === null ? null : taskOf(value, source, problems);
  if (value !== null) problems.push(...rulesOf(value, source, task));
  if (id === null) problems.push(problemAt(source, [], `the file's name is no id: write \`id:\``));
  const usable = value !== null && task !== null && id !== null && !problems.some(isError);
  return {
    ...source,
    experiment: usable ? { ...value, id, task } : null,
    problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column),
    id,
  };
}

/** An unknown key is an error, but for those that older files have. */
function strict(problem: Problem): Problem {
  const key = /^unknown key `(.*)`: its value is ignored$/.exec(problem.message)?.[1];
  if (key === undefined) return problem;
  if (IGNORED_KEYS.includes(key)) return { ...problem, message: `\`${key}\` is ignored` };
  return { ...problem, severity: 'error', message: `unknown key \`${key}\`` };
}

function idOf(raw: unknown, file: string): string | null {
  if (isRecord(raw) && typeof raw['id'] === 'string') return raw['id'];
  const name = file.replace(/^.*[/\\]/, '').replace(/\.(?:ya?ml|json)$/i, '');
  return ID.test(name) && name.length <= 80 ? name : null;
}

function taskOf(value: ExperimentFile, source: Source, problems: Problem[]): Task | null {
  const { task, use_case, experiments = [], qa_config } = value;
  const types = [...new Set(experiments.flatMap(({ experiment_type }) => experiment_type ?? []))];
  if (task !== undefined && use_case !== undefined && task !== use_case) {
    problems.push(
      problemAt(source, ['use_case'], `\`use_case\` and \`task\` say different things; keep \`task\``),
    );
  }
  if (task !== undefined || use_case !== undefined) return task ?? use_case ?? null;
  if (types.length > 1) {
    const message = 'questions and summaries stand in one file: write one file each, with its `task`';
    problems.push(problemAt(source, ['experiments'], message));
    return null;
  }
  const [type] = types;
  if (type !== undefined) return type;
  if (qa_config !== undefined) return 'qa';
  if (value.experiments === undefined) {
    problems.push(problemAt(source, ['task'], '`task` is missing: summarization, email, pdf, qa or rag'));
    return null;
  }
  const message = 'no `task` is written: it is taken for summarization';
  problems.push(problemAt(source, ['experiments'], message, 'warning'));
  return 'summarization';
}

/** What a schema cannot say. */
function rulesOf(value: ExperimentFile, source: Source, task: Task | null): Problem[] {
  const problems: Problem[] = [];
  const at = (path: ValuePath, message: string): void => void problems.push(problemAt(source, path, message));
  if (value.models === undefined && value.experiments === undefined) {
    at(['models'], '`models` is missing: name at least one, such as embedded/lead');
  }
  if (value.models === undefined && (value.prompts !== undefined || value.except !== undefined)) {
    at(['prompts'], '`prompts` and `except` belong to `models`, and there are none');
  }
  if (task === null) return problems;
  const isQuestion = asksQuestions(task);
  if (isQuestion && value.styles !== undefined) {
    at(['styles'], `\`styles\` are the parts of a summary, and ${task} asks questions`);
  }
  if (isQuestion && value.mode === 'standalone') {
    at(['mode'], 'an answer to a question needs a truth: standalone is for summaries');
  }
  if (!isQuestion && value.bar?.pass !== undefined) {
    at(['bar', 'pass'], '`pass` is of answers to questions; write `grade`');
  }
  for (const [index, entry] of (value.cases ?? []).entries()) {
    if (typeof entry === 'string') continue;
    if (!isQuestion && (entry.question !== undefined || isAnswer(entry.expected))) {
      at(['cases', index], `${task} asks no question: write the reference summaries under \`expected\``);
    }
    if (isQuestion && entry.question !== undefined && entry.expected === undefined) {
      at(
        ['cases', index],
        'a question needs its `expected` answer; null where the document does not hold it',
      );
    }
    if (isQuestion && entry.question === undefined && entry.expected !== undefined) {
      at(['cases', index], 'an `expected` answer needs its `question`');
    }
    if (isQuestion && isRecord(entry.expected)) {
      at(['cases', index, 'expected'], `${task} expects an answer, not summaries`);
    }
  }
  return problems;
}

function isAnswer(expected: unknown): boolean {
  return expected === null || typeof expected === 'string';
}
