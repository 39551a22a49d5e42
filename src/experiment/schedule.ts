/**
 * The order in which cells run, and how many at once. An endpoint on this machine has one model loaded: it takes variant
 * after variant, since a swap costs minutes. All others go case by case, so that what a judge's prompts share is read from
 * its cache.
 */

export interface Job<T> {
  readonly key: string;
  /** Those of one lane share its places. */
  readonly lane: string;
  /** Gives the lane's place on before the job is done. Runs once at most. */
  readonly run: (free: () => void) => Promise<T>;
}

export interface Schedule<T> {
  /** The job's result. Starts the next jobs, this one among them in its turn. */
  result(key: string): Promise<T>;
}

interface Lane<T> {
  readonly places: number;
  readonly waiting: Job<T>[];
  running: number;
}

/**
 * @param jobs in the order of each lane.
 * @param places of a lane; at most so many jobs of it run at once.
 * @param most of all lanes together.
 */
export function createSchedule<T>(
  jobs: readonly Job<T>[],
  { places, most }: { readonly places: (lane: string) => number; readonly most: number },
): Schedule<T> {
  const lanes = new Map<string, Lane<T>>();
  const results = new Map<string, PromiseWithResolvers<T>>();
  for (const job of jobs) {
    const lane = lanes.get(job.lane) ?? { places: places(job.lane), waiting: [], running: 0 };
    lanes.set(job.lane, lane);
    lane.waiting.push(job);
    const held = withResolvers<T>();
    // Whoever asks for it hears of a fault; until then it is nobody's unhandled one.
    held.promise.catch(() => undefined);
    results.set(job.key, held);
  }
  for (const lane of lanes.values()) lane.waiting.reverse();
  let running = 0;
  const startOne = (lane: Lane<T>, job: Job<T>): void => {
    running += 1;
    lane.running += 1;
    let isFree = false;
    const free = (): void => {
      if (isFree) return;
      isFree = true;
      lane.running -= 1;
      start();
    };
    const held = results.get(job.key);
    void job
      .run(free)
      .then(
        (value) => held?.resolve(value),
        (error: unknown) => held?.reject(error),
      )
      .finally(() => {
        running -= 1;
        free();
        start();
      });
  };
  const start = (): void => {
    for (;;) {
      if (running >= most) return;
      const lane = [...lanes.values()]
        .filter((each) => each.waiting.length > 0 && each.running < each.places)
        .toSorted((a, b) => a.running - b.running)[0];
      const job = lane?.waiting.pop();
      if (lane === undefined || job === undefined) return;
      startOne(lane, job);
    }
  };
  return {
    result(key) {
      const held = results.get(key);
      if (held === undefined) return Promise.reject(new RangeError(`No job is called ${key}.`));
      start();
      return held.promise;
    },
  };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** Node 20 has no `Promise.withResolvers`. */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((one, other) => {
    resolve = one;
    reject = other;
  });
  return { promise, resolve, reject };
}
