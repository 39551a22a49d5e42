/** What a command may touch besides files: handed in, so that a test sees all of it. */

export interface CommandIo {
  /** Absolute: where the user stands. */
  readonly cwd: string;
  /** Flags of `run` are written here, because the plugin reads its settings from it. */
  readonly env: Record<string, string | undefined>;
  /** Columns of the terminal. */
  readonly columns: number;
  out(text: string): void;
  err(text: string): void;
}

export const EXIT = {
  /** What was asked holds. */
  holds: 0,
  /** A gate or a scenario says no, or cannot tell. */
  no: 1,
  /** Usage or environment. */
  usage: 2,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A mistake of the user or of the environment: one message that says what to do, no stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
