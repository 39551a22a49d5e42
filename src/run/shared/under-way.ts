/** Which scenarios of a run have begun, and which have not ended yet. */
export interface UnderWay {
  begin(id: string): void;
  end(id: string): void;
  /** Ids of the scenarios that have begun. */
  begun(): readonly string[];
  /** Those of them that have not ended. */
  now(): readonly string[];
  /** Resolves when none is under way, at the latest after `SETTLE_MS`. */
  settled(): Promise<void>;
  /** A new run: nobody has begun. */
  reset(): void;
}

/** How long scenarios of a run that was ended may take to clean up behind themselves, in milliseconds. */
const SETTLE_MS = 6_000;

export function createUnderWay(): UnderWay {
  const begun = new Set<string>();
  const underWay = new Set<string>();
  let whenSettled = () => {};
  return {
    begin(id) {
      begun.add(id);
      underWay.add(id);
    },
    end(id) {
      underWay.delete(id);
      if (underWay.size === 0) whenSettled();
    },
    begun: () => [...begun],
    now: () => [...underWay],
    settled: () =>
      new Promise((resolve) => {
        const late = setTimeout(resolve, SETTLE_MS);
        whenSettled = () => {
          clearTimeout(late);
          resolve();
        };
        if (underWay.size === 0) whenSettled();
      }),
    reset() {
      begun.clear();
      underWay.clear();
    },
  };
}
