/** From a tool's answer to a value of our own, or an error that says what was not as promised. */
import type { z } from 'zod';
import { AgentUiError } from '../../contract.ts';

/** Throws AgentUiError `malformed`. */
export function parseAnswer<T extends z.ZodType>(tool: string, schema: T, answer: unknown): z.output<T> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`,
  );
  throw new AgentUiError(
    'malformed',
    tool,
    `${tool} answered in a shape we do not know: ${problems.slice(0, 3).join('; ')}`,
    {
      cause: parsed.error,
    },
  );
}
