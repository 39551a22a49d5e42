/**
 * Ctrl-C in `vitest run`. Vitest's own listeners exit at once, without results or teardown: while scenarios run, the
 * first signal ends the run in order, and a second one meets Vitest's listeners again.
 */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];
/** As shells count: 128 and the signal's number. */
const EXIT_CODES: Readonly<Record<Signal, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

export interface Interruption {
  /** Takes the signals over. Vitest attaches its listeners late: call this when the run has started. */
  listen(): void;
  /** Gives the signals back. */
  end(): void;
  /** The exit code that the signal asks for; null when none came. */
  exitCode(): number | null;
}

export interface InterruptionOptions {
  /** Ends the run in order. */
  readonly cancel: () => Promise<void>;
  /** Called at the first signal, before `cancel`. */
  readonly onSignal: () => void;
  readonly process?: Pick<NodeJS.Process, 'rawListeners' | 'removeAllListeners' | 'on' | 'off'>;
}

export function createInterruption(options: InterruptionOptions): Interruption {
  const { cancel, onSignal, process: ours = process } = options;
  type Listener = (...args: unknown[]) => void;
  let taken: {
    readonly signal: Signal;
    readonly listener: Listener;
    readonly theirs: readonly Listener[];
  }[] = [];
  let code: number | null = null;

  const giveBack = () => {
    for (const { signal, listener, theirs } of taken) {
      ours.off(signal, listener);
      for (const their of theirs) ours.on(signal, their);
    }
    taken = [];
  };
  const interrupt = (signal: Signal) => {
    code = EXIT_CODES[signal];
    giveBack();
    onSignal();
    // A run that can't be cancelled is what the second signal is for.
    cancel().catch(() => {});
  };
  return {
    listen() {
      if (taken.length > 0 || code !== null) return;
      taken = SIGNALS.map((signal) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- listeners of signals are functions
        const theirs = ours.rawListeners(signal) as Listener[];
        ours.removeAllListeners(signal);
        const listener = () => interrupt(signal);
        ours.on(signal, listener);
        return { signal, listener, theirs };
      });
    },
    end: giveBack,
    exitCode: () => code,
  };
}
