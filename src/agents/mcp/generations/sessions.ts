/** What all generations do alike: status, sessions, documents, transcript, memory. Only turns differ. */
import { AgentUiError, type AgentSession, type CallOptions } from '../../contract.ts';
import { parseAnswer } from './answer.ts';
import type { DrivenAgentUi, GenerationContext } from './generation.ts';
import { indexDocument } from './index-document.ts';
import { prepareMemory } from './memory.ts';
import { messagesSchema, sessionSchema, statusSchema } from './schemas.ts';

/** The tools that {@link sessionsOf} calls. */
export const SESSION_TOOLS = [
  'system_status',
  'create_session',
  'get_session',
  'delete_session',
  'index_document',
  'list_documents',
  'get_messages',
] as const;

/** The agents' words for a session that they do not know. */
const NOT_THERE = /not found|no such session|unknown session|does not exist/i;

export function sessionsOf(context: GenerationContext): Omit<DrivenAgentUi, 'sendMessage' | 'whenIdle'> {
  const { call, timeouts, pollMs, device } = context;
  const quick = { timeoutMs: timeouts.call };
  const session = async (...[tool, args, options]: Parameters<typeof call>): Promise<AgentSession> =>
    parseAnswer(tool, sessionSchema, await call(tool, args, options));
  const deleteSession = async (id: string, options?: CallOptions): Promise<void> => {
    try {
      await call('delete_session', { session_id: id }, { ...quick, ...options });
    } catch (error) {
      const isGone =
        error instanceof AgentUiError && error.kind === 'refused' && NOT_THERE.test(error.message);
      if (!isGone) throw error;
    }
  };
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
    async createSession({ title, agentType }, options) {
      const created = await session(
        'create_session',
        { title, ...(agentType !== undefined && { agent_type: agentType }) },
        { ...quick, ...options },
      );
      if (device === undefined || created.device === device) return created;
      try {
        return await moveTo(device, created, context, { ...quick, ...options });
      } catch (error) {
        await deleteSession(created.id).catch(() => undefined); // nobody else knows of it
        throw error;
      }
    },
    getSession: (id, options) => session('get_session', { session_id: id }, { ...quick, ...options }),
    deleteSession,
    indexDocument: (input, options) =>
      indexDocument(call, input, { timeoutMs: timeouts.index, pollMs, ...options }),
    async getMessages(id, options) {
      const answer = await call('get_messages', { session_id: id }, { ...quick, ...options });
      return parseAnswer('get_messages', messagesSchema, answer).messages;
    },
    prepareMemory: (wish, options) => prepareMemory(call, wish, { ...quick, ...options }),
  };
}

/** No tool chooses the device: the backend does over HTTP, and picks the model that belongs to it. */
async function moveTo(
  device: string,
  { id }: AgentSession,
  { http }: GenerationContext,
  options: CallOptions & { readonly timeoutMs: number },
): Promise<AgentSession> {
  const path = `/api/sessions/${encodeURIComponent(id)}`;
  const answer = await http.send('PUT', path, { device }, options);
  const moved = parseAnswer(`PUT ${path}`, sessionSchema, answer);
  if (moved.device === device) return moved;
  throw new AgentUiError(
    'refused',
    `PUT ${path}`,
    `the session can't be moved to device "${device}" (AGENT_EVAL_DEVICE): it says ${moved.device ?? 'nothing of devices'}.`,
  );
}
