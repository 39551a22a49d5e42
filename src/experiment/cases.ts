/** The cases of an experiment: its documents with what is asked of them and what is true of them (I/O). */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { CaseTruth, QaTruth } from '../corpus/case-truth.ts';
import { lookUp, normaliseCorpusPath } from '../corpus/paths.ts';
import { findTruth, TruthError, type FoundTruth } from '../corpus/read-truths.ts';
import { manifestPaths } from '../corpus/manifest.ts';
import { UnreadableDocumentError } from '../documents/types.ts';
import { asksQuestions } from '../grade/task.ts';
import { messageOf } from '../message-of.ts';
import { isRecord } from '../yaml/known-keys.ts';
import type { ValuePath } from '../yaml/positions.ts';
import type { Problem } from '../yaml/problem.ts';
import { problemAt, type Source } from '../yaml/validate.ts';
import { corpusFiles, matching } from './corpus-files.ts';
import { estimateTokens, readGiven, type GivenDocument } from './document.ts';
import type { CaseEntry } from './file-schema.ts';
import type { Experiment } from './parse.ts';
import type { PlannedCase } from './plan.ts';

export interface CaseFolders {
  /** Absolute. */
  readonly corpus: string;
  /** Absolute. */
  readonly truth: string;
}

export interface Cases {
  readonly cases: readonly PlannedCase[];
  readonly problems: readonly Problem[];
  /** Absolute paths of documents and truths, those among them that are not there. */
  readonly dependsOn: readonly string[];
}

interface Wanted {
  readonly document: string;
  readonly entry: CaseEntry | null;
  readonly path: ValuePath;
  /** Named as it is, so that a truth is missed when it is not there. */
  readonly isNamed: boolean;
}

export async function casesOf(experiment: Experiment, source: Source, folders: CaseFolders): Promise<Cases> {
  const reader = new CaseReader(experiment, source, folders);
  return await reader.read();
}

class CaseReader {
  readonly #problems: Problem[] = [];
  readonly #dependsOn = new Set<string>();
  readonly #experiment: Experiment;
  readonly #source: Source;
  readonly #folders: CaseFolders;
  readonly #documents = new Map<string, Promise<GivenDocument | null>>();
  readonly #untold: string[] = [];

  constructor(experiment: Experiment, source: Source, folders: CaseFolders) {
    this.#experiment = experiment;
    this.#source = source;
    this.#folders = folders;
  }

