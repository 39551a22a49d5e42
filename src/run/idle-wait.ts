/** An agent works on after we have given a call up. The next call waits until it is idle again. */
import { AgentUiError, type AgentUi, type CallOptions } from '../agents/contract.ts';
import type { Clock } from '../waiting.ts';

export interface IdleWait {
  /** From now on the agent is busy with a call that was given up, until it says otherwise. */
  watch(): void;
  /**
   * Resolves when the agent is idle. Rejects with AgentUiError `down` when it is not within the patience, counted from
   * when it was given up, and `aborted` when the caller gives up.
   */
  whenIdle(options: CallOptions): Promise<void>;
}

/** One look at a busy agent: a look that gets lost on the way costs no more. */
const LOOK_MS = 60_000;
const LOOK_AGAIN_MS = 1_000;
const WHY = 'still busy with a call that was given up';

export function createIdleWait(
  agent: Pick<AgentUi, 'whenIdle'>,
  patienceMs: number,
  clock: Clock,
  down: (tool: string, why: string) => AgentUiError,
): IdleWait {
  let busy: { readonly since: number; readonly idle: Promise<void> } | null = null;
  return {
    watch() {
      if (busy !== null) return;
      const idle = idleAgain(agent, clock).finally(() => {
        busy = null;
      });
      busy = { since: clock.now(), idle };
    },
    async whenIdle(options) {
      if (busy === null) return;
      const { since, idle } = busy;
      const left = since + patienceMs - clock.now();
      if (left > 0) {
        options.onQueued?.({ for: 'agent', why: WHY, until: Date.now() + left });
        await firstOf(idle, left, clock, options.signal);
        if (options.signal?.aborted) {
          throw new AgentUiError('aborted', '', 'given up while the agent was busy with an earlier call');
        }
        if (busy === null) return;
      }
      throw down('', `the agent is ${WHY}; restart it`);
    },
  };
}

async function firstOf(
  event: Promise<void>,
  ms: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  await Promise.race([event, clock.sleep(ms, over.signal)]);
  signal?.removeEventListener('abort', end);
  end();
}

/** Resolves when the agent is idle, or gone: who has gone is busy with nothing. Never rejects. */
async function idleAgain(agent: Pick<AgentUi, 'whenIdle'>, clock: Clock): Promise<void> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other is the point
      await agent.whenIdle({ timeoutMs: LOOK_MS });
      return;
    } catch (error) {
      const isOver =
        !(error instanceof AgentUiError) || error.kind === 'unreachable' || error.kind === 'aborted';
      if (isOver) return;
      // oxlint-disable-next-line no-await-in-loop
      await clock.sleep(LOOK_AGAIN_MS);
    }
  }
}
