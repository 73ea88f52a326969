import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files whose tests take long: they kill processes, and copy or fill whole stores. */
const LONG = [
  'dev/main.integration',
  'tools/chaos/failover.integration',
  'server/store/mongo/mongo-store.conformance.integration',
  'server/store/archive.integration',
  'server/test/drain.integration',
  'tools/world/world.integration',
];

/**
 * Without an earlier run's times vitest starts with the largest files; one that takes long, started last, would leave
 * the machine idle beside it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG.some((name) => moduleId.includes(name));
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
