/** The one error of this room: why a fix cannot begin or go on. Its message says what to do. */
export class FixError extends Error {
  override readonly name = 'FixError';
}
