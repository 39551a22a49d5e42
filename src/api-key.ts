/** The key for judge and simulator: no setting, so that it is shown and stored nowhere. */
import { SettingsError } from './settings.ts';

/** Characters: a shorter one is cut off, or no key at all. */
const SHORTEST_KEY = 8;

/**
 * The key for judge and simulator. Read where it is used, so that it never travels with the settings.
 * Throws {@link SettingsError} for one that can be none, in words that don't show it.
 */
export function anthropicApiKey(env: Readonly<Record<string, string | undefined>>): string | null {
  const key = env['ANTHROPIC_API_KEY']?.trim();
  if (!key) return null;
  if (/[^!-~]/.test(key)) {
    throw new SettingsError(
      'ANTHROPIC_API_KEY holds a line break, a space or another character that no key has, perhaps from pasting. Set it ' +
        'again, as one word.',
    );
  }
  if (key.length < SHORTEST_KEY) {
    throw new SettingsError(
      `ANTHROPIC_API_KEY has only ${key.length} characters, so it is no key. Set it again.`,
    );
  }
  return key;
}
