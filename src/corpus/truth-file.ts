/** truth/<path of the document>.yaml: what is true of one document. Text → value, or what is wrong at its line. Pure. */
import { z } from 'zod';
import type { ValuePath } from '../yaml/positions.ts';
import { isError, type Problem } from '../yaml/problem.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { problemAt, validate, type Source } from '../yaml/validate.ts';
import { qaTruthSchema, summaryTruthSchema } from './case-truth.ts';

const text = z.string().trim().min(1);

const writerSchema = z.strictObject({
  model: text,
  prompt: text.optional().describe('Fingerprint of the prompt.'),
  usd: z.number().min(0).nullable().optional().describe('What it cost; null: not known.'),
  at: text.optional(),
});

export const truthFileSchema = z.strictObject({
  document: text.describe('Path of the document, relative to the corpus folder.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits')
    .describe("Of the document's bytes: a truth holds for one version of its document."),
  kind: text.optional().describe('What the document is: transcript, email, report …'),
  written_by: z.union([text, writerSchema]).describe('A person, in words, or the model that wrote it.'),
  reviewed: text.nullable().describe('Who has read it against the document and when; null: nobody yet.'),
  summarization: summaryTruthSchema.optional(),
  qa: z.array(qaTruthSchema).min(1).optional(),
});
export type TruthFile = Readonly<z.output<typeof truthFileSchema>>;

export interface ParsedTruth {
  /** null when there is an error. */
  readonly truth: TruthFile | null;
  readonly problems: readonly Problem[];
  /** An error at a value of this file. */
  readonly problem: (path: ValuePath, message: string) => Problem;
}

/** @param file as problems shall name it. */
export function parseTruth(content: string, file: string): ParsedTruth {
  const read = readYaml(content, file);
  const source: Source = { text: content, file, positions: read.positions };
  const problem = (path: ValuePath, message: string) => problemAt(source, path, message);
  if (read.problems.length > 0) return { truth: null, problems: read.problems, problem };
  const { value, problems } = validate(truthFileSchema, read.value, source);
  const all = value === null ? problems : [...problems, ...rulesOf(value, problem)];
  return { truth: all.some(isError) ? null : value, problems: all, problem };
}

/** What a schema cannot say. */
function rulesOf(truth: TruthFile, problem: ParsedTruth['problem']): Problem[] {
  const found: Problem[] = [];
  const { qa, summarization } = truth;
  if (qa === undefined && (summarization === undefined || Object.keys(summarization).length === 0)) {
    found.push(problem([], 'it says nothing of its document: write `qa`, `summarization` or both'));
  }
  for (const [index, { id, answer, absent, where, checks }] of (qa ?? []).entries()) {
    if (qa?.slice(0, index).some((earlier) => earlier.id === id) === true) {
      found.push(problem(['qa', index, 'id'], `the id \`${id}\` stands twice in this file`));
    }
    if (answer === null && where !== null) {
      found.push(
        problem(
          ['qa', index, 'where'],
          'an answer that is not in the document stands nowhere: take `where` out',
        ),
      );
    }
    if (answer === null && absent === undefined) {
      const message = `\`${id}\` is not in the document: list words by which that can be checked (\`absent\`)`;
      found.push(problem(['qa', index], message));
    }
    if (answer !== null && absent !== undefined) {
      found.push(problem(['qa', index, 'absent'], '`absent` is for questions whose answer is null'));
    }
    if (answer !== null && checks?.admits_unknown !== undefined) {
      const message = '`admits_unknown` is for questions whose answer is null';
      found.push(problem(['qa', index, 'checks', 'admits_unknown'], message));
    }
  }
  return found;
}

/** Is the truth of another version of its document? null: of this one. */
export function versionProblem({ truth, problem }: ParsedTruth, documentSha256: string): Problem | null {
  if (truth === null || truth.sha256 === documentSha256) return null;
  return problem(
    ['sha256'],
    `this is the truth of another version of ${truth.document}, whose sha256 is ${documentSha256} now: ` +
      'read it against the document and write the new hash, or restore the document',
  );
}

/** Does the file stand where its document's truth belongs? */
export function placeProblems({ truth, problem }: ParsedTruth, documentPath: string): readonly Problem[] {
  if (truth === null || truth.document === documentPath) return [];
  const message = `\`document\` is ${truth.document}, but the file stands where the truth of ${documentPath} belongs`;
  return [problem(['document'], message)];
}
