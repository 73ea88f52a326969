import { defineConfig } from '@playwright/test';
import { browserLaunch } from './chromium.ts';

const CI = process.env['CI'] !== undefined;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  // Each spec starts a game of its own: two at once are all that two cores bear.
  workers: 1,
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
    trace: 'retain-on-failure',
  },
});
