/** Answers of a model that cannot be called from here, brought by hand in a file (I/O). */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { messageOf } from '../message-of.ts';
import { isError, type Problem } from '../yaml/problem.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { validate } from '../yaml/validate.ts';
import type { ExternalAnswers } from './plan.ts';

/** A text for the one part of a question, or the parts of a summary. */
const answerSchema = z.union([z.string(), z.record(z.string(), z.string())]);
const fileSchema = z.record(z.string(), z.union([answerSchema, z.array(answerSchema).min(1)]));

export type ReadAnswers =
  | { readonly ok: true; readonly answers: ExternalAnswers }
  | { readonly ok: false; readonly problem: string };

/** `file`: absolute; `name`: as problems shall name it. */
export async function readExternalAnswers(file: string, name: string): Promise<ReadAnswers> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    return { ok: false, problem: `the answers ${name} cannot be read: ${messageOf(error)}` };
  }
  const read = readYaml(text, name);
  if (read.problems.length > 0) return { ok: false, problem: inOneLine(read.problems) };
  const { value, problems } = validate(fileSchema, read.value, {
    text,
    file: name,
    positions: read.positions,
  });
  if (value === null) return { ok: false, problem: inOneLine(problems) };
  const answers = Object.entries(value).map(([id, given]) => [id, [given].flat().map(partsOf)] as const);
  return { ok: true, answers: Object.fromEntries(answers) };
}

function partsOf(answer: z.output<typeof answerSchema>): Readonly<Record<string, string>> {
  return typeof answer === 'string' ? { answer } : answer;
}

function inOneLine(problems: readonly Problem[]): string {
  const first = problems.find(isError) ?? problems[0];
  return first === undefined
    ? 'the answers cannot be read'
    : `the answers have an error at ${first.file}:${first.line}:${first.column}: ${first.message}`;
}
