/** What the agent asked, in one line that fits a trace. */

const KEPT_CHARS = 500;

/** `details` are a tool's arguments or the options of a question, as the agent words them. */
export function promptText(what: string, details: string | null): string {
  const text = details ? `${what}: ${details}` : what;
  return text.length > KEPT_CHARS ? `${text.slice(0, KEPT_CHARS)}…` : text;
}
