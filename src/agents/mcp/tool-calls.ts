/** Which tools the agent called in a turn: its steps, and their arguments as its event log words them. */
import type { ToolCall } from '../../conversation.ts';

/** A step as the agent reports it; a shell command has the last four fields. */
export interface AgentStep {
  readonly tool: string;
  readonly success: boolean;
  readonly summary: string;
  readonly command: string | null;
  readonly stdout: string | null;
  readonly stderr: string | null;
  readonly exit_code: number | null;
}

/** The backend's own loading of the session's documents, at its first turn and again for each broken document. */
export const BACKEND_STEP = 'index_documents';

const TOOL_LINE = /^\[tool\] (\S+)/;
const ARGUMENTS_LINE = /^ {2}args: /;

/** Steps and log name the calls in the same order; a call the log does not show has no arguments. */
export function toolCalls(steps: readonly AgentStep[], eventLog: readonly string[]): ToolCall[] {
  const logged = loggedCalls(eventLog);
  let from = 0;
  const calls: ToolCall[] = [];
  for (const step of steps) {
    const at = logged.findIndex((call, index) => index >= from && call.tool === step.tool);
    if (at !== -1) from = at + 1;
    if (step.tool === BACKEND_STEP) continue;
    const logArguments = logged[at]?.arguments ?? null;
    calls.push({
      tool: step.tool,
      arguments: logArguments ?? (step.command === null ? null : `command: ${step.command}`),
      success: step.success,
      summary: summaryOf(step),
    });
  }
  return calls;
}

function loggedCalls(eventLog: readonly string[]): { tool: string; arguments: string | null }[] {
  const calls: { tool: string; arguments: string | null }[] = [];
  for (const line of eventLog) {
    const tool = TOOL_LINE.exec(line)?.[1];
    const last = calls.at(-1);
    if (tool !== undefined) calls.push({ tool, arguments: null });
    else if (last && last.arguments === null && ARGUMENTS_LINE.test(line))
      last.arguments = line.replace(ARGUMENTS_LINE, '');
  }
  return calls;
}

/** A shell step's output is the only place where a judge can see what the command said. */
function summaryOf(step: AgentStep): string {
  const parts = [step.summary];
  if (step.exit_code !== null) parts.push(`exit code: ${step.exit_code}`);
  const stdout = step.stdout?.trim();
  if (stdout && stdout !== step.summary.trim()) parts.push(`stdout: ${stdout}`);
  const stderr = step.stderr?.trim();
  if (stderr) parts.push(`stderr: ${stderr}`);
  return parts.filter((part) => part !== '').join('\n');
}
