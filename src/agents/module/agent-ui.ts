/** A user's own agent, spoken to as any other: what it has no word for is answered here or refused. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { placeInStack } from '../../place-in-stack.ts';
import {
  AgentUiError,
  type AgentReply,
  type AgentSession,
  type AgentUi,
  type CallOptions,
  type DocumentToIndex,
  type IndexedDocument,
  type StoredMessage,
} from '../contract.ts';
import { createModuleThread, type ModuleThread } from './module-thread.ts';
import { ThrownError, type ModuleSource } from './worker-thread.ts';
import {
  descriptionSchema,
  type AgentRequest,
  type Description,
  type SentDocument,
  type Thrown,
} from './protocol.ts';
import { readAgentReply } from './reply.ts';

export interface ModuleAgentOptions {
  readonly source: ModuleSource;
  /** The user's file, absolute. */
  readonly file: string;
  /** The project's folder: places in errors are relative to it. */
  readonly root: string;
  /** Changes with the content of what the file is made of; null when that is not known. */
  readonly version: () => Promise<string | null>;
  /** Milliseconds that a hung thread is waited for. */
  readonly graceMs?: number | undefined;
}

export interface ModuleAgent extends AgentUi {
  /** What the file says of itself. Throws as every call does. */
  describe(): Promise<Description>;
  close(): Promise<void>;
}

/** Milliseconds for what a user's agent does beside answering: loading its file, opening, closing. */
const USUAL_MS = 60_000;

interface Session {
  readonly about: AgentSession;
  readonly documents: SentDocument[];
  readonly messages: StoredMessage[];
  /** Of the thread that holds the conversation; null before the first message. */
  generation: number | null;
}

export function createModuleAgent(options: ModuleAgentOptions): ModuleAgent {
  const { source, file, root, graceMs } = options;
  const thread = createModuleThread({ source, file, ...(graceMs === undefined ? {} : { graceMs }) });
  const sessions = new Map<string, Session>();
  const ask = asker(thread, root, path.relative(root, file).split(path.sep).join('/'));
  let described: Promise<Description> | null = null;
  const describe = async () => {
    described ??= ask({ do: 'describe' }, 'connect').then((value) => descriptionSchema.parse(value));
    described.catch(() => void (described = null));
    return await described;
  };
  const held = (id: string, tool: string): Session => {
    const session = sessions.get(id);
    if (session !== undefined) return session;
    throw new AgentUiError('refused', tool, `Session ${id} not found`);
  };
  const lacks = (tool: string, what: string) => (): Promise<never> =>
    Promise.reject(new AgentUiError('refused', tool, `an agent of one's own has no ${what}`));

  return {
    describe,
    async status(callOptions) {
      const { model } = await describe();
      await ask({ do: 'ready' }, 'system_status', callOptions);
      return { version: await options.version(), model, model_server_running: null, init_state: null };
    },
    async createSession({ agentType }) {
      const { model } = await describe();
      const id = randomUUID();
      const about = { id, agent_type: agentType ?? null, model, effective_model: null, device: null };
      sessions.set(id, { about, documents: [], messages: [], generation: null });
      return about;
    },
    getSession: async (id) => held(id, 'get_session').about,
    async deleteSession(id, callOptions) {
      const session = sessions.get(id);
      sessions.delete(id);
      if (session?.generation !== thread.generation()) return; // its thread is gone, or it was never begun
      await ask({ do: 'close', session: id }, 'delete_session', callOptions);
    },
    async indexDocument(input) {
      const session = held(input.sessionId, 'index_document');
      const { takesDocuments } = await describe();
      return giveDocument(session, input, takesDocuments);
    },
    sendMessage: async ({ sessionId, message }, callOptions) =>
      await converse(held(sessionId, 'send_message'), message, { ask, thread, callOptions }),
    getMessages: async (id) => held(id, 'get_messages').messages,
    // What was given up has been told so, and a thread that hung is ended.
    whenIdle: async () => {},
    prepareMemory: lacks('memory', 'memory that can be set'),
    failTools: lacks('fail_tools', 'tools that can be told to fail'),
    look: lacks('look', 'tools to look things up with'),
    close: () => thread.close(),
  };
}

/** Notes a document for the conversation, which is given all of them when it begins. */
function giveDocument(
  { documents, generation }: Session,
  { path: file, sessionId, id }: DocumentToIndex,
  takesDocuments: boolean,
): IndexedDocument {
  const refuse = (why: string) => new AgentUiError('refused', 'index_document', why);
  if (!takesDocuments) throw refuse('the agent takes no documents');
  if (generation !== null) throw refuse('the conversation has begun, and open() was given its documents');
  const name = path.basename(file);
  documents.push({ id: id ?? name, name, path: file });
  return {
    id: id ?? name,
    filename: name,
    chunk_count: null,
    indexing_status: 'complete',
    linked_to_session: sessionId,
    last_error: null,
  };
}

interface Conversing {
  readonly ask: ReturnType<typeof asker>;
  readonly thread: ModuleThread;
  readonly callOptions: CallOptions | undefined;
}

async function converse(
  session: Session,
  message: string,
  { ask, thread, callOptions }: Conversing,
): Promise<AgentReply> {
  const { about, documents, messages, generation } = session;
  if (generation !== null && generation !== thread.generation()) {
    const why = `Session ${about.id} not found: the agent's thread was started anew`;
    throw new AgentUiError('refused', 'send_message', why);
  }
  const asked = ask({ do: 'send', session: about.id, message, documents }, 'send_message', callOptions);
  callOptions?.onSent?.();
  const reply = await asked.finally(() => (session.generation = thread.generation()));
  const read = readAgentReply(reply);
  if (!read.ok) throw new AgentUiError('malformed', 'send_message', read.problem);
  messages.push(
    { role: 'user', content: message },
    { role: 'assistant', content: read.reply.agent_response },
  );
  return read.reply;
}

function asker(thread: ModuleThread, root: string, file: string) {
  return async (
    request: AgentRequest,
    tool: string,
    { timeoutMs, signal }: CallOptions = {},
  ): Promise<unknown> => {
    try {
      return await thread.ask(request, { tool, timeoutMs: timeoutMs ?? USUAL_MS, signal });
    } catch (error) {
      if (!(error instanceof ThrownError)) throw error;
      // The stack is another thread's and for its reader: what it says of the user's file is in the message.
      throw new AgentUiError(
        error.thrown.where === 'reply' ? 'malformed' : 'crashed',
        tool,
        words(error.thrown, root, file),
      );
    }
  };
}

function words({ where, name, message, stack }: Thrown, root: string, file: string): string {
  const what = name === '' || name === 'Error' ? message : `${name}: ${message}`;
  const place = placeInStack(stack, root);
  if (where === 'load') return `${file} cannot be loaded: ${what}${place === null ? '' : ` (${place})`}`;
  if (where === 'reply') return `send() in ${file} returned what cannot be passed on: ${what}`;
  return `${where}() threw ${what} (${place ?? file})`;
}
