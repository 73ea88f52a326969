/** The quick tests of what is mutated. */
import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const sizeOf = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;

/** A mutant's run ends with the first failure, and the unit tests are the short files. */
class ShortestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => sizeOf(a) - sizeOf(b)));
  }
}

export default defineConfig({
  test: {
    include: [
      'common/rules/*.test.ts',
      'server/leaderboard/*.test.ts',
      'client-kit/live/*.test.ts',
      'client/src/live/*.test.ts',
      'server/test/spec-constants.test.ts',
      // Of common/rules/ranking-on.ts.
      'client/src/features/ranking/rewind/replay.property.test.ts',
      'server/past/*.test.ts',
    ],
    exclude: ['**/*.integration.test.ts'],
    setupFiles: ['tools/test/set-seed.ts'],
    env: { DENARIA_TIER: 'mutation' },
    isolate: false,
    sequence: { sequencer: ShortestFirst },
    testTimeout: 120_000,
  },
});
