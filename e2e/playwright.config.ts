import { defineConfig } from '@playwright/test';
import { browserLaunch } from './chromium.ts';

const CI = process.env['CI'] !== undefined;

/** What is rare and takes long has a tier of its own; everything else is in the standard one. */
const LONG_TESTS = '**/*.long.spec.ts';
const isLong = process.env['DENARIA_TEST_TIER'] === 'long';

export default defineConfig({
  testDir: '.',
  testMatch: isLong ? LONG_TESTS : '**/*.spec.ts',
  testIgnore: isLong ? [] : LONG_TESTS,
  globalSetup: './prepare.ts',
  outputDir: '../test-results/e2e',
  // Each test has a game of its own, or only looks at a shared one: they may run in any order, and
  // two at once are all that two cores bear.
  fullyParallel: true,
  workers: 2,
  // A shared CI machine may stall a browser for seconds; a test that fails twice has failed.
  retries: CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: CI,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1280, height: 800 },
    launchOptions: browserLaunch(),
    screenshot: 'only-on-failure',
    // It shows the page as it was at each step; a film of it would take a quarter of all the time.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
