import { createHash } from 'node:crypto';

/** Twelve hexadecimal digits that change with any of the texts: two runs with the same one used the same prompts. */
export function fingerprintOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('hex').slice(0, 12);
}

/** Stands before a model in a fingerprint. Runs of before have the first one, so that they still compare. */
export function vendorMark(model: string): 'anthropic' | 'llm' {
  return model.includes('/') ? 'llm' : 'anthropic';
}
