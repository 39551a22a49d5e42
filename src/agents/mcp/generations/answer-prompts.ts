/** Answers what the agent asks in the middle of a turn, by the policy, and keeps a record of it. */
import { AgentUiError, type CallOptions, type PromptPolicy } from '../../contract.ts';
import type { Prompt } from '../../../conversation.ts';
import type { ToolCaller } from '../tool-caller.ts';
import { promptText } from './prompt-text.ts';
import type { PendingPrompt, PendingQuestion, TurnState } from './turn-schemas.ts';

/** What `decline` says to a question that takes any text. */
export const DECLINED = 'No answer. Go on without it, or say what you would need to know.';

export interface PromptDesk {
  /** Answers what `turn` has pending, each prompt once; false when there was nothing new to answer. */
  answer(turn: TurnState, options: CallOptions & { readonly timeoutMs: number }): Promise<boolean>;
  /** In the order they came up. */
  asked(): readonly Prompt[];
}

export function promptDesk(call: ToolCaller, sessionId: string, policy: PromptPolicy): PromptDesk {
  const asked = new Map<string, Prompt>();

  /** An answer that comes too late or was given elsewhere changes nothing: the turn goes on. */
  const record = async (id: string, prompt: Prompt, answer: () => Promise<unknown>): Promise<void> => {
    asked.set(id, prompt);
    try {
      await answer();
    } catch (error) {
      if (!(error instanceof AgentUiError) || (error.kind !== 'refused' && error.kind !== 'crashed'))
        throw error;
      asked.set(id, { ...prompt, decision: 'expired', answer: null });
    }
  };

  const permission = async (prompt: PendingPrompt, options: CallOptions & { timeoutMs: number }) => {
    const isAllowed = policy.permissions === 'allow';
    const args = {
      session_id: sessionId,
      confirm_id: prompt.confirm_id,
      decision: isAllowed ? 'allow_once' : 'deny',
    };
    const text = promptText(prompt.tool || 'a tool', prompt.args_summary);
    const decision = isAllowed ? 'allowed' : 'denied';
    await record(prompt.confirm_id, { kind: 'permission', text, decision, answer: null }, () =>
      call('answer_prompt', args, options),
    );
  };

  const question = async (pending: PendingQuestion, options: CallOptions & { timeoutMs: number }) => {
    const labels = pending.options.map(({ label, value }) => label || value).join(' | ');
    const said = { kind: 'question', text: promptText(pending.question, labels) } as const;
    const value = answerTo(pending, policy);
    if (value === null) {
      // It takes none of our words: unanswered, it runs out by itself.
      asked.set(pending.request_id, { ...said, decision: 'expired', answer: null });
      return;
    }
    const decision = policy.questions === 'decline' ? 'declined' : 'answered';
    const args = { session_id: sessionId, request_id: pending.request_id, value };
    await record(pending.request_id, { ...said, decision, answer: value }, () =>
      call('answer_question', args, options),
    );
  };

  return {
    asked: () => [...asked.values()],
    async answer({ pending_prompt, pending_question }, options) {
      if (pending_prompt && !asked.has(pending_prompt.confirm_id)) {
        await permission(pending_prompt, options);
        return true;
      }
      if (pending_question && !asked.has(pending_question.request_id)) {
        await question(pending_question, options);
        return true;
      }
      return false;
    },
  };
}

/** The option that the policy's text names, else the text itself where any is taken, else null. */
function answerTo({ options, allow_free_text }: PendingQuestion, { questions }: PromptPolicy): string | null {
  if (questions === 'decline') return allow_free_text ? DECLINED : null;
  const wanted = questions.trim().toLowerCase();
  const option = options.find(
    ({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
  );
  return option?.value ?? (allow_free_text ? questions : null);
}
