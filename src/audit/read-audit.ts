/** The audit that a run is given, from the file that `agent-eval audit --save` wrote. */
import { readFile } from 'node:fs/promises';
import { AuditError } from './audit-error.ts';
import { constraintsFrom } from './constraints.ts';
import { auditSchema } from './schema.ts';

/**
 * What its judge is told of the agent's architecture.
 * @throws AuditError when the file is missing or no audit: a run must not silently go without it.
 */
export async function readConstraints(file: string): Promise<readonly string[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? 'it is not JSON' : error instanceof Error ? error.message : '';
    throw new AuditError(
      `The audit ${file} cannot be read: ${reason}. Write one with: agent-eval audit --save`,
      {
        cause: error,
      },
    );
  }
  const parsed = auditSchema.safeParse(value);
  if (parsed.success) return constraintsFrom(parsed.data);
  throw new AuditError(`${file} is no audit of this version. Write it anew with: agent-eval audit --save`);
}
