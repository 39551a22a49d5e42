/**
 * Vitest reads some comments anywhere in a test file, and a scenario's text is no place for them: they would switch
 * the environment, or end the whole run when what follows them is no JSON.
 */
import { readFileSync } from 'node:fs';
import type { ScenarioOnDisk } from '../scenario/discover.ts';
import { codeFrame, type Problem } from '../yaml/problem.ts';

const COMMENT = /@(?:vitest|jest)-environment\b|(?<=(?:\/\/|\*)\s*)@module-tag\b/;

/** The first such comment in a scenario, as an error at its place. */
export function hostCommentProblem({ text, file }: Pick<ScenarioOnDisk, 'text' | 'file'>): Problem | null {
  const found = COMMENT.exec(text);
  if (!found) return null;
  const before = text.slice(0, found.index).split(/\r?\n/);
  const position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  const [comment] = found;
  return {
    severity: 'error',
    message:
      `Vitest takes \`${comment}\` for an instruction, wherever it stands in a file. To say it all the same, write ` +
      `the text in double quotes with "\\x40${comment.slice(1)}", which YAML reads as the same words`,
    file,
    ...position,
    frame: codeFrame(text, position),
  };
}

/** What Vitest can't read, it searches for no comments; our own plugin cuts the query off again. */
const HIDDEN = '?scenario';

/** The id under which Vitest may load a scenario file: its path, unless the text holds such a comment. */
export function safeModuleId(file: string): string {
  try {
    return COMMENT.test(readFileSync(file, 'utf8')) ? file + HIDDEN : file;
  } catch {
    return file;
  }
}
