/** Reads vitest's and Playwright's reports for what passed, what failed and why. */
import { join, relative } from 'node:path';
import { z } from 'zod';

const countsSchema = z.object({
  passed: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  skipped: z.int().nonnegative(),
});
export type Counts = Readonly<z.infer<typeof countsSchema>>;

export interface Outcome extends Counts {
  /** Each failure, with the first lines of its reason. */
  readonly failures: readonly string[];
}

/** Where a run leaves its reports. */
export const REPORTS = join('test-results', 'reports');

/** Where a run of vitest leaves the failures that belong to no test. */
export const OTHER_FAILURES = join(REPORTS, 'other-failures.json');

/** What a tier's last run left for the total: its counts over all its suites, and what failed. */
export const tierSchema = z.object({ counts: countsSchema, failures: z.array(z.string()) });
export type TierOutcome = Readonly<z.infer<typeof tierSchema>>;

/** Where a tier's last run leaves its outcome. */
export function tierReport(tier: string): string {
  return join(REPORTS, `${tier}.json`);
}

export function sumOf(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The failures of a run, to be printed at its end. */
export const failuresText = (failures: readonly string[]): string =>
  `\nWhat failed:\n\n${failures.join('\n\n')}`;

/** The last line of a run. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const vitestReportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

const playwrightSpecSchema = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string() })) })),
    }),
  ),
});

const playwrightSuiteSchema = z.object({
  specs: z.array(playwrightSpecSchema),
  get suites(): z.ZodOptional<z.ZodArray<typeof playwrightSuiteSchema>> {
    return z.array(playwrightSuiteSchema).optional();
  },
});

const playwrightReportSchema = z.object({
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    flaky: z.int(),
    skipped: z.int(),
  }),
  suites: z.array(playwrightSuiteSchema),
});

const MESSAGE_LINES = 12;

const firstLines = (text: string): string => text.split('\n').slice(0, MESSAGE_LINES).join('\n');

const failure = (file: string, test: string, messages: readonly string[]): string =>
  [`${relative(process.cwd(), file)} › ${test}`, ...messages.map(firstLines)].join('\n');

export function readVitest(json: unknown): Outcome {
  const report = vitestReportSchema.parse(json);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap((file) => [
      ...(file.message === '' ? [] : [failure(file.name, 'the file', [file.message])]),
      ...file.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => failure(file.name, test.fullName, test.failureMessages)),
    ]),
  };
}

/** @param json what `other-failures-reporter.ts` left. */
export const readOtherFailures = (json: unknown): readonly string[] =>
  z.array(z.string()).parse(json).map(firstLines);

export function readPlaywright(json: unknown): Outcome {
  const { stats, suites } = playwrightReportSchema.parse(json);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: playwrightFailures(suites),
  };
}

/** Includes tests that passed on a retry. */
function playwrightFailures(
  suites: readonly z.infer<typeof playwrightSuiteSchema>[],
): readonly string[] {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
        .map((test) =>
          failure(
            join('e2e', spec.file),
            `${spec.title} (${test.status})`,
            test.results.flatMap((result) => result.errors.map((error) => error.message)),
          ),
        ),
    ),
    ...playwrightFailures(suite.suites ?? []),
  ]);
}
