/** What a target is, by its spelling. Pure. */

/** Is it reached over a network, and not `embedded` or a file? */
export function isAddress(target: string): boolean {
  return /^https?:/i.test(target);
}

/** Is it a file of the project? */
export function isModuleTarget(target: string): boolean {
  return target !== 'embedded' && !isAddress(target);
}
