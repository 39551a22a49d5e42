/** What `agent-eval init` can begin a project with: files, and what to do with them next. */

export interface StartFile {
  /** Where it goes, relative to the folder that the user names; forward slashes. */
  readonly to: string;
  readonly bytes: Uint8Array;
}

export interface Start {
  /** The flag that asks for it, without dashes. */
  readonly flag: string;
  /** For the help. */
  readonly summary: string;
  /** Everything that it consists of; `folder` is where it goes, absolute. */
  files(folder: string): Promise<readonly StartFile[]>;
  /** Lines for the user. `folder` is relative to where the user stands, `.` for there. */
  next(folder: string): readonly string[];
}
