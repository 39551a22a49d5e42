/** Kinds of settings: how a text of the environment is read as one, and what is said when it can't be. */
import { z } from 'zod';

export const positive = (unit: string) =>
  z.coerce
    .number({ error: ({ code }) => (code === 'invalid_type' ? `must be a number of ${unit}` : undefined) })
    .positive();
export const flag = z.union([
  z.boolean(),
  z.enum(['1', 'true', 'yes']).transform(() => true),
  z.enum(['0', 'false', 'no']).transform(() => false),
]);
/** Text is read as JSON: an environment variable and a flag can hold nothing else. For `z.preprocess`. */
export function readJson(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
}
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL such as http://localhost:4200' })
  .transform((url) => url.replace(/\/+$/, ''));
/** A JavaScript or TypeScript file, in any system's spelling. */
export const modulePath = z
  .string()
  .trim()
  .regex(/^(?![a-z][a-z0-9+.-]+:).+\.[cm]?[jt]sx?$/i)
  .transform((file) => file.replaceAll('\\', '/'));
export const name = z.string().trim().min(1);

/** `A, B` → its names. */
export function names(text: string): string[] {
  return text
    .split(/[,;\s]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

export const NO_USER = { error: 'must name no user and no password: it is shown and written into results' };

/** Of an address, or of `embedded`. */
export function namesNoUser(target: string): boolean {
  if (!URL.canParse(target)) return true;
  const { username, password } = new URL(target);
  return username === '' && password === '';
}
