import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import times from './file-times.json' with { type: 'json' };

const SECONDS: Readonly<Record<string, number>> = times;

/** Where a file is new: about the middle. */
const UNKNOWN_S = 3;

/**
 * Files start in the order of the times that an earlier run recorded (file-times.json of a whole
 * run, copied here): one that takes long, started last, would leave the machine idle beside it.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) =>
      SECONDS[relative(process.cwd(), moduleId)] ?? UNKNOWN_S;
    return Promise.resolve(files.toSorted((x, y) => seconds(y) - seconds(x)));
  }
}
