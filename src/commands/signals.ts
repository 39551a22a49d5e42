/** Ctrl-C for a command that has to tidy up: once ends it in order, twice at once. */
import process from 'node:process';

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type Name = keyof typeof CODES;

export interface Ending {
  readonly signal: AbortSignal;
  /** Signals end the process again as they always do. */
  done(): void;
  /** With the code that shells give to the signal. */
  exitIfSignalled(): void;
}

/** @param what is ended, for the user. */
export function endOnSignals(tell: (line: string) => void, what = 'the fix'): Ending {
  const controller = new AbortController();
  let first: Name | null = null;
  const onSignal = (name: Name) => {
    // What must be undone is undone by handlers of the process's exit.
    if (first !== null) process.exit(CODES[first]);
    first = name;
    tell(`ending ${what}; once more to end it at once`);
    controller.abort();
  };
  const listeners = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((name) => {
    const listener = () => onSignal(name);
    process.on(name, listener);
    return () => process.off(name, listener);
  });
  return {
    signal: controller.signal,
    done: () => {
      for (const forget of listeners) forget();
    },
    exitIfSignalled: () => {
      if (first !== null) process.exit(CODES[first]);
    },
  };
}
