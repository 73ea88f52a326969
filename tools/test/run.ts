/**
 * Runs the parts of a tier one after the other, since each keeps two cores busy, and stops at the first that
 * fails: `tsx tools/test/run.ts all|long`. vitest and Playwright select the files by name (vitest.config.ts,
 * e2e/playwright.config.ts), Stryker has a list (tools/mutation/stryker.config.mjs). The last line is the sum of all.
 * A run's reports are in a folder of its own, so that two runs don't meet.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Part {
  readonly name: string;
  readonly command: readonly string[];
  readonly read: (report: unknown) => Counts;
}

const ALL_RUNS = 'test-results';
const FOLDER = join(ALL_RUNS, String(process.pid));

const reportOf = (name: string): string => join(FOLDER, `${name}.json`);

const vitestSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

function vitest(name: string, args: readonly string[]): Part {
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
  ];
  return {
    name,
    command: ['vitest', 'run', ...reporters, ...args],
    read(report) {
      const counts = vitestSchema.parse(report);
      return {
        passed: counts.numPassedTests,
        failed: counts.numFailedTests,
        skipped: counts.numPendingTests + counts.numTodoTests,
      };
    },
  };
}

const playwrightSchema = z.object({
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    /** They passed at their second attempt. */
    flaky: z.int(),
    skipped: z.int(),
  }),
});

function playwright(args: readonly string[]): Part {
  const output = `--output=${join(FOLDER, 'e2e')}`;
  const config = ['--config=e2e/playwright.config.ts', '--reporter=list,json', output];
  return {
    name: 'browsers',
    command: ['playwright', 'test', ...config, ...args],
    read(report) {
      const { expected, unexpected, flaky, skipped } = playwrightSchema.parse(report).stats;
      return { passed: expected + flaky, failed: unexpected, skipped };
    },
  };
}

const mutationSchema = z.object({
  thresholds: z.object({ low: z.number() }),
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
});

/** A folder passes if the tests killed enough of its mutants. */
const MUTATION: Part = {
  name: 'mutation',
  command: ['stryker', 'run', 'tools/mutation/stryker.config.mjs'],
  read(report) {
    const { thresholds, files } = mutationSchema.parse(report);
    const folders = [...new Set(Object.keys(files).map(dirname))];
    const passed = folders.filter((folder) => {
      const statuses = Object.entries(files)
        .filter(([file]) => dirname(file) === folder)
        .flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
      const count = (...those: string[]) => statuses.filter((one) => those.includes(one)).length;
      const killed = count('Killed', 'Timeout');
      const percent = (100 * killed) / (killed + count('Survived', 'NoCoverage'));
      console.log(`${folder}: ${percent.toFixed(1)} % of the mutants killed`);
      return percent >= thresholds.low;
    }).length;
    return { passed, failed: folders.length - passed, skipped: 0 };
  },
};

const TIERS: Readonly<Record<string, readonly Part[]>> = {
  all: [vitest('vitest', ['--project=quick', '--project=integration']), playwright([])],
  long: [
    vitest('properties', ['--project=quick', '.property.test.']),
    vitest('hunts', ['--project=long']),
    playwright(['.long.spec.']),
    MUTATION,
  ],
};

/** A part that fails without a failed test (a file that does not load) or leaves no report counts as one. */
function run(part: Part, env: NodeJS.ProcessEnv): Counts {
  const { status, signal } = spawnSync('npx', part.command, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(process.cwd(), reportOf(part.name)),
      MUTATION_REPORT: reportOf(part.name),
    },
    shell: process.platform === 'win32',
  });
  const counts = countsOf(part);
  if (status === 0 || counts.failed > 0) return counts;
  console.log(`${part.name} ended with ${status ?? signal}`);
  return { ...counts, failed: 1 };
}

function countsOf(part: Part): Counts {
  try {
    return part.read(JSON.parse(readFileSync(reportOf(part.name), 'utf8')));
  } catch (error) {
    console.log(`${part.name} left no report: ${String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function environment(tier: string): NodeJS.ProcessEnv {
  if (tier !== 'long') return process.env;
  const seed = process.env['SEED'] ?? String(randomInt(2 ** 31));
  console.log(`SEED=${seed} repeats this run's random tests.`);
  return { ...process.env, SEED: seed, DENARIA_TIER: 'long' };
}

/** Those whose process has ended. */
function removeOldRuns(): void {
  const runs = existsSync(ALL_RUNS) ? readdirSync(ALL_RUNS) : [];
  for (const run of runs.filter((name) => /^\d+$/.test(name) && !isAlive(Number(name)))) {
    rmSync(join(ALL_RUNS, run), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function runTier(tier: string, parts: readonly Part[]): void {
  removeOldRuns();
  mkdirSync(FOLDER, { recursive: true });
  const env = environment(tier);
  const times: string[] = [];
  const all: Counts[] = [];
  const sum = (count: keyof Counts) => all.reduce((total, counts) => total + counts[count], 0);
  for (const part of parts) {
    const from = performance.now();
    all.push(run(part, env));
    times.push(`${((performance.now() - from) / 1000).toFixed(1).padStart(7)} s  ${part.name}`);
    if (sum('failed') > 0) break;
  }
  console.log(`\nThe parts:\n${times.join('\n')}`);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
}

const [, , tier = ''] = process.argv;
const parts = TIERS[tier];
if (parts) runTier(tier, parts);
else throw new Error(`Name a tier of the tests: ${Object.keys(TIERS).join(' or ')}.`);
