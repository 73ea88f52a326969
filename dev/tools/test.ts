/**
 * `npm test`: every suite in turn, unit and integration by vitest, the pages in a real browser by
 * Playwright. Each suite writes its own report to read the counts from; the last line adds them up.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SKIPPED_NOTE } from './skipped-note.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Suite {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly report: string;
  readonly counts: (report: unknown) => Counts;
}

const REPORTS = join('test-results', 'reports');

const vitestReportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

const playwrightReportSchema = z.object({
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    flaky: z.int(),
    skipped: z.int(),
  }),
});

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
    counts: (report) => {
      const counts = vitestReportSchema.parse(report);
      return {
        passed: counts.numPassedTests,
        failed: counts.numFailedTests,
        skipped: counts.numPendingTests + counts.numTodoTests,
      };
    },
  },
  {
    name: 'playwright',
    args: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(process.cwd(), REPORTS, 'playwright.json') },
    report: join(REPORTS, 'playwright.json'),
    counts: (report) => {
      const { stats } = playwrightReportSchema.parse(report);
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        skipped: stats.skipped,
      };
    },
  },
];

/** A suite that ends in an error without a failed test (a file that does not load) counts as one. */
function run(suite: Suite): Counts {
  rmSync(suite.report, { force: true });
  const result = spawnSync('npx', suite.args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...suite.env },
    shell: process.platform === 'win32',
  });
  const counts = readCounts(suite);
  const broken = result.status !== 0 && counts.failed === 0;
  if (broken) console.error(`${suite.name} ended with ${result.status ?? result.signal}`);
  return broken ? { ...counts, failed: 1 } : counts;
}

function readCounts(suite: Suite): Counts {
  try {
    return suite.counts(JSON.parse(readFileSync(suite.report, 'utf8')));
  } catch (error) {
    console.error(`${suite.name} left no report to count from: ${String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

mkdirSync(REPORTS, { recursive: true });
const all = SUITES.map(run);
const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
if (existsSync(SKIPPED_NOTE)) console.log(`\n${readFileSync(SKIPPED_NOTE, 'utf8').trim()}`);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
