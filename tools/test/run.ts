/**
 * Runs the parts of a tier one after the other, since each keeps two cores busy, and stops at the first that
 * fails: `tsx tools/test/run.ts all|long`. vitest and Playwright select the files by name (vitest.config.ts,
 * e2e/playwright.config.ts), Stryker has a list (tools/mutation/stryker.config.mjs); this prints the slowest tests,
 * each part's time and, as the last line, the sum.
 * A run's reports are in a folder of its own, so that two runs don't meet.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

interface Result {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly ms: number;
}

interface Part {
  readonly name: string;
  readonly command: readonly string[];
  readonly read: (json: unknown) => readonly Result[];
}

const SLOWEST = 20;
const ALL_RUNS = 'test-results';
const FOLDER = join(ALL_RUNS, String(process.pid));

const vitestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.enum(['passed', 'failed', 'skipped', 'pending', 'todo', 'disabled']),
          fullName: z.string(),
          duration: z.number().nullish(),
        }),
      ),
    }),
  ),
});

const playwrightSuiteSchema = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(
        z.object({
          status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
          results: z.array(z.object({ duration: z.number() })),
        }),
      ),
    }),
  ),
  get suites(): z.ZodOptional<z.ZodArray<typeof playwrightSuiteSchema>> {
    return z.array(playwrightSuiteSchema).optional();
  },
});
const playwrightSchema = z.object({ suites: z.array(playwrightSuiteSchema) });

const reportOf = (name: string): string => join(FOLDER, `${name.replaceAll(' ', '-')}.json`);

function vitest(name: string, args: readonly string[]): Part {
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
  ];
  return {
    name,
    command: ['vitest', 'run', ...reporters, ...args],
    read: (json) =>
      vitestSchema.parse(json).testResults.flatMap((file) =>
        file.assertionResults.map((test) => ({
          name: `${file.name.replace(`${process.cwd()}/`, '')} › ${test.fullName}`,
          status: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
          ms: test.duration ?? 0,
        })),
      ),
  };
}

function playwright(name: string, args: readonly string[]): Part {
  const output = `--output=${join(FOLDER, 'e2e')}`;
  const config = ['--config=e2e/playwright.config.ts', '--reporter=list,json', output];
  return {
    name,
    command: ['playwright', 'test', ...config, ...args],
    read: (json) => playwrightSchema.parse(json).suites.flatMap(playwrightResults),
  };
}

/** A test that passed at its second attempt has passed; Playwright's own list calls it flaky. */
function playwrightResults(suite: z.infer<typeof playwrightSuiteSchema>): readonly Result[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests.map(({ status, results }): Result => ({
      name: `e2e/${spec.file} › ${spec.title}`,
      status: status === 'unexpected' ? 'failed' : status === 'skipped' ? status : 'passed',
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(playwrightResults)];
}

const mutationSchema = z.object({
  thresholds: z.object({ low: z.number() }),
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
});

/** Of each folder, how many of its mutants the tests killed. */
const MUTATION: Part = {
  name: 'mutation',
  command: ['stryker', 'run', 'tools/mutation/stryker.config.mjs'],
  read(json) {
    const { thresholds, files } = mutationSchema.parse(json);
    return [...new Set(Object.keys(files).map(dirname))].map((folder): Result => {
      const statuses = Object.entries(files)
        .filter(([file]) => dirname(file) === folder)
        .flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
      const count = (...those: string[]) => statuses.filter((one) => those.includes(one)).length;
      const killed = count('Killed', 'Timeout');
      const percent = (100 * killed) / (killed + count('Survived', 'NoCoverage'));
      return {
        name: `${folder} › ${percent.toFixed(1)} % of the mutants killed`,
        status: percent >= thresholds.low ? 'passed' : 'failed',
        ms: 0,
      };
    });
  },
};

const TIERS: Readonly<Record<string, readonly Part[]>> = {
  all: [vitest('vitest', ['--project=quick', '--project=integration']), playwright('browsers', [])],
  long: [
    vitest('properties', ['--project=quick', '.property.test.']),
    vitest('hunts', ['--project=long']),
    playwright('browsers', ['.long.spec.']),
    MUTATION,
  ],
};

/** What a part's tests did. One that fails without a failed test (a file that does not load) counts as one. */
function run(part: Part, env: NodeJS.ProcessEnv): readonly Result[] {
  const { status, signal } = spawnSync('npx', part.command, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(process.cwd(), reportOf(part.name)),
      MUTATION_REPORT: reportOf(part.name),
    },
    shell: process.platform === 'win32',
  });
  const results = resultsOf(part);
  if (status === 0 || results.some((test) => test.status === 'failed')) return results;
  return [
    ...results,
    { name: `${part.name} ended with ${status ?? signal}`, status: 'failed', ms: 0 },
  ];
}

function resultsOf(part: Part): readonly Result[] {
  try {
    return part.read(JSON.parse(readFileSync(reportOf(part.name), 'utf8')));
  } catch (error) {
    return [{ name: `${part.name} left no report: ${String(error)}`, status: 'failed', ms: 0 }];
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

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(7)} s`;

function runTier(tier: string, parts: readonly Part[]): void {
  removeOldRuns();
  mkdirSync(FOLDER, { recursive: true });
  const env = environment(tier);
  const results: Result[] = [];
  const times: string[] = [];
  const count = (status: Result['status']) => results.filter((one) => one.status === status).length;
  for (const part of parts) {
    const from = performance.now();
    results.push(...run(part, env));
    times.push(`${seconds(performance.now() - from)}  ${part.name}`);
    if (count('failed') > 0) break;
  }
  const slowest = results.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  const failed = results.filter((one) => one.status === 'failed');
  console.log('\nThe slowest tests:');
  for (const { ms, name } of slowest) console.log(`${seconds(ms)}  ${name}`);
  console.log(`\nThe parts:\n${times.join('\n')}`);
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map(({ name }) => name).join('\n')}`);
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
  console.log(`\n${count('passed')} passed, ${failed.length} failed${skipped}`);
  process.exitCode = failed.length > 0 || count('passed') === 0 ? 1 : 0;
}

const [, , tier = ''] = process.argv;
const parts = TIERS[tier];
if (parts) runTier(tier, parts);
else throw new Error(`Name a tier of the tests: ${Object.keys(TIERS).join(' or ')}.`);
