/** What is wrong with a file a person wrote: where it stands, and a frame that shows it. */

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units, as editors count. */
  readonly column: number;
}

export interface Problem extends Position {
  /** A warning never stops a file from being used. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** The file as it was named by the caller. */
  readonly file: string;
  /** A few lines of the file with a caret under the place. */
  readonly frame: string;
}

/** Lines of a frame are cut here, so that a minified file does not flood a terminal. */
const MAX_WIDTH = 100;
const LINES_BEFORE = 2;
const LINES_AFTER = 1;

export function isError(problem: Problem): boolean {
  return problem.severity === 'error';
}

/** A few lines around a place, numbered, with a caret under it. A place outside the text gives the nearest line. */
export function codeFrame(text: string, position: Position): string {
  const lines = linesOf(text);
  const target = Math.min(Math.max(position.line, 1), lines.length);
  const first = Math.max(1, target - LINES_BEFORE);
  // What follows the last line break is no line of its own, unless the place is there.
  const end = lines.at(-1) === '' && target < lines.length ? lines.length - 1 : lines.length;
  const last = Math.min(end, target + LINES_AFTER);
  const gutter = String(last).length;
  const caretAt = Math.max(0, position.column - 1);
  // A far-right column shifts the window, so that the caret stays beside what it points at.
  const shift = caretAt < MAX_WIDTH ? 0 : caretAt - MAX_WIDTH / 2;
  const frame: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const line = visible(lines[number - 1] ?? '').slice(shift, shift + MAX_WIDTH);
    frame.push(`${number === target ? '>' : ' '} ${String(number).padStart(gutter)} | ${line}`.trimEnd());
    if (number === target) frame.push(`  ${' '.repeat(gutter)} | ${' '.repeat(caretAt - shift)}^`);
  }
  return frame.join('\n');
}

let lastSplit: { readonly text: string; readonly lines: readonly string[] } | null = null;

/** A file may have thousands of problems: its text is split once for all of them. */
function linesOf(text: string): readonly string[] {
  if (lastSplit?.text !== text) lastSplit = { text, lines: text.split(/\r?\n/) };
  return lastSplit.lines;
}

/** Control characters could move a terminal's cursor; each becomes one harmless character, so columns stay true. */
function visible(line: string): string {
  // oxlint-disable-next-line no-control-regex
  return line.replace(/\t/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '\ufffd');
}

/** All problems as one text, errors first, each with its place and frame: what a person reads in a terminal. */
export function formatProblems(problems: readonly Problem[]): string {
  const sorted = problems.toSorted(
    (a, b) => Number(isError(b)) - Number(isError(a)) || a.line - b.line || a.column - b.column,
  );
  return sorted.map(formatProblem).join('\n\n');
}

function formatProblem(problem: Problem): string {
  const place = `${problem.file}:${String(problem.line)}:${String(problem.column)}`;
  return `${place} ${problem.severity}: ${problem.message}\n${problem.frame}`;
}
