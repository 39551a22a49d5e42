/** One turn at a time: a second message to the same session is refused, another session's waits in line. */
import type { ToolFaults } from './recorder.ts';
import type { TurnRunner } from './turn.ts';

const SAME_SESSION = 'A chat request is already in progress for this session. Please wait for it to finish.';
const TOO_BUSY = 'The server is busy processing other chat requests. Please try again in a few moments.';
const WAIT_MS = 60_000;

export class TurnQueue {
  readonly #runner: TurnRunner;
  readonly #waitMs: number;
  readonly #sessions = new Set<string>();
  #tail: Promise<unknown> = Promise.resolve();

  constructor(runner: TurnRunner, waitMs = WAIT_MS) {
    this.#runner = runner;
    this.#waitMs = waitMs;
  }

  /** Has tools fail in the session's next turn. */
  failTools(sessionId: string, faults: ToolFaults): void {
    this.#runner.failTools(sessionId, faults);
  }

  async send(sessionId: string, message: string): Promise<Record<string, unknown>> {
    if (this.#sessions.has(sessionId)) return { status: 'error', detail: SAME_SESSION };
    this.#sessions.add(sessionId);
    try {
      const before = this.#tail;
      const release = gate();
      this.#tail = before.then(async () => release.passed);
      const turnIsOurs = await within(before, this.#waitMs);
      if (!turnIsOurs) {
        release.open();
        return { status: 'error', detail: TOO_BUSY };
      }
      try {
        return { ...(await this.#runner.run(sessionId, message)) };
      } finally {
        release.open();
      }
    } finally {
      this.#sessions.delete(sessionId);
    }
  }
}

function gate(): { passed: Promise<void>; open: () => void } {
  const opener: { open?: () => void } = {};
  const passed = new Promise<void>((resolve) => {
    opener.open = resolve;
  });
  return { passed, open: () => opener.open?.() };
}

async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
