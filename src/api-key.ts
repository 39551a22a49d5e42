/** Keys of models: no settings, so that they are shown and stored nowhere. Read where they are used. */
import { noteSecret } from './redact.ts';
import { SettingsError } from './settings.ts';

/** Characters: a shorter one is cut off, or no key at all. */
const SHORTEST_KEY = 8;

/**
 * The key in the variable `name`; null when it is not set. Throws {@link SettingsError} for one that can be none, in words
 * that don't show it.
 */
export function readKey(env: Readonly<Record<string, string | undefined>>, name: string): string | null {
  const key = env[name]?.trim();
  if (!key) return null;
  if (/[^!-~]/.test(key)) {
    throw new SettingsError(
      `${name} holds a line break, a space or another character that no key has, perhaps from pasting. Set it again, as ` +
        'one word.',
    );
  }
  if (key.length < SHORTEST_KEY) {
    throw new SettingsError(`${name} has only ${key.length} characters, so it is no key. Set it again.`);
  }
  noteSecret(key);
  return key;
}
