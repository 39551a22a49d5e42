/** The command that repairs: its flags, its run, and what it says of itself. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../disk/json-file.ts';
import { commandEnvironment, runLimited, type LimitedEnd } from './process-group.ts';

/** Flags by which coding agents give up asking, or leave their sandbox. */
const DANGEROUS =
  /danger|bypass|yolo|skip-permissions|no-sandbox|--trust-all-tools|--yes-always|--full-auto|--allow-all/i;

/** The words of a command that take a repairer's guards away. Pure. */
export function dangerousFlags(argv: readonly string[]): string[] {
  return argv.slice(1).filter((word) => DANGEROUS.test(word));
}

export interface Repaired {
  /** Null when it ended well; else why there is no repair, in a clause. */
  readonly problem: string | null;
  /** The repairer's own words about its repair. */
  readonly words: string;
  /** US dollars; null when it does not say. */
  readonly usd: number | null;
  readonly elapsedSeconds: number;
  readonly exitCode: number | null;
}

export interface RepairInput {
  readonly argv: readonly string[];
  readonly worktree: string;
  readonly prompt: string;
  /** Where prompt and output are kept. */
  readonly folder: string;
  /** Seconds. */
  readonly limit: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mask: (text: string) => string;
  readonly signal: AbortSignal;
}

export async function runRepairer(input: RepairInput): Promise<Repaired> {
  const { folder, mask } = input;
  await mkdir(folder, { recursive: true });
  await writeFileAtomic(path.join(folder, 'prompt.md'), input.prompt);
  const ended = await runLimited({
    argv: input.argv,
    cwd: input.worktree,
    env: commandEnvironment(input.env),
    stdin: input.prompt,
    limitMs: input.limit * 1000,
    signal: input.signal,
  });
  const stdout = mask(ended.stdout);
  const stderr = mask(ended.stderr);
  await writeFileAtomic(path.join(folder, 'repairer.stdout.txt'), stdout);
  await writeFileAtomic(path.join(folder, 'repairer.stderr.txt'), stderr);
  const said = readOutput(stdout);
  return {
    problem: problemOf(ended, input.limit, said.isError, stderr),
    words: said.words,
    usd: said.usd,
    elapsedSeconds: Math.round(ended.elapsedMs) / 1000,
    exitCode: ended.exitCode,
  };
}

function problemOf(ended: LimitedEnd, limit: number, isError: boolean, stderr: string): string | null {
  if (ended.cause === 'aborted') return 'the repairer was interrupted';
  if (ended.cause === 'time') return `the repairer was not done after ${limit} s and was ended`;
  if (ended.startProblem !== null) return `the repairer could not be started: ${ended.startProblem}`;
  if (ended.exitCode === null) return 'the repairer was ended by a signal';
  if (ended.exitCode === 0 && !isError) return null;
  const last = stderr.trim().split('\n').at(-1)?.slice(0, MAX_STDERR) ?? '';
  const how =
    ended.exitCode === 0 ? 'the repairer reports an error' : `the repairer exited with ${ended.exitCode}`;
  return last === '' ? how : `${how}: ${last}`;
}

const MAX_STDERR = 300;
const MAX_WORDS = 2000;

/** The result object of `claude -p --output-format json`; other commands may write the same fields. */
const resultSchema = z.looseObject({
  result: z.string().optional().catch(undefined),
  total_cost_usd: z.number().min(0).optional().catch(undefined),
  is_error: z.boolean().optional().catch(undefined),
});

/** Reads the result from a JSON text, or from the last line that is one; else the words are the text's end. Pure. */
export function readOutput(stdout: string): {
  readonly words: string;
  readonly usd: number | null;
  readonly isError: boolean;
} {
  const text = stdout.trim();
  for (const candidate of [text, text.split('\n').at(-1) ?? '']) {
    const value = json(candidate);
    const parsed = resultSchema.safeParse(Array.isArray(value) ? value.at(-1) : value);
    if (!parsed.success) continue;
    const { result, total_cost_usd, is_error } = parsed.data;
    if (result === undefined && total_cost_usd === undefined && is_error === undefined) continue;
    const words = result ?? text.slice(0, -candidate.length);
    return { words: words.trim().slice(-MAX_WORDS), usd: total_cost_usd ?? null, isError: is_error === true };
  }
  return { words: text.slice(-MAX_WORDS), usd: null, isError: false };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
