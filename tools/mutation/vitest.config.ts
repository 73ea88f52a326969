/** The quick tests of what is mutated, each file in a worker of its own: a mutant must not meet another's state. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'common/rules/*.test.ts',
      'server/leaderboard/*.test.ts',
      'client/src/live/*.test.ts',
      'server/test/spec-constants.test.ts',
    ],
    // The last merges thousands of rows, to show what the digest notices.
    exclude: ['**/*.integration.test.ts', 'client/src/live/board-proof.test.ts'],
    setupFiles: ['tools/test/set-seed.ts'],
    env: { DENARIA_TIER: 'mutation' },
    testTimeout: 120_000,
  },
});
