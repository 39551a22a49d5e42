/** The user's agent, in a thread that is started when it is needed, and again when it ended or hangs. */
import { AgentUiError } from '../contract.ts';
import type { AgentRequest } from './protocol.ts';
import { WorkerThread, type ModuleSource, type Question } from './worker-thread.ts';

export interface ModuleThreadOptions {
  readonly source: ModuleSource;
  /** The user's file, absolute. */
  readonly file: string;
  /** Milliseconds that a hung event loop is waited for before the thread is ended. Default 2,000. */
  readonly graceMs?: number;
}

export interface ThreadCall {
  /** Stands in errors. */
  readonly tool: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ModuleThread {
  /** Throws `ThrownError` for what the user's code threw, AgentUiError `timeout`, `aborted` or `unreachable` otherwise. */
  ask(request: AgentRequest, call: ThreadCall): Promise<unknown>;
  /** How often it was started: what it held before is gone. */
  generation(): number;
  close(): Promise<void>;
}

const GRACE_MS = 2_000;
const LONGEST_MS = 2 ** 31 - 1;

export function createModuleThread({ source, file, graceMs = GRACE_MS }: ModuleThreadOptions): ModuleThread {
  let running: WorkerThread | null = null;
  let generations = 0;
  let closed = false;
  /** Whether the thread hangs is being found out. */
  let checking: Promise<void> = Promise.resolve();

  function start(): WorkerThread {
    generations += 1;
    const own = generations;
    return new WorkerThread(source, file, () => {
      if (own === generations) running = null;
    });
  }

  return {
    generation: () => generations,
    async ask(request, { tool, timeoutMs, signal }) {
      if (closed) throw new AgentUiError('aborted', tool, 'the run was ended');
      if (signal?.aborted) throw new AgentUiError('aborted', tool, 'given up before it was asked');
      // A thread that hangs would take the question and be ended over it.
      await checking;
      const thread = (running ??= start());
      const onGivenUp = () => {
        checking = thread.endIfHung(graceMs);
      };
      return await withinTime(thread.ask(request, tool), { tool, timeoutMs, signal }, onGivenUp);
    },
    async close() {
      closed = true;
      await running?.end();
    },
  };
}

/** The answer, unless the time is over or the caller gives up first. */
async function withinTime(
  question: Question,
  { tool, timeoutMs, signal }: ThreadCall,
  onGivenUp: () => void,
): Promise<unknown> {
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    const end = (kind: 'timeout' | 'aborted', words: string) => {
      if (!question.giveUp()) return;
      onGivenUp();
      reject(new AgentUiError(kind, tool, words));
    };
    const words = `the agent gave no answer within ${timeoutMs / 1000} s`;
    const timer = setTimeout(() => end('timeout', words), Math.min(timeoutMs, LONGEST_MS));
    const onAbort = () => end('aborted', 'given up');
    signal?.addEventListener('abort', onAbort, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
  });
  try {
    return await Promise.race([question.answer, late]);
  } finally {
    stop();
  }
}
