/**
 * What vitest and Playwright say of a run, in one form: their reporters write it, run.ts reads it.
 */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';

export const reportSchema = z.object({
  passed: z.int(),
  skipped: z.int(),
  /** Tests, suites whose hooks failed, files that did not load, and errors outside of all. */
  failures: z.array(z.object({ name: z.string(), ranOutOfTime: z.boolean() })),
  /** They passed at their second try. */
  flaky: z.array(z.string()),
  /** How long each file took, in seconds, beside others. */
  files: z.record(z.string(), z.number()),
});
export type Report = z.infer<typeof reportSchema>;

/** The order of files that take less, or are new, makes no difference to a run. */
export const LONG_FILE_S = 3;

/** Outside a run of run.ts nothing is written. */
export function writeReport(report: Report): void {
  const file = process.env['DENARIA_REPORT'];
  if (file !== undefined) writeFileSync(file, JSON.stringify(report));
}

/** The file that says that a part has begun all it has: the next one may begin beside it. */
export const tailOf = (report: string): string => `${report}.tail`;

export function writeTail(): void {
  const file = process.env['DENARIA_REPORT'];
  if (file !== undefined) writeFileSync(tailOf(file), '');
}

/** vitest's and Playwright's words for a limit of time: a slow machine may be the cause. */
const OUT_OF_TIME =
  /timed out in|did not succeed in time|timeout of \d+ms exceeded|^timeout: \d+ms|due to timeout/im;

export const ranOutOfTime = (messages: readonly string[]): boolean =>
  messages.some((message) => OUT_OF_TIME.test(message));
