import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { agentEval } from './src/index.ts';

/** One more than there are cores: much of their time tests wait for processes that wait for others. */
const maxWorkers = availableParallelism() + 1;

/** Whole runs in a child Vitest, and servers that have to start. */
const slow = {
  testTimeout: 240_000,
  hookTimeout: 120_000,
  globalSetup: ['test/support/built-package.ts'],
};

export default defineConfig({
  plugins: [agentEval()],
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/fixtures/**'],
          // Many talk to servers in other processes: room for a busy machine.
          testTimeout: 30_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          ...slow,
          maxWorkers,
        },
      },
      { test: { name: 'gallery', include: ['test/gallery/**/*.gallery.ts'], hookTimeout: 300_000 } },
      { test: { name: 'real', include: ['test/real/**/*.real.ts'], ...slow } },
    ],
  },
});
