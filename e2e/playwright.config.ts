import { defineConfig } from '@playwright/test';
import { browserLaunch } from './chromium.ts';
import { firefoxProjects } from './firefox.ts';

const CI = process.env['CI'] !== undefined;

/** Files and single tests of the long tier (tools/test/run.ts). */
const LONG = /\.long\.spec\.ts|@long/;
/** In both tiers: by night they look at more. */
const BOTH = /(every-screen|newcomer)\.spec\.ts/;
/** Those that go through one game in their order, and take longest: last, one would run alone. */
const FIRST = ['**/every-screen.spec.ts', '**/newcomer.spec.ts', '**/weeks.spec.ts'];
const isLong = process.env['DENARIA_TIER'] === 'long';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  ...(isLong ? { grep: [LONG, BOTH] } : { grepInvert: LONG }),
  projects: [
    { testMatch: FIRST },
    { testIgnore: FIRST },
    ...(isLong ? firefoxProjects(process.env) : []),
  ],
  globalSetup: './prepare.ts',
  outputDir: '../test-results/e2e',
  // Each test has its own game, or only looks at a shared one, so they may run in any order. Two at
  // a time are all that two cores can handle.
  fullyParallel: true,
  workers: 2,
  // A shared CI machine may stall a browser for seconds; a test that fails twice has failed.
  retries: CI ? 1 : 0,
  // A guard against hanging: a path of many steps takes 15 s on a quiet machine, ten times that on
  // a crowded one.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: CI,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    // Movements cost a third of the processor's time: tests of them turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Rome',
    viewport: { width: 1280, height: 800 },
    launchOptions: browserLaunch(),
    screenshot: 'only-on-failure',
    // It shows the page at each step, at a price: `--trace on` makes one of every test.
    trace: 'on-first-retry',
  },
});
