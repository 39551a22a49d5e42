/** The tools of the Agent UI 0.18 to 0.22: one blocking `send_message` per turn. */
import { AgentUiError } from '../../contract.ts';
import { failedTurn } from '../failed-turn.ts';
import { toolCalls } from '../tool-calls.ts';
import { parseAnswer } from './answer.ts';
import type { DrivenAgentUi, Generation, GenerationContext } from './generation.ts';
import { replySchema } from './schemas.ts';
import { approvingMeanwhile, permissionsAsked } from './send-message-permissions.ts';
import { SESSION_TOOLS, sessionsOf } from './sessions.ts';

export const sendMessageGeneration: Generation = {
  name: 'send-message',
  needs: [...SESSION_TOOLS, 'send_message'],
  answersMeanwhile: false,
  create(context: GenerationContext): DrivenAgentUi {
    const { call, timeouts, policy } = context;
    return {
      ...sessionsOf(context),
      async sendMessage({ sessionId, message }, options) {
        const limit = { timeoutMs: timeouts.message, ...options };
        const send = () => call('send_message', { session_id: sessionId, message }, limit);
        const answer = await (policy.permissions === 'allow'
          ? approvingMeanwhile(context.http, sessionId, send)
          : send());
        const reply = parseAnswer('send_message', replySchema, answer);
        const calls = toolCalls(reply.agent_steps, reply.event_log);
        const failure = failedTurn({
          content: reply.content,
          steps: calls.length,
          eventLog: reply.event_log,
          stats: reply.stats,
        });
        if (failure !== null) {
          throw new AgentUiError(
            'failed_turn',
            'send_message',
            `The agent could not take its turn and said: ${failure}`,
          );
        }
        const prompts = permissionsAsked(calls, policy);
        return {
          agent_response: reply.content,
          tool_calls: calls,
          ...(prompts.length > 0 && { prompts }),
          stats: reply.stats,
        };
      },
      // These servers handle one call at a time: any answer means that the turn is over.
      async whenIdle(options) {
        await call('system_status', {}, { timeoutMs: timeouts.message, ...options });
      },
    };
  },
};
