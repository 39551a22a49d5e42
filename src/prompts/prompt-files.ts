/** The prompts of judge and simulator as files that a person edits, and what a file of them has to hold. Pure. */
import { ANSWER_PARTS, ANSWER_TEMPLATE } from '../judge/prompts/answer.ts';
import { SCENARIO_PARTS, SCENARIO_TEMPLATE } from '../judge/prompts/scenario.ts';
import { TURN_PARTS, TURN_TEMPLATE } from '../judge/prompts/turn.ts';
import { fillTemplate, misplacedPart, type TemplateParts } from '../models/prompt-template.ts';
import { USER_PARTS, USER_TEMPLATE } from '../simulator/prompts/user.ts';

/** As they are sent. */
export interface Prompts {
  /** How the judge grades a turn. */
  readonly turn: string;
  /** How it explains a whole scenario. */
  readonly scenario: string;
  /** How it grades an answer of an experiment; the place of the criteria is still open. */
  readonly answer: string;
  /** How the simulator words the user's next message. */
  readonly user: string;
}

export interface PromptFile {
  /** Its name in the folder. */
  readonly file: string;
  readonly template: string;
  readonly parts: TemplateParts;
  /** A folder may do without it: then our own is meant. */
  readonly optional?: true;
}

export const PROMPT_FILES: Readonly<Record<keyof Prompts, PromptFile>> = {
  turn: { file: 'judge-turn.md', template: TURN_TEMPLATE, parts: TURN_PARTS },
  scenario: { file: 'judge-scenario.md', template: SCENARIO_TEMPLATE, parts: SCENARIO_PARTS },
  answer: { file: 'judge-answer.md', template: ANSWER_TEMPLATE, parts: ANSWER_PARTS, optional: true },
  user: { file: 'simulator.md', template: USER_TEMPLATE, parts: USER_PARTS },
};

/** Characters. A longer one is another file by mistake, and would be paid for with every call. */
export const LONGEST_PROMPT = 100_000;

/** The text of an edited file → the prompt, or what is wrong with it: the place and what to do. */
export function parsePrompt(
  text: string,
  { parts }: Pick<PromptFile, 'parts'>,
): { readonly prompt: string } | { readonly problem: string } {
  const template = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .trim();
  const own = Object.keys(parts).reduce((left, name) => left.replaceAll(`{{${name}}}`, ''), template);
  if (own.trim() === '') return { problem: ' is blank.' };
  if (template.length > LONGEST_PROMPT) {
    return {
      problem: ` has more than ${LONGEST_PROMPT.toLocaleString('en')} characters; is it another file?`,
    };
  }
  const misplaced = misplacedPart(template, parts);
  if (misplaced === null) return { prompt: fillTemplate(template, parts) };
  const { placeholder, again } = misplaced;
  if (again === null) return { problem: ` has no ${placeholder}, where our own words go in. Put it back.` };
  // Of the file as it is written: what was trimmed in front counts.
  const offset = again + text.length - text.trimStart().length;
  const before = text.replaceAll(/\r\n?/g, '\n').slice(0, offset).split('\n');
  const place = `:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  return { problem: `${place} has ${placeholder} for the second time. Keep one.` };
}
