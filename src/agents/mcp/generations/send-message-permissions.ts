/**
 * Permission prompts of the Agent UI 0.18 to 0.22. No tool shows or answers them: the backend waits 60 s for
 * `POST /api/chat/confirm-tool`, then takes it for a no. An approval that arrives while nothing is asked has no effect.
 */
import type { BackendHttp } from '../backend-http.ts';
import type { PromptPolicy } from '../../contract.ts';
import type { Prompt, ToolCall } from '../../../conversation.ts';
import { promptText } from './prompt-text.ts';

const APPROVE_EVERY_MS = 500;
const APPROVAL_TIMEOUT_MS = 5_000;

/** The tools that those versions never run without asking. Others that ask (mail, calendar) go unrecorded when allowed. */
const ASKING_TOOLS = new Set([
  'run_shell_command',
  'run_cli_command',
  'write_file',
  'write_python_file',
  'edit_file',
  'edit_python_file',
  'write_markdown_file',
  'replace_function',
]);

const DENIED = /^denied: Tool '[^']*' was denied by the user/;

/** Says yes again and again until `turn` has ended, since nothing tells when something is asked. */
export async function approvingMeanwhile<T>(
  http: BackendHttp,
  sessionId: string,
  turn: () => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const approve = (): void => {
    http
      .send(
        'POST',
        '/api/chat/confirm-tool',
        { session_id: sessionId, approved: true },
        { timeoutMs: APPROVAL_TIMEOUT_MS, signal: over.signal },
      )
      .catch(() => undefined); // 404 while the turn has not begun; unanswered prompts expire
  };
  const timer = setInterval(approve, APPROVE_EVERY_MS);
  try {
    return await turn();
  } finally {
    clearInterval(timer);
    over.abort();
  }
}

/** What must have been asked, read off the calls: these versions report no prompt. */
export function permissionsAsked(calls: readonly ToolCall[], policy: PromptPolicy): Prompt[] {
  return calls.flatMap((call): Prompt[] => {
    const isDenied = DENIED.test(call.summary);
    const isAllowed = policy.permissions === 'allow' && ASKING_TOOLS.has(call.tool);
    if (!isDenied && !isAllowed) return [];
    const decision = isDenied ? 'expired' : 'allowed';
    return [{ kind: 'permission', text: promptText(call.tool, call.arguments), decision, answer: null }];
  });
}
