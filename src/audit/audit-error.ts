/** The audit cannot be made, or cannot be read. The message says what to do. */
export class AuditError extends Error {
  override readonly name = 'AuditError';
}
