/** A session over the agent's MCP server: what an agent on another machine tells of it. Messages come cut. */
import { z } from 'zod';
import { AgentUiError } from '../agents/contract.ts';
import { CaptureError, type RecordedDocument, type RecordedSession } from './recorded-session.ts';
import { usedTools } from './tool-names.ts';

/** Calls a tool of the server and gives its JSON answer; throws AgentUiError. */
export type AskTool = (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<unknown>;

const text = z.string().nullable().catch(null);

const sessionSchema = z.object({
  id: z.string(),
  title: text,
  agent_type: text,
  model: text,
  created_at: text,
  last_run_status: text,
  document_ids: z.array(z.string()).nullable().catch(null),
});
const messagesSchema = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.string().catch(''),
      agent_steps: z.unknown().optional(),
      stats: z
        .object({ output_tokens: z.number().nullable().catch(null) })
        .nullable()
        .catch(null),
    }),
  ),
});
const documentsSchema = z.object({
  documents: z.array(z.object({ id: z.string(), filename: z.string().catch(''), filepath: text })),
});

/** @throws CaptureError when the agent does not have the session or answers in a form no version has. */
export async function readFromAgent(ask: AskTool, sessionId: string): Promise<RecordedSession> {
  const session = parse('get_session', sessionSchema, await answer(ask, 'get_session', sessionId));
  const { messages } = parse('get_messages', messagesSchema, await answer(ask, 'get_messages', sessionId));
  return {
    id: sessionId,
    title: session.title,
    agent_type: session.agent_type,
    model: session.model,
    createdAt: session.created_at,
    running: false,
    lastTurnFailed: session.last_run_status === 'failed',
    messages: messages.map(({ role, content, agent_steps, stats }) => ({
      role,
      content,
      ...usedTools(agent_steps, null),
      at: null,
      outputTokens: stats?.output_tokens ?? null,
    })),
    documents: session.document_ids === null ? null : await documentsOf(ask, session.document_ids),
    joinsFollowUps: session.last_run_status !== null,
    source: 'mcp',
  };
}

async function documentsOf(ask: AskTool, ids: readonly string[]): Promise<readonly RecordedDocument[]> {
  if (ids.length === 0) return [];
  const { documents } = parse('list_documents', documentsSchema, await answer(ask, 'list_documents'));
  return documents
    .filter(({ id }) => ids.includes(id))
    .map(({ filename, filepath }) => ({ filename, filepath, sha256: null, attachedAt: null }));
}

async function answer(ask: AskTool, tool: string, sessionId?: string): Promise<unknown> {
  try {
    return await ask(tool, sessionId === undefined ? {} : { session_id: sessionId });
  } catch (error) {
    if (!(error instanceof AgentUiError) || error.kind !== 'refused') throw error;
    throw new CaptureError(`The agent gives no session ${sessionId ?? ''}: ${error.message}`, {
      cause: error,
    });
  }
}

function parse<T>(tool: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CaptureError(
    `The agent's answer to ${tool} has no form we know: ${z.prettifyError(parsed.error)}`,
  );
}
