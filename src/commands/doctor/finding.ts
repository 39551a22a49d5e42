/** What the doctor looked at, and what it found. */

/** `unknown`: it could not be told, which is no fault. */
export type State = 'ok' | 'warning' | 'problem' | 'unknown';

export interface Finding {
  /** Of what: `target`, `model claude-sonnet-4-6`. */
  readonly about: string;
  readonly state: State;
  /** With what to do, where something is wrong. */
  readonly says: string;
}

const MARKS: Readonly<Record<State, string>> = { ok: 'ok', warning: 'warn', problem: 'NO', unknown: '?' };

/** One line each; longer words go on below. */
export function findingLines(findings: readonly Finding[]): string {
  const about = Math.max(...findings.map((each) => each.about.length));
  return findings
    .map((each) => `${MARKS[each.state].padEnd(5)} ${each.about.padEnd(about)}  ${each.says}\n`)
    .join('');
}
