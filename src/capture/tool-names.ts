/** Which tools a stored answer used, in the two forms that the Agent UI stores. */
import { z } from 'zod';

export interface UsedTools {
  readonly tools: readonly string[];
  readonly calls: number;
}

/** The backend's own loading of documents, which the agent did not choose. */
const BACKENDS_OWN: ReadonlySet<string> = new Set(['index_documents']);
/** What a tool may be called; anything else is no name but text of the session. */
const NAME = /^[A-Za-z][\w.:/-]{0,99}$/;

const stepsSchema = z.array(
  z.looseObject({ tool: z.string().nullish(), type: z.string().nullish(), success: z.boolean().nullish() }),
);
const modelMessagesSchema = z.array(
  z.looseObject({
    tool_calls: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).nullish(),
  }),
);

/**
 * From the steps (`agent_steps`), or where there are none from the model's own messages (`model_messages`, 0.25).
 * What is no JSON of that form counts as nothing.
 */
export function usedTools(agentSteps: unknown, modelMessages: unknown): UsedTools {
  const steps = stepsSchema.safeParse(agentSteps);
  const messages = modelMessagesSchema.safeParse(modelMessages);
  const fromSteps = steps.success
    ? steps.data.flatMap(({ tool, success }) => (tool ? [{ tool, ok: success !== false }] : []))
    : [];
  const called =
    fromSteps.length > 0 || !messages.success
      ? fromSteps
      : messages.data.flatMap(({ tool_calls }) =>
          (tool_calls ?? []).map((call) => ({ tool: call.function.name, ok: true })),
        );
  const own = called.filter(({ tool }) => NAME.test(tool) && !BACKENDS_OWN.has(tool));
  return { tools: [...new Set(own.flatMap(({ tool, ok }) => (ok ? [tool] : [])))], calls: own.length };
}

/** A column of JSON text. */
export function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
