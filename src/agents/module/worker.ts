/**
 * The thread of a user's agent: loads the file through Vite, so that TypeScript and aliases work, and calls its functions.
 * It may loop for ever or exit: the main thread watches it.
 */
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type * as ViteRunner from 'vite/module-runner';
import type { AgentDefinition, AgentDocument } from './define-agent.ts';
import type { AgentRequest, SentDocument, Thrown, ToWorker, WorkerOptions } from './protocol.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread.');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what module-thread.ts has put there
const options = workerData as WorkerOptions;

type Agent = AgentDefinition<unknown>;

interface Conversation {
  state: unknown;
  readonly history: { role: 'user' | 'assistant'; content: string }[];
}

class Failure extends Error {
  readonly thrown: Thrown;
  constructor(where: Thrown['where'], error: unknown) {
    const { name, message, stack } =
      error instanceof Error ? error : { name: '', message: String(error), stack: '' };
    super(message);
    this.thrown = { where, name, message, stack: stack ?? '' };
  }
}

const conversations = new Map<string, Conversation>();
const underWay = new Map<number, AbortController>();
const invoked = new Map<number, (outcome: unknown) => void>();
let invocations = 0;
let loaded: Promise<Agent> | null = null;

function agent(): Promise<Agent> {
  return (loaded ??= load().catch((error: unknown) => {
    throw new Failure('load', error);
  }));
}

async function load(): Promise<Agent> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module that this path names
  const vite = (await import(pathToFileURL(options.runner).href)) as typeof ViteRunner;
  const runner = new vite.ModuleRunner(
    {
      hmr: false,
      transport: {
        invoke: async (payload) => {
          const id = (invocations += 1);
          const answered = new Promise<unknown>((resolve) => invoked.set(id, resolve));
          port?.postMessage({ kind: 'invoke', id, payload });
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Vite's own server answers it
          return (await answered) as { result: unknown };
        },
      },
    },
    new vite.ESModulesEvaluator(),
  );
  const module: unknown = await runner.import(options.file);
  const found: unknown =
    typeof module === 'object' && module !== null ? Reflect.get(module, 'default') : undefined;
  if (typeof found !== 'object' || found === null || typeof Reflect.get(found, 'send') !== 'function') {
    throw new TypeError(
      'it has no agent: write `export default defineAgent({ async send(message) { … } })`, with defineAgent from ' +
        "'vitest-agent-eval/agent'",
    );
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its functions are called, and what they give is checked
  return found as Agent;
}

async function call<T>(where: Thrown['where'], run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new Failure(where, error);
  }
}

async function answer(request: AgentRequest, signal: AbortSignal): Promise<unknown> {
  const { name, model, open, ready, close, send } = await agent().then((each) => ({
    name: each.name,
    model: each.model,
    open: each.open?.bind(each),
    ready: each.ready?.bind(each),
    close: each.close?.bind(each),
    send: each.send.bind(each),
  }));
  if (request.do === 'describe') {
    return { name: name ?? null, model: model ?? null, takesDocuments: open !== undefined };
  }
  if (request.do === 'ready') return await call('ready', () => ready?.());
  const { session } = request;
  if (request.do === 'close') {
    const held = conversations.get(session);
    conversations.delete(session);
    return held === undefined ? null : await call('close', () => close?.(held.state));
  }
  const { message, documents } = request;
  const held = conversations.get(session) ?? (await begin(session, documents, open));
  const turn = { state: held.state, history: [...held.history], signal };
  const reply: unknown = await call('send', () => send(message, turn));
  held.history.push({ role: 'user', content: message }, { role: 'assistant', content: wordsOf(reply) });
  return reply;
}

async function begin(
  session: string,
  documents: readonly SentDocument[],
  open: Agent['open'],
): Promise<Conversation> {
  const given = { id: session, documents: documents.map(documentOf) };
  const state: unknown = await call('open', () => open?.(given));
  const held: Conversation = { state, history: [] };
  conversations.set(session, held);
  return held;
}

function documentOf(document: SentDocument): AgentDocument {
  return {
    ...document,
    async text() {
      // Readers of PDF and XLSX are slow to load, and many agents never read one.
      const { readFile } = await import('node:fs/promises');
      const { readDocumentText } = await import('../../documents/document-text.ts');
      return await readDocumentText(document.name, await readFile(document.path));
    },
  };
}

function wordsOf(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  const said: unknown = typeof reply === 'object' && reply !== null ? Reflect.get(reply, 'answer') : '';
  return typeof said === 'string' ? said : '';
}

async function perform(id: number, request: AgentRequest): Promise<void> {
  const controller = new AbortController();
  underWay.set(id, controller);
  try {
    const value = await answer(request, controller.signal);
    try {
      port?.postMessage({ kind: 'done', id, value });
    } catch (error) {
      throw new Failure('reply', error); // functions and the like can't be sent
    }
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure('send', error);
    port?.postMessage({ kind: 'threw', id, thrown: failure.thrown });
  } finally {
    underWay.delete(id);
  }
}

port.on('message', (message: ToWorker) => {
  if (message.kind === 'ask') void perform(message.id, message.request);
  else if (message.kind === 'abort')
    underWay.get(message.id)?.abort(new Error('The message is over its time.'));
  else if (message.kind === 'ping') port.postMessage({ kind: 'pong', id: message.id });
  else {
    invoked.get(message.id)?.(message.outcome);
    invoked.delete(message.id);
  }
});
