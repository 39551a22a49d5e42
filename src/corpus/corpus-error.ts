/** A document or fact that cannot be used. The message names it, says why, and what to do. */
export class CorpusError extends Error {
  override readonly name = 'CorpusError';
}
