/**
 * Runs a tier of the tests: `tsx tools/test/test.ts quick|standard|long`. A file's name decides its tier:
 *
 *   *.test.ts              quick and standard: no server process, no mongod, no chain, no browser
 *   *.integration.test.ts  standard: real stores on disk, mongod, anvil, HTTP and sockets, processes
 *   *.long.test.ts         long: failovers, kills and measurements that take more than 10 s
 *   *.property.test.ts     quick and standard, and long with 10,000 runs (run-counts.ts)
 *   e2e/*.spec.ts          standard: the pages in a real browser; *.long.spec.ts: long
 *
 * vitest and Playwright run one after the other, because each keeps two cores busy. Each writes a report.
 * The failures are listed again at the end, where they are easy to find in a long log, and the last line
 * adds up the counts. Both stay in test-results/reports for sum.ts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  countsLine,
  failuresText,
  readPlaywright,
  readOtherFailures,
  readVitest,
  REPORTS,
  sumOf,
  tierReport,
  OTHER_FAILURES,
  type Outcome,
  type TierOutcome,
} from './reports.ts';
import { SKIPPED_NOTE } from './skipped-note.ts';
import { isTier, TIER_VARIABLE, TIERS, type Tier } from './tier.ts';

interface Suite {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly report: string;
  readonly read: (report: unknown) => Outcome;
  /** What failed it without failing a test. */
  readonly otherFailures: () => readonly string[];
}

/** How vitest selects the files: patterns to exclude, or parts of names to run only. */
const VITEST_FILES: Readonly<Record<Tier, readonly string[]>> = {
  quick: ['--exclude=**/*.integration.test.*', '--exclude=**/*.long.test.*'],
  standard: ['--exclude=**/*.long.test.*'],
  // One file at a time: some of them measure.
  long: ['--no-file-parallelism', '.long.test.', '.property.test.'],
};

function vitest(tier: Tier): Suite {
  const report = join(REPORTS, 'vitest.json');
  return {
    name: 'vitest',
    args: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tools/test/other-failures-reporter.ts',
      `--outputFile.json=${report}`,
      ...VITEST_FILES[tier],
    ],
    env: {},
    report,
    read: readVitest,
    otherFailures: () =>
      existsSync(OTHER_FAILURES)
        ? readOtherFailures(JSON.parse(readFileSync(OTHER_FAILURES, 'utf8')))
        : [],
  };
}

function playwright(tier: Tier): Suite {
  const report = join(REPORTS, 'playwright.json');
  return {
    name: 'playwright',
    args: [
      'playwright',
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--reporter=list,json',
      // A tier may have no browser tests.
      ...(tier === 'long' ? ['.long.spec.', '--pass-with-no-tests'] : []),
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(process.cwd(), report) },
    report,
    read: readPlaywright,
    otherFailures: () => [],
  };
}

/** A suite that exits with an error but no failed test (a file that does not load) counts as one failure. */
function run(suite: Suite, tier: Tier): Outcome {
  rmSync(suite.report, { force: true });
  const result = spawnSync('npx', suite.args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, [TIER_VARIABLE]: tier, ...suite.env },
    shell: process.platform === 'win32',
  });
  const outcome = readReport(suite);
  if (result.status === 0 || outcome.failed > 0) return outcome;
  const ended = `${suite.name} ended with ${result.status ?? result.signal}`;
  return {
    ...outcome,
    failed: 1,
    failures: [...outcome.failures, ended, ...suite.otherFailures()],
  };
}

function readReport(suite: Suite): Outcome {
  try {
    return suite.read(JSON.parse(readFileSync(suite.report, 'utf8')));
  } catch (error) {
    const failures = [`${suite.name} left no readable report: ${String(error)}`];
    return { passed: 0, failed: 1, skipped: 0, failures };
  }
}

function runTier(tier: Tier): void {
  mkdirSync(REPORTS, { recursive: true });
  rmSync(tierReport(tier), { force: true });
  const suites = tier === 'quick' ? [vitest(tier)] : [vitest(tier), playwright(tier)];
  const outcomes = suites.map((suite) => run(suite, tier));
  const counts = sumOf(outcomes);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (failures.length > 0) console.log(failuresText(failures));
  if (existsSync(SKIPPED_NOTE)) console.log(`\n${readFileSync(SKIPPED_NOTE, 'utf8').trim()}`);
  writeFileSync(tierReport(tier), JSON.stringify({ counts, failures } satisfies TierOutcome));
  console.log(`\n${countsLine(counts)}`);
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}

const [tier] = process.argv.slice(2);
if (isTier(tier)) runTier(tier);
else {
  console.error(`Name a tier of the tests: ${TIERS.join(', ')}.`);
  process.exitCode = 2;
}
