/**
 * Runs the parts of a tier: `tsx tools/test/run.ts all|long`. vitest and Playwright select the
 * files by name (vitest.config.ts, e2e/playwright.config.ts), Stryker has a list
 * (tools/mutation/stryker.config.mjs). A part that fails ends the run. Parts keep two cores busy,
 * so one follows the other; only the browsers begin while the last files of the integration tier
 * run. A run's reports are in a folder of its own, so that two runs don't meet.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { judge, Pace, type Cost } from './budget.ts';
import type { Counted } from './counts.ts';
import { LONG_FILE_S, reportSchema, tailOf, type Report } from './report.ts';

interface Part {
  readonly name: string;
  readonly command: readonly string[];
  /** Runs beside the part before it once that has begun all its files. */
  readonly isBeside?: boolean;
  readonly read: (report: unknown) => Report;
}

/** How one went. */
interface Ended extends Report {
  readonly part: string;
  readonly tookS: number;
  readonly cost: Cost;
  /** How slow the machine was meanwhile. */
  readonly slow: number;
}

const ALL_RUNS = 'test-results';
const FOLDER = join(ALL_RUNS, String(process.pid));
/** Of the newest run, for tools/test/file-times.json. */
const FILE_TIMES = join(ALL_RUNS, 'file-times.json');
const SLOWEST = 12;
const LOOK_MS = 250;

const VITEST = 'vitest run --reporter=default --reporter=tools/test/vitest-reporter.ts';
const PLAYWRIGHT = `playwright test --config=e2e/playwright.config.ts --reporter=list,tools/test/playwright-reporter.ts --output=${join(FOLDER, 'e2e')}`;

const tests = (name: string, command: string): Part => ({
  name,
  command: command.split(' '),
  read: (report) => reportSchema.parse(report),
});

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
    const killed = folders.map((folder) => {
      const statuses = Object.entries(files)
        .filter(([file]) => dirname(file) === folder)
        .flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
      const count = (...those: string[]) => statuses.filter((one) => those.includes(one)).length;
      const dead = count('Killed', 'Timeout');
      return { folder, percent: (100 * dead) / (dead + count('Survived', 'NoCoverage')) };
    });
    for (const { folder, percent } of killed) {
      console.log(`${folder}: ${percent.toFixed(1)} % of the mutants killed`);
    }
    const survived = killed.filter(({ percent }) => percent < thresholds.low);
    const failures = survived.map(({ folder }) => ({ name: folder, ranOutOfTime: false }));
    return { passed: folders.length - failures.length, skipped: 0, failures, flaky: [], files: {} };
  },
};

const TIERS: Readonly<Record<string, readonly Part[]>> = {
  all: [
    tests('quick', `${VITEST} --project=quick`),
    tests('integration', `${VITEST} --project=integration`),
    { ...tests('browsers', PLAYWRIGHT), isBeside: true },
  ],
  long: [
    tests('properties', `${VITEST} --project=quick`),
    tests('hunts', `${VITEST} --project=long`),
    tests('browsers', PLAYWRIGHT),
    MUTATION,
  ],
};

const reportOf = (part: Part): string => resolve(FOLDER, `${part.name}.json`);
const countsOf = (part: Part): string => resolve(FOLDER, `${part.name}.counts`);

/**
 * A part that fails without a failed test (a file that does not load) or leaves no report counts as
 * one.
 */
async function run(part: Part, env: NodeJS.ProcessEnv): Promise<Ended> {
  const from = performance.now();
  const pace = new Pace();
  const child = spawn('npx', part.command, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...env,
      DENARIA_REPORT: reportOf(part),
      DENARIA_COUNTS: countsOf(part),
      MUTATION_REPORT: reportOf(part),
    },
    shell: process.platform === 'win32',
  });
  await once(child, 'exit');
  const report = read(part);
  if (child.exitCode !== 0 && report.failures.length === 0) {
    report.failures.push({
      name: `it ended with ${child.exitCode ?? child.signalCode}`,
      ranOutOfTime: false,
    });
  }
  const tests = report.passed + report.skipped + report.failures.length;
  const cost = { tests, ...counted(part), processorS: processorSOfEnded() };
  const tookS = (performance.now() - from) / 1000;
  return { ...report, part: part.name, tookS, cost, slow: pace.end() };
}

function read(part: Part): Report {
  try {
    return part.read(JSON.parse(readFileSync(reportOf(part), 'utf8')));
  } catch (error) {
    const name = `it left no report: ${String(error)}`;
    return {
      passed: 0,
      skipped: 0,
      failures: [{ name, ranOutOfTime: false }],
      flaky: [],
      files: {},
    };
  }
}

/** What its processes counted (counts.ts). */
function counted(part: Part): Pick<Cost, 'programs' | 'mongods' | 'waitedS'> {
  const file = countsOf(part);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const sum = (what: Counted) =>
    lines
      .map((line) => line.split(' '))
      .reduce((total, [name, amount]) => total + (name === what ? Number(amount) : 0), 0);
  return {
    programs: sum('program'),
    mongods: sum('mongod'),
    waitedS: Math.round(sum('waitedMs') / 100) / 10,
  };
}

let processorSBefore = 0;

/**
 * The processor time of what ended since the last call, with all that it started and saw end. A
 * child's is added to its parent's as it ends, so that two parts which run at the same time are
 * told apart.
 */
function processorSOfEnded(): number | null {
  if (process.platform !== 'linux') return null;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  // cutime and cstime (proc(5)), in hundredths of a second.
  const all = (Number(fields[13]) + Number(fields[14])) / 100;
  const used = all - processorSBefore;
  processorSBefore = all;
  return used;
}

