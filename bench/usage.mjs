// Loaded into the measured process before anything else (`--import`): notes at its end what it used.
import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const file = process.env['BENCH_USAGE_FILE'];
if (isMainThread && file !== undefined) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const entry = {
      program: process.argv[1] ?? '',
      args: process.argv.slice(2),
      cpuMs: (userCPUTime + systemCPUTime) / 1000,
      peakMb: maxRSS / 1024,
      liveMb: liveBytes() / 2 ** 20,
    };
    appendFileSync(file, `${JSON.stringify(entry)}\n`);
  });
}

/** What the main thread still holds once all garbage is gone. */
function liveBytes() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
