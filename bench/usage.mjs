// Loaded into the measured process before anything else (`--import`): notes at its end what it used.
import { appendFileSync } from 'node:fs';
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
    };
    appendFileSync(file, `${JSON.stringify(entry)}\n`);
  });
}