async function runAll(parts: readonly Part[], env: NodeJS.ProcessEnv): Promise<readonly Ended[]> {
  const all: Ended[] = [];
  for (const [n, part] of parts.entries()) {
    if (part.isBeside) continue;
    const next = parts[n + 1];
    const running = run(part, env);
    const beside = next?.isBeside ? runBeside(next, env, part, running) : null;
    for (const ended of [await running, await beside]) if (ended) all.push(ended);
    if (all.some(({ failures }) => failures.length > 0)) break;
  }
  return all;
}

/**
 * Once the other has begun its last file, or has ended. @returns null if that has failed by then.
 */
async function runBeside(
  part: Part,
  env: NodeJS.ProcessEnv,
  other: Part,
  running: Promise<Ended>,
): Promise<Ended | null> {
  while (!existsSync(tailOf(reportOf(other)))) {
    const ended = await Promise.race([running, sleep(LOOK_MS, null)]);
    if (ended && ended.failures.length > 0) return null;
    if (ended) break;
  }
  return run(part, env);
}

function environment(tier: string): NodeJS.ProcessEnv {
  const env = { ...process.env, ...inMemory() };
  if (tier !== 'long') return env;
  const seed = process.env['SEED'] ?? String(randomInt(2 ** 31));
  console.log(`SEED=${seed} repeats this run's random tests.`);
  return { ...env, SEED: seed, DENARIA_TIER: 'long' };
}

const MEMORY = '/dev/shm';
const MEMORY_NEEDED = 4 * 2 ** 30;
const IN_MEMORY = /^denaria-run-(\d+)$/;

/**
 * Temporary files in memory, where there is room: a synced write takes 0.2 ms there, and 7 ms on a
 * common disk.
 */
function inMemory(): NodeJS.ProcessEnv {
  if (process.env['TMPDIR'] !== undefined || !existsSync(MEMORY)) return {};
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < MEMORY_NEEDED) return {};
  const folder = join(MEMORY, `denaria-run-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // Other users, whom some tests become, reach their own folders in it.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { TMPDIR: folder };
}

/** Of runs whose process has ended. */
function removeOld(folder: string, names: RegExp): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = names.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // Another user's are left to them.
    const path = join(folder, name);
    const owner = statSync(path, { throwIfNoEntry: false })?.uid;
    if (owner === (process.getuid?.() ?? 0)) rmSync(path, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function printTimes(all: readonly Ended[]): void {
  const slowest = all
    .flatMap(({ files }) => Object.entries(files))
    .toSorted(([, x], [, y]) => y - x);
  // Those that longest-first.ts puts in order.
  const ordered = slowest
    .filter(([file, seconds]) => seconds >= LONG_FILE_S && !file.startsWith('e2e/'))
    .map(([file, seconds]) => [file, Math.round(seconds)] as const);
  writeFileSync(FILE_TIMES, JSON.stringify(Object.fromEntries(ordered), null, 1));
  console.log('\nThe slowest files:');
  for (const [file, seconds] of slowest.slice(0, SLOWEST)) console.log(line(seconds, file));
}

const line = (seconds: number, words: string): string =>
  `${seconds.toFixed(1).padStart(7)} s  ${words}`;

/** What the reader looks for first stands last. */
function printFailures(all: readonly Ended[]): void {
  for (const { part, failures, slow } of all) {
    for (const { name, ranOutOfTime } of failures) {
      const kind = ranOutOfTime
        ? `slow (the machine took ${slow.toFixed(1)} times as long)`
        : 'wrong';
      console.log(`${kind}: ${part}: ${name}`);
    }
  }
}

async function runTier(tier: string, parts: readonly Part[]): Promise<void> {
  removeOld(ALL_RUNS, /^(\d+)$/);
  removeOld(MEMORY, IN_MEMORY);
  mkdirSync(FOLDER, { recursive: true });
  const all = await runAll(parts, environment(tier));
  printTimes(all);
  console.log('\nThe parts:');
  const verdicts = all.map(({ part, cost, slow }) => judge(part, cost, slow));
  for (const [n, { part, tookS, slow }] of all.entries()) {
    const cost = verdicts[n]?.line ?? '';
    console.log(
      line(tookS, `${part.padEnd(12)} ${cost}, on a machine ${slow.toFixed(2)} times as slow`),
    );
  }
  const flaky = all.flatMap((ended) => ended.flaky);
  if (flaky.length > 0) console.log(`\n${flaky.length} flaky, passed at their second try:`);
  for (const name of flaky) console.log(`  ${name}`);
  const failures = all.flatMap((ended) => ended.failures).length;
  const over = failures > 0 ? [] : verdicts.flatMap((verdict) => verdict.over);
  console.log('');
  printFailures(all);
  for (const words of over) console.log(`over its budget (tools/test/budget.ts): ${words}`);
  const sum = (count: 'passed' | 'skipped') => all.reduce((total, one) => total + one[count], 0);
  // By night a test that fails at times has failed.
  const failed = failures + over.length + (tier === 'long' ? flaky.length : 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  console.log(`\n${sum('passed')} passed, ${failed} failed${skipped}`);
  process.exitCode = failed > 0 || sum('passed') === 0 ? 1 : 0;
}

const [, , tier = ''] = process.argv;
const parts = TIERS[tier];
if (parts) await runTier(tier, parts);
else throw new Error(`Name a tier of the tests: ${Object.keys(TIERS).join(' or ')}.`);
