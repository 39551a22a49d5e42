/** Edited prompts, read from their folder (I/O). */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../error-code.ts';
import { messageOf } from '../message-of.ts';
import { SettingsError } from '../settings.ts';
import { fillTemplate } from '../models/prompt-template.ts';
import { nearestKey } from '../nearest-key.ts';
import { PROMPT_FILES, parsePrompt, type PromptFile, type Prompts } from './prompt-files.ts';

const NAMES = Object.values(PROMPT_FILES).map(({ file }) => file);
const EXPORT = 'agent-eval prompts export';

/**
 * All prompts of a folder: each stands in a file of its name, and nothing else is there but hidden files. One that may be
 * left out is our own then.
 * @throws SettingsError naming every file that is missing, unknown or can't be used: nobody is judged by another prompt
 *   than the one that was meant.
 */
export async function readPrompts(folder: string): Promise<Prompts> {
  const found = await namesIn(folder);
  const problems = found.filter((name) => !name.startsWith('.') && !NAMES.includes(name)).map(unknownFile);
  const read = async (prompt: PromptFile): Promise<string> => {
    const isThere = found.includes(prompt.file);
    if (!isThere && prompt.optional === true) return fillTemplate(prompt.template, prompt.parts);
    const result = isThere ? await readPrompt(folder, prompt) : { problem: ' is missing.' };
    if ('prompt' in result) return result.prompt;
    problems.push(`${prompt.file}${result.problem}`);
    return '';
  };
  const { turn, scenario, answer, user } = PROMPT_FILES;
  const prompts = {
    turn: await read(turn),
    scenario: await read(scenario),
    answer: await read(answer),
    user: await read(user),
  };
  if (problems.length === 0) return prompts;
  throw new SettingsError(
    [
      `The prompts in ${folder} can't be used:`,
      ...problems.map((problem) => `  ${problem}`),
      `Those of this version, to begin anew or to take one from: ${EXPORT} <another folder>`,
    ].join('\n'),
  );
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    const reason =
      codeOf(error) === 'ENOENT' ? `there is no folder ${folder}.` : `${folder}: ${messageOf(error)}.`;
    throw new SettingsError(`The prompts can't be read: ${reason} Write it with: ${EXPORT} <folder>`);
  }
}

function unknownFile(name: string): string {
  const near = nearestKey(name, NAMES);
  const advice =
    near === null ? `the prompts are ${NAMES.join(', ')}; move it away` : `did you mean ${near}?`;
  return `${name} is no prompt: ${advice}`;
}

async function readPrompt(folder: string, prompt: PromptFile): Promise<ReturnType<typeof parsePrompt>> {
  try {
    const bytes = await readFile(path.join(folder, prompt.file));
    return parsePrompt(new TextDecoder('utf-8', { fatal: true }).decode(bytes), prompt);
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is no UTF-8 text' : messageOf(error);
    return { problem: ` can't be read: ${reason}.` };
  }
}
