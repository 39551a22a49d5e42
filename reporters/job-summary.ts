/** The summary on a GitHub job's page (I/O): `$GITHUB_STEP_SUMMARY` names a file to append to. */
import { appendFile } from 'node:fs/promises';
import { messageOf } from '../src/message-of.ts';
import { maskKnownSecrets } from '../src/redact.ts';
import { cap } from './plain-text.ts';

/** Bytes that GitHub takes of one step are 1 MiB; a character has up to three, and others write there too. */
const MAX_LENGTH = 250_000;

/** Does nothing outside GitHub. A page that cannot be written changes no result: the reason is returned, or null. */
export async function writeJobSummary(
  parts: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (!file) return null;
  const text = cap(parts.filter((part) => part !== '').join('\n'), MAX_LENGTH);
  try {
    await appendFile(file, maskKnownSecrets(`\n${text}\n`));
    return null;
  } catch (error) {
    return `the job summary could not be written: ${messageOf(error)}`;
  }
}
