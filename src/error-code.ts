/** Node's code of what was thrown: `ENOENT`, `EEXIST`, `ECONNREFUSED`; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Nothing of that name stands there: neither it nor, it may be, a folder above it. */
export function isAbsence(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