  async read(): Promise<Cases> {
    const wanted = await this.#wanted();
    const stems = stemsOf(wanted.map(({ document }) => document));
    const cases: PlannedCase[] = [];
    for (const each of wanted) cases.push(...(await this.#casesOf(each, stems)));
    this.#refuseTwice(cases);
    if (cases.length === 0 && this.#problems.length === 0) this.#say(['cases'], this.#whyNone());
    if (cases.length > 0 && this.#untold.length > 0) {
      const left = `${some(this.#untold)} left out: no truth of them has questions`;
      this.#problems.push(problemAt(this.#source, ['cases'], left, 'warning'));
    }
    return { cases, problems: this.#problems, dependsOn: [...this.#dependsOn] };
  }

  async #wanted(): Promise<readonly Wanted[]> {
    const files = await corpusFiles(this.#folders.corpus);
    const wanted: Wanted[] = [];
    const written = this.#experiment.cases ?? ['**'];
    for (const [index, entry] of written.entries()) {
      const at = this.#experiment.cases === undefined ? ['cases'] : ['cases', index];
      const isNamed = typeof entry !== 'string' || files.includes(entry);
      const documents = typeof entry === 'string' ? matching(entry, files) : [entry.document];
      if (documents.length === 0) this.#say(at, `no document of the corpus matches ${JSON.stringify(entry)}`);
      for (const document of documents) {
        wanted.push({ document, entry: typeof entry === 'string' ? null : entry, path: at, isNamed });
      }
    }
    return wanted;
  }

  async #casesOf(wanted: Wanted, stems: ReadonlyMap<string, string>): Promise<readonly PlannedCase[]> {
    const { entry, path: at } = wanted;
    const truthAt = path.join(this.#folders.truth, ...`${wanted.document}.yaml`.split('/'));
    const inPlace = entry !== null && (entry.expected !== undefined || entry.question !== undefined);
    // Without a list of cases, those that somebody wrote a truth for.
    if (!inPlace) this.#dependsOn.add(truthAt);
    const given = await this.#given(wanted);
    if (given === null) return [];
    const stem = stems.get(wanted.document) ?? wanted.document;
    const document = { path: given.path, sha256: given.sha256, tokens_estimated: estimateTokens(given.text) };
    if (inPlace) return [caseInPlace(entry, stem, document, Number(at[1] ?? 0) + 1)];
    let truth: FoundTruth | null;
    try {
      truth = await findTruth(this.#folders.truth, given.path, given.sha256);
    } catch (error) {
      if (!(error instanceof TruthError)) throw error;
      this.#say(at, firstLine(error));
      return [];
    }
    return this.#fromTruth(truth, wanted, stem, document);
  }

  #fromTruth(
    truth: FoundTruth | null,
    wanted: Wanted,
    stem: string,
    document: PlannedCase['document'],
  ): readonly PlannedCase[] {
    const base = { document, truthSource: truth === null ? null : sourceOfTruth(truth) };
    if (asksQuestions(this.#experiment.task)) {
      const questions = truth?.truth.qa ?? [];
      if (questions.length === 0) {
        if (wanted.isNamed) this.#say(wanted.path, noQuestions(wanted.document));
        else if (this.#experiment.cases !== undefined) this.#untold.push(wanted.document);
      }
      return questions.map((qa) => ({
        ...base,
        id: `${stem}#${qa.id}`,
        question: qa.question,
        truth: { qa },
      }));
    }
    const summarization = truth?.truth.summarization;
    const isStandalone = this.#experiment.mode === 'standalone';
    if (summarization === undefined && this.#experiment.cases === undefined && !isStandalone) return [];
    const known = isStandalone || summarization === undefined ? null : { summarization };
    const truthSource = known === null ? null : base.truthSource;
    return [{ ...base, truthSource, id: stem, question: null, truth: known }];
  }

  #given({ document, path: at, entry }: Wanted): Promise<GivenDocument | null> {
    const known = this.#documents.get(document);
    if (known !== undefined) return known;
    const read = this.#readGiven(document, entry === null ? at : [...at, 'document']);
    this.#documents.set(document, read);
    return read;
  }

  async #readGiven(document: string, at: ValuePath): Promise<GivenDocument | null> {
    const normal = normaliseCorpusPath(document);
    if (!normal.ok) {
      this.#say(at, `the document ${document} ${normal.reason}`);
      return null;
    }
    const { corpus, truth } = this.#folders;
    this.#dependsOn.add(path.join(corpus, ...normal.path.split('/')));
    const found = await lookUp(corpus, normal.path, manifestPaths(corpus)).catch(() => 'missing' as const);
    if (found !== 'file') {
      this.#say(
        at,
        `the document ${document} is ${found === 'forbidden' ? 'the manifest, which holds answers' : found}`,
      );
      return null;
    }
    // A document that nobody asks about need not be readable.
    if (this.#experiment.cases === undefined && !(await hasTruth(truth, normal.path))) return null;
    try {
      return await readGiven(corpus, normal.path);
    } catch (error) {
      const why = error instanceof UnreadableDocumentError ? noText(error.message) : messageOf(error);
      this.#say(at, `the document ${document} cannot be given to a model: ${why}`);
      return null;
    }
  }

  #refuseTwice(cases: readonly PlannedCase[]): void {
    const seen = new Set<string>();
    for (const { id } of cases) {
      if (seen.has(id.toLowerCase()))
        this.#say(['cases'], `two cases are called ${id}: give one an \`id\`, or take one out`);
      seen.add(id.toLowerCase());
    }
  }

  #whyNone(): string {
    const { task } = this.#experiment;
    if (asksQuestions(task)) {
      return `no truth in ${this.#folders.truth} has questions (\`qa\`), and ${task} needs them: write truths, or cases in place`;
    }
    return `no document has a truth with \`summarization\` in ${this.#folders.truth}: write truths, or name \`cases\``;
  }

  #say(at: ValuePath, message: string): void {
    this.#problems.push(problemAt(this.#source, at, message));
  }
}

async function hasTruth(folder: string, document: string): Promise<boolean> {
  return (await lookUp(folder, `${document}.yaml`).catch(() => 'missing')) === 'file';
}

function noText(message: string): string {
  return message === 'File is empty'
    ? 'it has no text; a scan must be read by a program for that first'
    : message;
}

function noQuestions(document: string): string {
  return `nobody wrote questions on ${document}: add \`qa\` to its truth, or write \`question\` and \`expected\` here`;
}

function caseInPlace(
  entry: CaseEntry,
  stem: string,
  document: PlannedCase['document'],
  number: number,
): PlannedCase {
  const truth = truthInPlace(entry, number);
  return {
    id: entry.question === undefined ? stem : `${stem}#${entry.id ?? `q${number}`}`,
    document,
    question: entry.question ?? null,
    truth,
    truthSource: {
      path: null,
      sha256: createHash('sha256').update(JSON.stringify(truth)).digest('hex'),
      reviewed: null,
      written_by: 'the experiment file',
    },
  };
}

function truthInPlace({ question, expected, id, tolerance, wordings }: CaseEntry, number: number): CaseTruth {
  if (isRecord(expected)) return { summarization: expected };
  const qa: QaTruth = {
    id: id ?? `q${number}`,
    question: question ?? '',
    answer: expected ?? null,
    where: null,
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(wordings === undefined ? {} : { wordings }),
  };
  return { qa };
}

function sourceOfTruth({ path: file, sha256, reviewed, written_by }: FoundTruth): PlannedCase['truthSource'] {
  return { path: file, sha256, reviewed, written_by };
}

/** Path without its ending, unless another document has the same. */
function stemsOf(documents: readonly string[]): ReadonlyMap<string, string> {
  const each = [...new Set(documents)];
  const stem = (document: string): string => document.replace(/\.[^./]+$/, '');
  const counts = countsOf(each.map(stem));
  return new Map(
    each.map((document) => [document, counts.get(stem(document)) === 1 ? stem(document) : document]),
  );
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function some(names: readonly string[]): string {
  const [first = '', second, ...rest] = names;
  const shown = second === undefined ? first : `${first}, ${second}`;
  return rest.length === 0 ? shown : `${shown} and ${rest.length} more`;
}

/** What a truth's own list says first, in one line. */
function firstLine({ message, problems }: TruthError): string {
  const [first] = problems;
  return first === undefined ? message : `${first.file}:${first.line}:${first.column}: ${first.message}`;
}
