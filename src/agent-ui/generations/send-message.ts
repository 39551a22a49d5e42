/** The tools of the Agent UI 0.18 to 0.22: one blocking `send_message` per turn. */
import { AgentUiError, type AgentSession, type AgentUi } from '../contract.ts';
import { failedTurn } from '../failed-turn.ts';
import { toolCalls } from '../tool-calls.ts';
import { parseAnswer } from './answer.ts';
import type { Generation, GenerationContext } from './generation.ts';
import { indexDocument } from './index-document.ts';
import { prepareMemory } from './memory.ts';
import { messagesSchema, replySchema, sessionSchema, statusSchema } from './schemas.ts';

export const sendMessageGeneration: Generation = {
  name: 'send-message',
  needs: [
    'system_status',
    'create_session',
    'get_session',
    'delete_session',
    'index_document',
    'list_documents',
    'send_message',
    'get_messages',
  ],
  create: ({ call, timeouts, pollMs }: GenerationContext): AgentUi => {
    const quick = { timeoutMs: timeouts.call };
    const session = async (...[tool, args, options]: Parameters<typeof call>): Promise<AgentSession> =>
      parseAnswer(tool, sessionSchema, await call(tool, args, options));
    return {
      async status(options) {
        const answer = await call('system_status', {}, { ...quick, ...options });
        const { lemonade_running, model_loaded, ...status } = parseAnswer(
          'system_status',
          statusSchema,
          answer,
        );
        return { ...status, model_server_running: lemonade_running, model: model_loaded };
      },
      createSession: ({ title, agentType }, options) =>
        session(
          'create_session',
          { title, ...(agentType !== undefined && { agent_type: agentType }) },
          { ...quick, ...options },
        ),
      getSession: (id, options) => session('get_session', { session_id: id }, { ...quick, ...options }),
      async deleteSession(id, options) {
        try {
          await call('delete_session', { session_id: id }, { ...quick, ...options });
        } catch (error) {
          const isGone =
            error instanceof AgentUiError && error.kind === 'refused' && /not found/i.test(error.message);
          if (!isGone) throw error;
        }
      },
      indexDocument: (input, options) =>
        indexDocument(call, input, { timeoutMs: timeouts.index, pollMs, ...options }),
      async sendMessage({ sessionId, message }, options) {
        const limit = { timeoutMs: timeouts.message, ...options };
        const answer = await call('send_message', { session_id: sessionId, message }, limit);
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
        return { agent_response: reply.content, tool_calls: calls, stats: reply.stats };
      },
      async getMessages(id, options) {
        const answer = await call('get_messages', { session_id: id }, { ...quick, ...options });
        return parseAnswer('get_messages', messagesSchema, answer).messages;
      },
      // These servers handle one call at a time: any answer means that the turn is over.
      async whenIdle(options) {
        await call('system_status', {}, { timeoutMs: timeouts.message, ...options });
      },
      prepareMemory: (wish, options) => prepareMemory(call, wish, { ...quick, ...options }),
    };
  },
};
