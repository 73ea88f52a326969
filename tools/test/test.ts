/**
 * `npm test`: every suite in turn, unit and integration by vitest, the pages in a real browser by
 * Playwright. Each suite writes its own report to read from: what failed is named once more at the
 * end, where it is found in a long log, and the last line adds the counts up.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { SKIPPED_NOTE } from './skipped-note.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Outcome extends Counts {
  /** What failed, each with its reason's first lines. */
  readonly failures: readonly string[];
}

interface Suite {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly report: string;
  readonly read: (report: unknown) => Outcome;
}

const REPORTS = join('test-results', 'reports');

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

const failure = (file: string, test: string, messages: readonly string[]): string =>
  [
    `${relative(process.cwd(), file)} › ${test}`,
    ...messages.map((message) => message.split('\n').slice(0, MESSAGE_LINES).join('\n')),
  ].join('\n');

function vitestFailures(report: z.infer<typeof vitestReportSchema>): readonly string[] {
  return report.testResults.flatMap((file) => [
    ...(file.message === '' ? [] : [failure(file.name, 'the file', [file.message])]),
    ...file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failure(file.name, test.fullName, test.failureMessages)),
  ]);
}

/** Those that passed when repeated are named as well. */
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

const SUITES: readonly Suite[] = [
  {
    name: 'vitest',
    args: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(REPORTS, 'vitest.json')}`,
    ],
    env: {},
    report: join(REPORTS, 'vitest.json'),
    read: (json) => {
      const report = vitestReportSchema.parse(json);
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests + report.numTodoTests,
        failures: vitestFailures(report),
      };
    },
  },
  {
    name: 'playwright',
    args: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(process.cwd(), REPORTS, 'playwright.json') },
    report: join(REPORTS, 'playwright.json'),
    read: (json) => {
      const { stats, suites } = playwrightReportSchema.parse(json);
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        skipped: stats.skipped,
        failures: playwrightFailures(suites),
      };
    },
  },
];

/** A suite that ends in an error without a failed test (a file that does not load) counts as one. */
function run(suite: Suite): Outcome {
  rmSync(suite.report, { force: true });
  const result = spawnSync('npx', suite.args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...suite.env },
    shell: process.platform === 'win32',
  });
  const outcome = readReport(suite);
  if (result.status === 0 || outcome.failed > 0) return outcome;
  const ended = `${suite.name} ended with ${result.status ?? result.signal}`;
  return { ...outcome, failed: 1, failures: [...outcome.failures, ended] };
}

function readReport(suite: Suite): Outcome {
  try {
    return suite.read(JSON.parse(readFileSync(suite.report, 'utf8')));
  } catch (error) {
    const failures = [`${suite.name} left no report to read: ${String(error)}`];
    return { passed: 0, failed: 1, skipped: 0, failures };
  }
}

mkdirSync(REPORTS, { recursive: true });
const outcomes = SUITES.map(run);
const sum = (key: keyof Counts) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
const failures = outcomes.flatMap((outcome) => outcome.failures);
if (failures.length > 0) console.log(`\nWhat failed:\n\n${failures.join('\n\n')}`);
if (existsSync(SKIPPED_NOTE)) console.log(`\n${readFileSync(SKIPPED_NOTE, 'utf8').trim()}`);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
