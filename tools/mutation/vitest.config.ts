/** The quick tests of what is mutated. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'common/rules/*.test.ts',
      'server/leaderboard/*.test.ts',
      'client/src/live/*.test.ts',
      'server/test/spec-constants.test.ts',
      // Both go on from a known ranking (common/rules/ranking-on.ts).
      'client/src/features/ranking/rewind/replay.property.test.ts',
      'server/past/*.test.ts',
    ],
    exclude: ['**/*.integration.test.ts'],
    setupFiles: ['tools/test/set-seed.ts'],
    env: { DENARIA_TIER: 'mutation' },
    isolate: false,
    testTimeout: 120_000,
  },
});
