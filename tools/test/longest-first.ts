import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import times from './file-times.json' with { type: 'json' };
import { LONG_FILE_S } from './report.ts';

const SECONDS: Readonly<Record<string, number>> = times;

/**
 * Files start in the order of the times that an earlier run recorded (file-times.json of a whole
 * run, copied here, has those that take longer than the others): one that takes long, started last,
 * would leave the machine idle beside it.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) =>
      SECONDS[relative(process.cwd(), moduleId)] ?? LONG_FILE_S;
    return Promise.resolve(files.toSorted((x, y) => seconds(y) - seconds(x)));
  }
}
