/**
 * The built `/` and `/ranking` in a browser: their weight, their scores, and /ranking under live
 * changes.
 */
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { browserLaunch } from '../../e2e/chromium.ts';
import { Child } from '../../tools/processes.ts';
import { ensureBuilt } from '../../tools/production/ensure-built.ts';
import { FIRST_ROUTE_BUDGET, firstRouteBytes } from '../../tools/production/page-weight.ts';
import { freePort } from '../../tools/test/listening.ts';
import { compared, type Comparison } from '../measure.ts';
import { scorePages } from './lighthouse.ts';
import { measureLive } from './live.ts';

const DIST = join(import.meta.dirname, '..', '..', 'dist');
const PATHS = ['/', '/ranking'] as const;

export async function benchPage(): Promise<Comparison[]> {
  await ensureBuilt();
  const game = await Child.start(join(import.meta.dirname, 'game.ts'));
  const port = await freePort();
  const launch = browserLaunch();
  const args = [...launch.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...launch, args });
  try {
    const origin = await game.call('url', z.string());
    const weights = PATHS.map((path) => ({
      name: path,
      runs: [{ kB: firstRouteBytes(DIST, path) / 1000 }],
    }));
    const most = FIRST_ROUTE_BUDGET / 1000;
    return [
      compared('JavaScript of the first route, gzipped', ['kB', 'kB'], weights, [{ most }]),
      ...(await scorePages(origin, PATHS, port)),
      ...(await measureLive(browser, origin, game)),
    ];
  } finally {
    await browser.close();
    await game.end();
  }
}
