/** What a model is asked for, part by part or all in one, and how an answer to all in one is taken apart. Pure. */
import type { Part } from '../../grade/task.ts';

/** Changes when the words below do: they are a part of what an answer depends on. */
export const INSTRUCTIONS_VERSION = '1';

const ASK: Readonly<Record<Part, string>> = {
  executive: 'Write an executive summary of two or three sentences: the main point and what came of it.',
  brief: 'Write a brief summary of two or three sentences.',
  detailed: 'Write a detailed summary: every important matter, with its figures, dates and names.',
  participants: 'List the people who took part, one a line, each with the role if the document tells it.',
  action_items:
    'List the tasks that somebody took on, one a line: what, who, until when. Write "None" if there are none.',
  key_decisions: 'List the decisions that were made, one a line. Write "None" if there are none.',
  topics_discussed: 'List the topics, one a line, in a few words each.',
  answer: 'Answer the question in as few words as it needs.',
};

const HEADINGS: Readonly<Record<Part, string>> = {
  executive: 'EXECUTIVE SUMMARY',
  brief: 'BRIEF SUMMARY',
  detailed: 'DETAILED SUMMARY',
  participants: 'PARTICIPANTS',
  action_items: 'ACTION ITEMS',
  key_decisions: 'KEY DECISIONS',
  topics_discussed: 'TOPICS DISCUSSED',
  answer: 'ANSWER',
};

export function askFor(part: Part): string {
  return ASK[part];
}

export function askForAll(parts: readonly Part[]): string {
  const listed = parts.map((part) => `${HEADINGS[part]}\n${ASK[part]}`).join('\n\n');
  return `Write these sections, each under its heading in capitals on a line of its own, and nothing besides.\n\n${listed}`;
}

/** A section that the model left out is missing; what stands before the first heading belongs to none. */
export function takeApart(answer: string, parts: readonly Part[]): Partial<Record<Part, string>> {
  const found: Partial<Record<Part, string>> = {};
  let open: Part | null = null;
  const lines: string[] = [];
  const close = (): void => {
    const text = lines.join('\n').trim();
    if (open !== null && text !== '')
      found[open] = found[open] === undefined ? text : `${found[open]}\n${text}`;
    lines.length = 0;
  };
  for (const line of answer.split('\n')) {
    const heading = headingOf(line, parts);
    if (heading === null) {
      lines.push(line);
      continue;
    }
    close();
    open = heading.part;
    if (heading.rest !== '') lines.push(heading.rest);
  }
  close();
  return found;
}

/** `## Key decisions:`, `**KEY DECISIONS**`, `3. KEY DECISIONS: none`. */
function headingOf(
  line: string,
  parts: readonly Part[],
): { readonly part: Part; readonly rest: string } | null {
  if (line.length > 500) return null;
  const bare = line.replace(/^[\s#*_>\d.)-]+/, '');
  for (const part of parts) {
    const name = HEADINGS[part];
    if (bare.slice(0, name.length).toUpperCase() !== name) continue;
    const rest = bare.slice(name.length).replace(/^[\s*_]*/, '');
    if (rest === '' || rest.startsWith(':')) return { part, rest: rest.replace(/^[:\s*_]+/, '') };
  }
  return null;
}
