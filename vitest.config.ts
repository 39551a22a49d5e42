import { defineConfig } from 'vitest/config';
import { agentEval } from './src/index.ts';

export default defineConfig({
  plugins: [agentEval()],
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/fixtures/**'] } },
      { test: { name: 'real', include: ['test/real/**/*.real.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
  },
});
